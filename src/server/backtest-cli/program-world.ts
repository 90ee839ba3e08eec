import { TerminalLine } from '../admin/terminal-line.ts';
import type { ExitCode } from './usage.ts';

/** The surroundings of a program. */
export interface ProgramWorld {
  readonly print: (line: string) => void;
  readonly warn: (line: string) => void;
  /** Shows the progress in one line that the next one replaces; undefined where there is no terminal. */
  readonly progress: ((line: string) => void) | undefined;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
  /** UTC ms. */
  readonly nowMs: () => number;
}

/** Runs the program of this process, whose exit code is what `run` returns. */
export async function runInWorld(
  run: (argv: readonly string[], world: ProgramWorld) => Promise<ExitCode>,
): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // The reader has closed the pipe, as `head` does. The command runs to its end without further output.
      if (error.code !== 'EPIPE') throw error;
    });
  // npm starts programs in the folder of the project; paths are those of the folder in which the command was entered.
  const { INIT_CWD: enteredIn } = process.env;
  if (enteredIn !== undefined) process.chdir(enteredIn);
  const interrupt = new AbortController();
  // Once: a second Ctrl+C ends the process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());
  const line = new TerminalLine(process.stderr);
  const world: ProgramWorld = {
    print: (text) => {
      line.clear();
      console.log(text);
    },
    warn: (text) => {
      line.clear();
      console.error(text);
    },
    progress: process.stderr.isTTY ? (text) => line.show(text) : undefined,
    signal: interrupt.signal,
    nowMs: () => Date.now(),
  };
  try {
    process.exitCode = await run(process.argv.slice(2), world);
  } finally {
    line.clear();
  }
}
