import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConnection } from '../connection.ts';
import { ExitCode } from '../exit-codes.ts';
import type { CommandWorld } from './command.ts';
import { cliExitCode } from './run-cli.ts';

for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has closed the pipe, as `head` does: nobody reads what would follow.
    if (error.code !== 'EPIPE') throw error;
    process.exit(ExitCode.Done);
  });

const interrupt = new AbortController();
// Once: a second Ctrl+C ends the process.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupt.abort());
const { signal } = interrupt;

let shownLines = 0;
/** Replaces the lines shown before. */
function repaint(lines: readonly string[]): void {
  const before = shownLines === 0 ? '' : `\u001B[${shownLines}A\u001B[J`;
  // A longer line would wrap, and count as two.
  const cut = lines.map((line) => line.slice(0, process.stdout.columns));
  process.stdout.write(`${before}${cut.join('\n')}\n`);
  shownLines = lines.length;
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // While it waits, Ctrl+C comes to the terminal and not as a signal.
  terminal.once('SIGINT', () => interrupt.abort());
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `, { signal })).trim());
  } finally {
    terminal.close();
  }
}

const world: CommandWorld = {
  print: (text) => console.log(text),
  warn: (text) => console.error(text),
  repaint: process.stdout.isTTY ? repaint : undefined,
  confirm: process.stdin.isTTY && process.stderr.isTTY ? confirm : undefined,
  signal,
  sleep: (ms) => sleep(ms, undefined, { signal }),
};
process.exitCode = await cliExitCode(process.argv.slice(2), world, () => readConnection(process.env));
