import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordExitCode } from '../../src/server/record-cli/run-record-cli.ts';
import { temporaryFolder } from '../support/server.ts';
import { startStandInAlpaca, type StandInAlpaca } from '../support/stand-in-alpaca.ts';

let alpaca: StandInAlpaca;
let folder: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  alpaca = await startStandInAlpaca(Date.now());
  ({ folder, remove } = await temporaryFolder());
});
afterAll(async () => {
  await alpaca.close();
  await remove();
});

async function ticks(kind: string): Promise<string> {
  const names = await readdir(join(folder, 'ticks')).catch(() => []);
  const name = names.find((each) => each.startsWith('AAPL_') && each.endsWith(`_${kind}.csv`));
  return name === undefined ? '' : readFile(join(folder, 'ticks', name), 'utf8');
}

it('records the stream of Alpaca in the layout of a replay', async () => {
  const interrupt = new AbortController();
  const warned: string[] = [];
  const ended = recordExitCode(['--market', 'alpaca', '--symbols', 'AAPL', '--out', folder], {
    print: () => {},
    warn: (line) => warned.push(line),
    progress: undefined,
    signal: interrupt.signal,
    nowMs: () => Date.now(),
    environment: alpaca.environment,
  });
  await expect
    .poll(
      async () => {
        alpaca.trade('AAPL', 231.25, 300, Date.now());
        return ticks('trades');
      },
      { timeout: 60_000 },
    )
    .toMatch(/Z,231\.25,300,/);
  interrupt.abort();
  expect([await ended, warned]).toEqual([0, []]);
  expect((await readFile(join(folder, 'daily', 'AAPL.csv'), 'utf8')).split('\n').length).toBeGreaterThan(3);
});
