import { STRATEGY_REFUSALS } from '../../../domain/strategy/prompts.ts';
import {
  isStrategyRunning,
  type BacktestDataType,
  type StrategyStatus,
} from '../../../domain/strategy/enumerations.ts';
import type { Body } from '../../../protocol/index.ts';
import type { InstanceKey } from '../../storage/strategy-store.ts';
import { publicById } from '../library/public-strategies.ts';
import type { StrategyServiceParts } from '../parts.ts';
import type { Runner, StartOf, StrategyPush, WireInstance } from '../service.ts';
import { instanceOf } from '../stored.ts';
import { BacktestQueue } from './backtest-queue.ts';
import { runBacktest, type BacktestAsked, type Run } from './backtest-run.ts';
import { runLive, type LiveRunTerms } from './live-run.ts';
import { announceStop } from './stop-notices.ts';
import { limitsOf, newInstance } from './new-instance.ts';
import { watchPermissions } from './permission-watch.ts';
import { RunRecord } from './run-record.ts';

/** Instances of a strategy, and of a user in all. */
const MOST_INSTANCES = { ofStrategy: 200, ofUser: 2_000 } as const;
/** Runs of one user at the same time. */
const MOST_LIVE = 10;
export const MOST_BACKTESTS = 4;
/** A server that stops does not wait longer for its runs than this, ms. */
const CLOSE_MS = 5_000;

/** What a backtest ends as that waits for its user to say what data to use. */
const RESUMABLE_STATUSES: ReadonlySet<StrategyStatus> = new Set([
  'BacktestingNoTickData',
  'BacktestingIncompleteTickData',
  'BacktestingIncompleteMinuteData',
]);

interface Running {
  readonly record: RunRecord;
  readonly run: Run;
  readonly isLive: boolean;
}
type Push = (userId: string, account: string | undefined, push: StrategyPush) => void;
type InTurn = <T>(userId: string, work: () => Promise<T>) => Promise<T>;

/** Starts, stops and knows the runs. */
export interface Launcher {
  /** Takes starts from now on. */
  open(): void;
  close(): Promise<void>;
  /** The record of an instance that runs, or that is being stored for the last time. */
  running(key: InstanceKey): RunRecord | undefined;
  /** False when the instance runs; resolves true once it does not, with all that it was stored. */
  isIdle(key: InstanceKey): Promise<boolean>;
  /** The same of all instances of an own strategy. */
  isStrategyIdle(userId: string, name: string): Promise<boolean>;
  startLive(
    runner: Runner,
    start: StartOf<'startStrategy'> | StartOf<'startPublicStrategy'>,
  ): Promise<string | undefined>;
  startBacktest(
    runner: Runner,
    start: StartOf<'startBacktest'> | StartOf<'startPublicBacktest'>,
  ): Promise<string | undefined>;
  resume(runner: Runner, resume: Body<'resumeBacktest'>): Promise<string | undefined>;
  /** Resolves when the run is over. */
  stop(key: InstanceKey): Promise<void>;
}

const keyText = ({ userId, name, instanceId }: InstanceKey): string =>
  JSON.stringify([userId, name, instanceId]);

