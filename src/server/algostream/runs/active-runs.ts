import { isStrategyRunning } from '../../../domain/strategy/enumerations.ts';
import type { InstanceKey } from '../../storage/strategy-store.ts';
import type { Run } from './backtest-run.ts';
import type { LiveRunHandle } from './live-run-parts.ts';
import type { RunRecord } from './run-record.ts';
import { announceStop, type StopNoticeParts } from './stop-notices.ts';

/** Live runs, or backtests with those that wait for their turn, of one user at the same time. */
const MAX_LIVE = 10;
export const MAX_BACKTESTS = 4;
/** Maximum time that the stop of the server waits for its runs, ms. */
const CLOSE_MS = 2_000;

const STOPPED_LIVE_TEXT =
  'Stopped because the server was stopped. Open orders were cancelled; positions stay.';
const STOPPED_BACKTEST_TEXT = 'The server was stopped while the backtest ran. Start it again.';

interface ActiveRun {
  readonly record: RunRecord;
  readonly run: Run & Partial<Pick<LiveRunHandle, 'suspend'>>;
  readonly isLive: boolean;
}

const keyText = ({ userId, name, instanceId }: InstanceKey): string =>
  JSON.stringify([userId, name, instanceId]);

/** True once the run is over and stored; false while it still runs. */
async function isOver({ record, run }: ActiveRun): Promise<boolean> {
  if (isStrategyRunning(record.instance.Status)) return false;
  await run.done;
  return true;
}

/** The runs of this process, from their start until their last state is stored. */
export class ActiveRuns {
  readonly #parts: StopNoticeParts;
  readonly #runs = new Map<string, ActiveRun>();

  constructor(parts: StopNoticeParts) {
    this.#parts = parts;
  }

  add(record: RunRecord, run: ActiveRun['run'], isLive: boolean): void {
    const key = keyText(record.key);
    const done = run.done.then(() => announceStop(this.#parts, record));
    this.#runs.set(key, {
      record,
      run: {
        stop: (status, message) => run.stop(status, message),
        ...(run.suspend && { suspend: () => run.suspend?.() }),
        done,
      },
      isLive,
    });
    void done.then(() => this.#runs.delete(key));
  }

  record(key: InstanceKey): RunRecord | undefined {
    return this.#runs.get(keyText(key))?.record;
  }

  /** Resolves once the run of an instance is over and stored; undefined when none is active. */
  done(key: InstanceKey): Promise<void> | undefined {
    return this.#runs.get(keyText(key))?.run.done;
  }

  counts(): { readonly live: number; readonly backtests: number } {
    const live = this.live().length;
    return { live, backtests: this.#runs.size - live };
  }

  /** Live runs of a user. */
  liveCountOf(userId: string): number {
    return this.#runsOf(userId).filter(({ isLive }) => isLive).length;
  }

  live(): ActiveRun[] {
    return [...this.#runs.values()].filter(({ isLive }) => isLive);
  }

  /** False while the instance runs; resolves with true once it does not and its last state is stored. */
  async isIdle(key: InstanceKey): Promise<boolean> {
    const active = this.#runs.get(keyText(key));
    return active === undefined || isOver(active);
  }

  /** As `isIdle`, for all instances of a strategy of the user. */
  async isStrategyIdle(userId: string, name: string): Promise<boolean> {
    const runs = this.#runsOf(userId).filter(
      ({ record }) => record.strategyId === 0 && record.key.name === name,
    );
    return (await Promise.all(runs.map(isOver))).every(Boolean);
  }

  /** Why the user cannot have another run now, as text for the user. */
  limitProblem(userId: string, isLive: boolean): string | undefined {
    const max = isLive ? MAX_LIVE : MAX_BACKTESTS;
    if (this.#runsOf(userId).filter((run) => run.isLive === isLive).length < max) return undefined;
    return `You have ${max} ${isLive ? 'live runs' : 'backtests'} running or queued, the maximum. Stop one or wait for its end.`;
  }

  /** Stops a run and resolves once it is over. */
  async stop(key: InstanceKey): Promise<void> {
    const active = this.#runs.get(keyText(key));
    active?.run.stop();
    await active?.run.done;
  }

  /** Stops all runs, because the server stops. Those that resume after it are left as they are. */
  async stopAll(): Promise<void> {
    const runs = [...this.#runs.values()];
    for (const { record, run, isLive } of runs) {
      if (record.instance.AtRestart === 'Resume' && run.suspend) run.suspend();
      else if (isLive) run.stop('Stopped', STOPPED_LIVE_TEXT);
      else run.stop('BacktestingFailed', STOPPED_BACKTEST_TEXT);
    }
    await Promise.race([
      Promise.all(runs.map(({ run }) => run.done)),
      new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
    ]);
  }

  #runsOf(userId: string): ActiveRun[] {
    return [...this.#runs.values()].filter(({ record }) => record.key.userId === userId);
  }
}
