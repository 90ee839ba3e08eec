import { runProgram } from '../backtest-cli/program.ts';
import { optimizeExitCode } from './run-optimize-cli.ts';

await runProgram((argv, world, runtime) => optimizeExitCode(argv, { ...world, runtime }));
