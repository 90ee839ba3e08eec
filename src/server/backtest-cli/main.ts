import { createStrategyRuntime } from '../algostream/runtime/index.ts';
import { TerminalLine } from '../admin/terminal-line.ts';
import { backtestExitCode } from './run-backtest-cli.ts';

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
// No server shares the machine's time with it.
const runtime = createStrategyRuntime({ priority: { niceness: 0, onlyWhenIdle: false } });
try {
  process.exitCode = await backtestExitCode(process.argv.slice(2), {
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
    runtime: runtime.forUser('local', 'backtest'),
    nowMs: () => Date.now(),
  });
} finally {
  line.clear();
  await runtime.close();
}
