import { createStrategyRuntime } from '../algostream/runtime/index.ts';
import type { StrategyRuntime } from '../algostream/runtime/types.ts';
import { openCalendar } from '../calendar-file.ts';
import { runInWorld, type ProgramWorld } from './program-world.ts';
import type { ExitCode } from './usage.ts';

export type { ProgramWorld } from './program-world.ts';

/** Runs a program of this process that runs strategies; its exit code is what `run` returns. */
export async function runProgram(
  run: (argv: readonly string[], world: ProgramWorld, runtime: StrategyRuntime) => Promise<ExitCode>,
): Promise<void> {
  openCalendar(process.env['TAPEDECK_CALENDAR'], () => {});
  // No server shares the machine's time with it.
  const runtime = createStrategyRuntime({ priority: { niceness: 0, onlyWhenIdle: false } });
  try {
    await runInWorld((argv, world) => run(argv, world, runtime));
  } finally {
    await runtime.close();
  }
}
