import { expect, it, vi } from 'vitest';
import { createCommandRegistry } from '../../plugin-api/index.ts';
import { runWhenRegistered } from './run-when-registered.ts';

it('runs a command at once when it is there, and once when it comes later', async () => {
  const commands = createCommandRegistry();
  const run = vi.fn();
  const waiting = runWhenRegistered(commands, 'a.b');
  const remove = commands.register({ id: 'other', title: 'Other', run: () => {} });
  remove();
  await Promise.resolve();
  expect(run).not.toHaveBeenCalled();
  commands.register({ id: 'a.b', title: 'A', run });
  await waiting;
  expect(run).toHaveBeenCalledTimes(1);
  await runWhenRegistered(commands, 'a.b');
  expect(run).toHaveBeenCalledTimes(2);
});
