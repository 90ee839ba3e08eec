import { runProgram } from './program.ts';
import { backtestExitCode } from './run-backtest-cli.ts';

await runProgram((argv, world, runtime) =>
  backtestExitCode(argv, { ...world, runtime: runtime.forUser('local', 'backtest') }),
);
