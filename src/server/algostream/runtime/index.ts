import { ProcessLauncher } from './launcher/process-launcher.ts';
import { loadIsolateModules } from './modules.ts';
import type { Result } from '../../../domain/assert/assert.ts';
import {
  RUNTIME_USES,
  type Program,
  type RunningChartStudy,
  type RuntimeUse,
  type StrategyFault,
  type StrategyRuntime,
} from './types.ts';
import { startUserProcess, type ProcessLimits } from './user-process.ts';
import { ProcessRuntime } from './user-runtime.ts';
import type { ManagedRuntime } from './user-runtime.ts';

export type * from './types.ts';
const COMMON_LIMITS = { stuckMs: 5_000, graceMs: 2_000, memoryMb: 256, silentMs: 15_000 } as const;
/** Orders come first, then live runs; backtests get what processor time nobody else wants. */
const LIMITS: Readonly<Record<RuntimeUse, ProcessLimits>> = {
  live: { ...COMMON_LIMITS, idleMs: 60_000, priority: { niceness: 5, onlyWhenIdle: false } },
  backtest: {
    ...COMMON_LIMITS,
    silentMs: 30_000,
    idleMs: 10_000,
    priority: { niceness: 10, onlyWhenIdle: true },
  },
  // A study that is watched: before backtests, and never beside a live run, which would end with its process.
  chart: { ...COMMON_LIMITS, memoryMb: 128, idleMs: 30_000, priority: { niceness: 8, onlyWhenIdle: false } },
};

const PREPARE_AFTER_MS = 1_000;
/** Users whose strategies run at the same time, of each use. */
const MAX_PROCESSES = 32;

export interface RuntimeOptions extends Partial<ProcessLimits> {
  readonly maxProcesses?: number;
  /** Default: true. A server that rarely runs a strategy starts the launcher with the first run instead. */
  readonly preparesAhead?: boolean;
}

/** The runtime with the process ids and the closing of each user, which tests and health checks read. */
export interface ManagedStrategyRuntime extends StrategyRuntime {
  forUser(userId: string, use: RuntimeUse): ManagedRuntime;
  chartStudy(userId: string, program: Program): Promise<Result<RunningChartStudy, StrategyFault>>;
}

/** Runs strategies: a process for each user and use, an isolate for each run. The launcher and the modules of isolates are prepared a second after the server's start, so that neither the start nor the first run waits for them. */
export function createStrategyRuntime({
  maxProcesses = MAX_PROCESSES,
  preparesAhead = true,
  ...given
}: RuntimeOptions = {}): ManagedStrategyRuntime {
  const launcher = new ProcessLauncher();
  const uses = {
    live: createProcesses(launcher, { ...LIMITS.live, ...given }, maxProcesses),
    backtest: createProcesses(launcher, { ...LIMITS.backtest, ...given }, maxProcesses),
    chart: createProcesses(launcher, { ...LIMITS.chart, ...given }, maxProcesses),
  } satisfies Record<RuntimeUse, Processes>;
  const prepare = (): void => {
    launcher.prepare();
    // A failure is reported when a run needs the modules.
    loadIsolateModules().catch(() => {});
  };
  const timer = preparesAhead ? setTimeout(prepare, PREPARE_AFTER_MS).unref() : undefined;
  return {
    forUser: (userId, use) => uses[use].forUser(userId),
    chartStudy: (userId, program) => uses.chart.forUser(userId).chartStudy(program),
    problem: () =>
      loadIsolateModules().then(
        () => launcher.problem(),
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
    processCount: (use) => uses[use].count(),
    async close() {
      clearTimeout(timer);
      await Promise.all(RUNTIME_USES.map((use) => uses[use].close()));
      await launcher.close();
    },
  };
}

interface Processes {
  forUser(userId: string): ManagedRuntime;
  count(): number;
  close(): Promise<void>;
}

/** The processes of one use: at most so many at a time, one for each user. */
function createProcesses(launcher: ProcessLauncher, limits: ProcessLimits, maxProcesses: number): Processes {
  const users = new Map<string, ManagedRuntime>();
  let count = 0;
  const refusal = (): string | null =>
    count >= maxProcesses ? `strategies of ${maxProcesses} users are running already: try again later` : null;
  return {
    forUser(userId) {
      const known = users.get(userId);
      if (known !== undefined) return known;
      const made = new ProcessRuntime({
        modules: loadIsolateModules,
        start: (modules, events) => startUserProcess(launcher, modules, limits, events),
        refusal,
        onProcess: (delta) => {
          count += delta;
        },
      });
      users.set(userId, made);
      return made;
    },
    count: () => count,
    async close() {
      await Promise.all([...users.values()].map((user) => user.close()));
    },
  };
}
