import { expect, it } from 'vitest';
import { areGatesRequired } from '../algostream/gates/gate-requirement.ts';
import type { Repositories } from '../storage/repositories.ts';
import { runStrategyChecksCommand } from './strategy-check-commands.ts';

function openContext() {
  const values = new Map<string, string>();
  const system = {
    get: (name: string) => Promise.resolve(values.get(name)),
    set: (name: string, value: string) => Promise.resolve(void values.set(name, value)),
  };
  const lines: string[] = [];
  // The command uses nothing else.
  const repositories = { system } as Repositories;
  const run = (verb?: string) =>
    runStrategyChecksCommand(verb, { repositories, print: (line) => lines.push(line) });
  return { system, lines, run };
}

it('requires checks, lifts the requirement, and shows which counts', async () => {
  const { system, lines, run } = openContext();
  await run('show');
  await run('required');
  expect(await areGatesRequired(system)).toBe(true);
  await run('show');
  await run('optional');
  expect(await areGatesRequired(system)).toBe(false);
  await run('show');
  expect(lines.filter((line) => !line.includes(' '))).toEqual(['optional', 'required', 'optional']);
});

it('changes nothing for another word', async () => {
  const { system, run } = openContext();
  await run('required');
  await expect(run('on')).rejects.toThrow('strategy-checks: say required, optional or show.');
  await expect(run()).rejects.toThrow('say required, optional or show');
  expect(await areGatesRequired(system)).toBe(true);
});
