import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { processEnvironment } from '../support/process-environment.ts';
import { PINNED_NODE } from '../support/server.ts';

/** Runs `npm run tapedeck` without npm. Resolves with the exit code and all output. */
function tapedeck(...args: string[]): Promise<readonly [number | null, string]> {
  const script = fileURLToPath(new URL('../../scripts/tapedeck.mjs', import.meta.url));
  const child = spawn(PINNED_NODE, [script, ...args], {
    env: processEnvironment({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  return new Promise((resolve) => child.once('close', (code) => resolve([code, text])));
}

it.each([
  ['backtest none.ts --from 2020-01-01 --to 2020-02-01', 2, 'none.ts cannot be read (ENOENT).'],
  ['optimize --help', 0, 'npm run optimize'],
  ['--help', 0, 'tapedeck quote SYMBOL…'],
  ['quotes SPY', 2, 'There is no command quotes.'],
])('runs the program of a command, with its arguments and exit code: %s', async (line, code, text) => {
  expect(await tapedeck(...line.split(' '))).toEqual([code, expect.stringContaining(text)]);
});
