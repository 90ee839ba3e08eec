import { loadIsolateModules } from './modules.ts';
import type { StrategyRuntime } from './types.ts';
import type { ProcessLimits } from './user-process.ts';
import { createUserRuntime } from './user-runtime.ts';
import type { ManagedRuntime } from './user-runtime.ts';

export type * from './types.ts';
export { orderBody, returnsBody } from './wire.ts';

export const DEFAULT_LIMITS: ProcessLimits = {
  stuckMs: 5_000,
  graceMs: 2_000,
  memoryMb: 256,
  silentMs: 15_000,
  idleMs: 60_000,
};

const READ_AFTER_MS = 1_000;
/** Users whose strategies run at the same time. */
const MOST_PROCESSES = 32;

export interface RuntimeOptions extends Partial<ProcessLimits> {
  readonly mostProcesses?: number;
}

export interface ManagedStrategyRuntime extends StrategyRuntime {
  forUser(userId: string): ManagedRuntime;
}

/** Runs strategies: a process for each user, an isolate for each run. What runs in isolates is read and stripped soon after the start, so that the first run finds it done and the start does not wait. */
export function createStrategyRuntime({
  mostProcesses = MOST_PROCESSES,
  ...given
}: RuntimeOptions = {}): ManagedStrategyRuntime {
  const limits: ProcessLimits = { ...DEFAULT_LIMITS, ...given };
  const users = new Map<string, ManagedRuntime>();
  let processes = 0;
  // A failure is told to whoever runs something.
  setTimeout(() => {
    loadIsolateModules().catch(() => {});
  }, READ_AFTER_MS).unref();
  const mayStart = (): string | null =>
    processes >= mostProcesses
      ? `strategies of ${mostProcesses} users are running already: try again later`
      : null;
  return {
    forUser(userId) {
      const known = users.get(userId);
      if (known !== undefined) return known;
      const made = createUserRuntime(loadIsolateModules, limits, mayStart, (delta) => {
        processes += delta;
      });
      users.set(userId, made);
      return made;
    },
    async close() {
      await Promise.all([...users.values()].map((user) => user.close()));
    },
  };
}