export function createLauncher(parts: StrategyServiceParts, push: Push, inTurn: InTurn): Launcher {
  const { store, market, logger } = parts;
  const runs = new Map<string, Running>();
  const queue = new BacktestQueue(parts.backtestsAtOnce);
  let isOpen = false;
  let endWatch = (): void => {};

  const runsOf = (userId: string): Running[] =>
    [...runs.values()].filter(({ record }) => record.key.userId === userId);
  const recordOf = (
    key: InstanceKey,
    strategyId: number,
    code: string,
    instance: WireInstance,
    storedStatus?: string,
  ): RunRecord => new RunRecord({ store, push, logger }, key, strategyId, code, instance, storedStatus);
  const keep = (record: RunRecord, run: Run, isLive: boolean): void => {
    const text = keyText(record.key);
    const done = run.done.then(() => announceStop({ store, push, logger }, record));
    runs.set(text, { record, run: { stop: (status, message) => run.stop(status, message), done }, isLive });
    void done.then(() => runs.delete(text));
  };

  /** Whose code, under what name. */
  const strategyOf = async (
    userId: string,
    start: { readonly Name: string; readonly Code: string } | { readonly StrategyId: number },
  ): Promise<{ strategyId: number; name: string; code: string } | string> => {
    if ('StrategyId' in start) {
      const found = publicById(start.StrategyId);
      return found
        ? { strategyId: found.id, name: found.name, code: found.code }
        : 'The public strategy was not found';
    }
    return (await store.load(userId, start.Name))
      ? { strategyId: 0, name: start.Name, code: start.Code }
      : `Strategy "${start.Name}" was not found`;
  };
  /** Room for one more run of a user. */
  const fullProblem = (userId: string, isLive: boolean): string | undefined => {
    const most = isLive ? MOST_LIVE : MOST_BACKTESTS;
    if (runsOf(userId).filter((one) => one.isLive === isLive).length < most) return undefined;
    return `You have ${most} ${isLive ? 'live runs' : 'backtests'} running or queued, the maximum. Stop one or wait for its end.`;
  };

  /** Keeps the instance that is to run: a new one, or one of before that begins anew or (live) goes on. */
  const prepared = async (
    key: InstanceKey,
    strategyId: number,
    code: string,
    instance: WireInstance,
  ): Promise<{ record: RunRecord; isContinued: boolean } | string> => {
    const added = await store.addInstance(
      {
        ...key,
        strategyId,
        account: instance.Account,
        status: instance.Status,
        code,
        body: JSON.stringify(instance),
      },
      MOST_INSTANCES,
    );
    if (added === 'gone') return `Strategy "${key.name}" was not found`;
    if (added === 'full')
      return `The maximum number of instances is reached (${MOST_INSTANCES.ofStrategy} of a strategy, ${MOST_INSTANCES.ofUser.toLocaleString('en-US')} in all). Remove some first.`;
    if (added === 'added')
      return { record: recordOf(key, strategyId, code, instance, instance.Status), isContinued: false };
    const stored = await store.instance(key);
    const before = stored && instanceOf(stored, logger);
    const isLive = instance.BacktestFrom === null;
    if (
      !stored ||
      !before ||
      stored.strategyId !== strategyId ||
      before.Account !== instance.Account ||
      (before.BacktestFrom === null) !== isLive
    )
      return 'The id of the instance is taken by another one';
    if (!isLive) await store.clearOrders(key);
    // The orders of a live run stay its own, and their ids go on from when it first began.
    const next = isLive ? { ...instance, StartedAt: before.StartedAt, Returns: before.Returns } : instance;
    await store.setInstance(key, { status: next.Status, body: JSON.stringify(next), code });
    return { record: recordOf(key, strategyId, code, next, next.Status), isContinued: isLive };
  };

  const beginBacktest = (record: RunRecord, userId: string, asked: BacktestAsked): void =>
    keep(
      record,
      runBacktest(
        { market, runtime: parts.runtime.forUser(userId, 'backtest'), queue, logger },
        record,
        asked,
      ),
      false,
    );
  const idle = async (running: Running | undefined): Promise<boolean> => {
    if (!running) return true;
    if (isStrategyRunning(running.record.instance.Status)) return false;
    await running.run.done;
    return true;
  };
  const isIdle = (key: InstanceKey): Promise<boolean> => idle(runs.get(keyText(key)));
  const closedText = 'The server is not taking starts now; try again in a moment.';

  const backtest = async (
    runner: Runner,
    start: StartOf<'startBacktest'> | StartOf<'startPublicBacktest'>,
  ): Promise<string | undefined> => {
    if (!isOpen) return closedText;
    const strategy = await strategyOf(runner.userId, start);
    if (typeof strategy === 'string') return strategy;
    const limits = limitsOf(start, strategy.strategyId > 0);
    if (!limits.ok) return limits.error;
    if (start.From >= start.To) return 'The period must end after it begins';
    const key = { userId: runner.userId, name: strategy.name, instanceId: start.InstanceId };
    if (!(await isIdle(key))) return STRATEGY_REFUSALS.alreadyRunning;
    const full = fullProblem(runner.userId, false);
    if (full !== undefined) return full;
    const period = { fromMs: start.From, toMs: start.To, dataType: start.DataType };
    const ready = await prepared(
      key,
      strategy.strategyId,
      strategy.code,
      newInstance({
        account: runner.account,
        start,
        limits: limits.value,
        startedAtMs: market.exchangeMs(),
        backtest: period,
      }),
    );
    if (typeof ready === 'string') return ready;
    beginBacktest(ready.record, runner.userId, { ...period, limits: limits.value, takesIncomplete: false });
    return undefined;
  };

  const resume = async (
    runner: Runner,
    { Name: name, InstanceId: instanceId, DataType }: Body<'resumeBacktest'>,
  ): Promise<string | undefined> => {
    if (!isOpen) return closedText;
    const key = { userId: runner.userId, name, instanceId };
    if (!(await isIdle(key))) return STRATEGY_REFUSALS.alreadyRunning;
    const stored = await store.instance(key);
    const before = stored && instanceOf(stored, logger);
    if (!stored || !before || before.Account !== runner.account) return 'The instance was not found';
    if (before.BacktestFrom === null || before.BacktestTo === null || !RESUMABLE_STATUSES.has(before.Status))
      return 'The backtest does not wait for an answer';
    const full = fullProblem(runner.userId, false);
    if (full !== undefined) return full;
    const limits = limitsOf(before, stored.strategyId > 0);
    if (!limits.ok) return limits.error;
    const instance: WireInstance = {
      ...before,
      Status: 'Backtesting',
      Message: '',
      Progress: 0,
      DataType,
      StartedAt: market.exchangeMs(),
      FinishedAt: null,
      Returns: null,
    };
    await store.clearOrders(key);
    const takesIncomplete = takesWhatThereIs(before, DataType);
    beginBacktest(recordOf(key, stored.strategyId, stored.code, instance), runner.userId, {
      fromMs: before.BacktestFrom,
      toMs: before.BacktestTo,
      dataType: DataType,
      limits: limits.value,
      takesIncomplete,
    });
    return undefined;
  };

  const live = async (
    runner: Runner,
    start: StartOf<'startStrategy'> | StartOf<'startPublicStrategy'>,
  ): Promise<string | undefined> => {
    if (!isOpen) return closedText;
    const strategy = await strategyOf(runner.userId, start);
    if (typeof strategy === 'string') return strategy;
    const limits = limitsOf(start, strategy.strategyId > 0);
    if (!limits.ok) return limits.error;
    const key = { userId: runner.userId, name: strategy.name, instanceId: start.InstanceId };
    if (!(await isIdle(key))) return STRATEGY_REFUSALS.alreadyRunning;
    if (strategy.strategyId > 0 && (await otherLive(runner, strategy.name, start.InstanceId)))
      return STRATEGY_REFUSALS.onlyOneLive;
    const full = fullProblem(runner.userId, true);
    if (full !== undefined) return full;
    const user = await parts.users.byId(runner.userId);
    if (!user || user.isDemo)
      return 'Trading is not supported during Demo Session. Consider subscribing to enable trading.';
    const ready = await prepared(
      key,
      strategy.strategyId,
      strategy.code,
      newInstance({
        account: runner.account,
        start,
        limits: limits.value,
        startedAtMs: market.exchangeMs(),
        backtest: null,
      }),
    );
    if (typeof ready === 'string') return ready;
    const { isContinued } = ready;
    const stored = isContinued ? await store.report(key) : undefined;
    const asked = { limits: limits.value, permissionMask: user.permissionMask, isContinued, stored };
    await store.removeStop(key);
    keep(ready.record, startedLive(ready.record, asked), true);
    return undefined;
  };
  const startedLive = (record: RunRecord, asked: LiveRunTerms): Run =>
    runLive({ ...parts, runtime: parts.runtime.forUser(record.key.userId, 'live') }, record, asked);
  /** Another instance of a public strategy that is a live one, running or not: one without a start date. */
  const otherLive = async ({ userId, account }: Runner, name: string, instanceId: string): Promise<boolean> =>
    (await store.instances(userId, { account, name })).some(
      (stored) => stored.instanceId !== instanceId && instanceOf(stored, logger)?.BacktestFrom === null,
    );

  return {
    open() {
      isOpen = true;
      endWatch = watchPermissions(parts, () => [...runs.values()].filter(({ isLive }) => isLive));
    },
    async close() {
      isOpen = false;
      endWatch();
      const ending = [...runs.values()];
      for (const { run, isLive } of ending) {
        if (isLive)
          run.stop(
            'Stopped',
            'The server was stopped, and the run with it. Its open orders were cancelled; its positions stay.',
          );
        else run.stop('BacktestingFailed', 'The server was stopped while the backtest ran. Start it again.');
      }
      await Promise.race([
        Promise.all(ending.map(({ run }) => run.done)),
        new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
      ]);
    },
    running: (key) => runs.get(keyText(key))?.record,
    isIdle,
    async isStrategyIdle(userId, name) {
      const own = runsOf(userId).filter(({ record }) => record.strategyId === 0 && record.key.name === name);
      return (await Promise.all(own.map(idle))).every((done) => done);
    },
    startLive: (runner, start) => inTurn(runner.userId, () => live(runner, start)),
    startBacktest: (runner, start) => inTurn(runner.userId, () => backtest(runner, start)),
    resume: (runner, asked) => inTurn(runner.userId, () => resume(runner, asked)),
    async stop(key) {
      const running = runs.get(keyText(key));
      running?.run.stop();
      await running?.run.done;
    },
  };
}

/** Who was told that the prints are not all there, and names them, wants those there are. */
const takesWhatThereIs = (before: WireInstance, dataType: BacktestDataType): boolean =>
  dataType === 'AvailableMinute' ||
  (dataType === 'Tick' && before.Status === 'BacktestingIncompleteTickData');
