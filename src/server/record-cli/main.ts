import { runInWorld } from '../backtest-cli/program-world.ts';
import { recordExitCode } from './run-record-cli.ts';

await runInWorld((argv, world) => recordExitCode(argv, { ...world, environment: process.env }));
