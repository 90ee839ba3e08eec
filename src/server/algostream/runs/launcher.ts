import { err, ok, type Result } from '../../../domain/assert/assert.ts';
import { isFreeOfCosts, NO_COSTS } from '../../../domain/strategy/costs/settings.ts';
import type { BacktestDataType, StrategyStatus } from '../../../domain/strategy/enumerations.ts';
import { STRATEGY_REFUSALS } from '../../../domain/strategy/prompts.ts';
import type { Body } from '../../../protocol/index.ts';
import type { InstanceKey, StoredInstance } from '../../storage/strategy-store.ts';
import { scheduleProblem } from '../../../domain/strategy/run-schedule.ts';
import type { UserRecord } from '../../storage/repositories.ts';
import type { StrategyServiceParts } from '../parts.ts';
import type { PushListeners } from '../push-listeners.ts';
import type { RunLimits } from '../runtime/types.ts';
import type { RunCounts, Runner, StartOf, WireInstance } from '../service.ts';
import { instanceOf } from '../stored.ts';
import type { RunSchedules } from '../schedules/run-schedules.ts';
import { newSchedule, type WireSchedule } from '../schedules/schedule-state.ts';
import type { UserQueue } from '../user-queue.ts';
import { ActiveRuns } from './active-runs.ts';
import type { Reconciler } from '../reconciliation/reconciler.ts';
import type { GateChecks } from '../gates/gate-checks.ts';
import type { BacktestQueue } from './backtest-queue.ts';
import { runBacktest, type BacktestTerms } from './backtest-run.ts';
import { InstancePreparation, type RunStrategy } from './instance-preparation.ts';
import type { LiveRunTerms } from './live-run-parts.ts';
import { runLive } from './live-run.ts';
import { limitsOf, newInstance, type StartParameters } from './new-instance.ts';
import { mayUseAlgoStream, watchPermissions } from './permission-watch.ts';
import type { RunRecord } from './run-record.ts';
import type { StrategyAlerts } from './strategy-alerts.ts';

type LiveStart = StartOf<'startStrategy'> | StartOf<'startPublicStrategy'>;
type BacktestStart = StartOf<'startBacktest'> | StartOf<'startPublicBacktest'>;
type Resume = Body<'resumeBacktest'>;

/** A start whose strategy, limits and id are checked. */
interface CheckedStart {
  readonly strategy: RunStrategy;
  readonly limits: RunLimits;
}

/** What a live run starts with, whether its user or its schedule starts it. */
interface LiveRunStart {
  readonly start: StartParameters;
  readonly schedule: WireSchedule | null;
  /** It is only stored, and starts at its next start time. */
  readonly waits?: boolean;
  /** First line of its log. */
  readonly note?: string;
}

/** A stored backtest that can be resumed. */
interface ResumableBacktest {
  readonly strategy: Pick<RunStrategy, 'strategyId' | 'code'>;
  readonly limits: RunLimits;
  readonly instance: WireInstance;
  readonly fromMs: number;
  readonly toMs: number;
}

const DEMO_TEXT = 'Trading is not supported during Demo Session. Consider subscribing to enable trading.';
const CLOSED_TEXT = 'The server is not taking starts now; try again in a moment.';

/** A run that cannot resume. */
const NOT_RESUMED = {
  Status: 'Stopped',
  Message:
    'It could not resume after a restart of the server. Its open orders still work: see Trade Manager.',
} as const;

/** Final statuses of a backtest that waits for its user to choose the data. */
const RESUMABLE_STATUSES: ReadonlySet<StrategyStatus> = new Set([
  'BacktestingNoTickData',
  'BacktestingIncompleteTickData',
  'BacktestingIncompleteMinuteData',
]);

/** A user who chooses ticks although they are known to be incomplete accepts the available ones. */
const acceptsIncomplete = (before: WireInstance, dataType: BacktestDataType): boolean =>
  dataType === 'AvailableMinute' ||
  (dataType === 'Tick' && before.Status === 'BacktestingIncompleteTickData');

/** Starts and resumes runs. Commands resolve with the reason of a refusal, or undefined once the run has started. */
export class Launcher {
  readonly runs: ActiveRuns;
  readonly #parts: StrategyServiceParts;
  readonly #userQueue: UserQueue;
  readonly #instances: InstancePreparation;
  readonly #backtests: BacktestQueue;
  readonly #sessions: Reconciler;
  readonly #gates: Pick<GateChecks, 'startProblem'>;
  readonly #alerts: StrategyAlerts;
  readonly #schedules: Pick<RunSchedules, 'onStarted'>;
  #isOpen = false;
  #endWatch = (): void => {};

  constructor(
    parts: StrategyServiceParts,
    {
      listeners,
      userQueue,
      backtests,
      sessions,
      gates,
      alerts,
      schedules,
    }: {
      readonly listeners: PushListeners;
      readonly userQueue: UserQueue;
      readonly backtests: BacktestQueue;
      readonly sessions: Reconciler;
      readonly gates: Pick<GateChecks, 'startProblem'>;
      readonly alerts: StrategyAlerts;
      readonly schedules: Pick<RunSchedules, 'onStarted'>;
    },
  ) {
    const { store, logger } = parts;
    const push: PushListeners['push'] = (...args) => listeners.push(...args);
    this.#parts = parts;
    this.#userQueue = userQueue;
    this.#instances = new InstancePreparation({ store, logger, push });
    this.#backtests = backtests;
    this.#sessions = sessions;
    this.#gates = gates;
    this.#alerts = alerts;
    this.#schedules = schedules;
    this.runs = new ActiveRuns({ store, logger, push });
  }

  /** Accepts starts from now on, and resumes the live runs that a former process left. */
  async open(resuming: readonly InstanceKey[]): Promise<void> {
    this.#isOpen = true;
    this.#endWatch = watchPermissions(this.#parts, () => this.runs.live());
    for (const key of resuming) await this.#resumeLive(key);
  }

  runCounts(): RunCounts {
    return { ...this.runs.counts(), waitingBacktests: this.#backtests.waitingCount };
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    this.#endWatch();
    await this.runs.stopAll();
    await this.#sessions.close();
  }

  startLive(runner: Runner, start: LiveStart): Promise<string | undefined> {
    return this.#userQueue.run(runner.userId, () => this.#startLive(runner, start));
  }

  startBacktest(runner: Runner, start: BacktestStart): Promise<string | undefined> {
    return this.#userQueue.run(runner.userId, () => this.#startBacktest(runner, start));
  }

  resume(runner: Runner, resume: Resume): Promise<string | undefined> {
    return this.#userQueue.run(runner.userId, () => this.#resume(runner, resume));
  }

  /** Starts a stored live run with the code and the terms that it has, within the queue of its user. */
  async startScheduled(
    stored: StoredInstance,
    instance: WireInstance,
    { text: note, schedule }: { readonly text: string; readonly schedule: WireSchedule },
  ): Promise<string | undefined> {
    if (!this.#isOpen) return CLOSED_TEXT;
    const { userId, account, strategyId, name, code, version } = stored;
    const limits = limitsOf(instance, strategyId > 0);
    if (!limits.ok) return limits.error;
    const strategy = { strategyId, name, code, version, imports: instance.Imports };
    const start = { ...instance, Guards: instance.Guards ?? undefined };
    const checked = { strategy, limits: limits.value };
    return this.#beginLive({ userId, account }, checked, { start, schedule, note });
  }

  async #startLive(runner: Runner, start: LiveStart): Promise<string | undefined> {
    const checked = await this.#checkStart(runner, start);
    if (!checked.ok) return checked.error;
    const { Schedule: terms } = start;
    const problem = terms ? scheduleProblem(terms) : null;
    if (problem !== null) return `${problem}.`;
    const schedule = terms ? newSchedule(terms, this.#parts.market.exchangeMs()) : null;
    const waits = terms?.IsOn === true && terms.WaitsForStart;
    const refusal = await this.#beginLive(runner, checked.value, { start, schedule, waits });
    if (refusal !== undefined) return refusal;
    const { name } = checked.value.strategy;
    this.#schedules.onStarted({ userId: runner.userId, name, instanceId: start.InstanceId }, schedule);
    return undefined;
  }

  async #beginLive(
    runner: Runner,
    { strategy, limits }: CheckedStart,
    { start, schedule, waits = false, note }: LiveRunStart,
  ): Promise<string | undefined> {
    const { market, store } = this.#parts;
    const user = await this.#liveUser(runner, strategy, start, waits);
    if (!user.ok) return user.error;
    const startedAtMs = market.exchangeMs();
    const { version, imports } = strategy;
    const { account } = runner;
    const instance = {
      ...newInstance({ account, start, limits, startedAtMs, schedule, version, imports, backtest: null }),
      ...(waits && { Status: 'Stopped' as const, StartedAt: null }),
    };
    const prepared = await this.#instances.prepare(runner.userId, strategy, instance);
    if (!prepared.ok) return prepared.error;
    const { record, isContinued } = prepared.value;
    await store.removeStop(record.key);
    if (waits) {
      record.change({});
      return undefined;
    }
    // One that has not run yet may have a log of scheduled starts that failed.
    const stored = await store.report(record.key);
    this.#runLive(record, { limits, permissionMask: user.value.permissionMask, isContinued, stored });
    if (note !== undefined) record.addLog({ lines: [{ timeMs: startedAtMs, text: note }], dropped: 0 });
    return undefined;
  }

  /** The user of a live start, if everything permits it. */
  async #liveUser(
    runner: Runner,
    strategy: RunStrategy,
    start: StartParameters,
    waits: boolean,
  ): Promise<Result<UserRecord, string>> {
    const { users, hostMs } = this.#parts;
    const { strategyId, name } = strategy;
    if (strategyId > 0 && (await this.#instances.hasOtherLive(runner, name, start.InstanceId)))
      return err(STRATEGY_REFUSALS.onlyOneLive);
    const problem =
      (waits ? undefined : this.runs.limitProblem(runner.userId, true)) ??
      (await this.#gates.startProblem(runner.userId, strategy, start));
    if (problem !== undefined) return err(problem);
    const user = await users.byId(runner.userId);
    if (!user || user.isDemo) return err(DEMO_TEXT);
    return mayUseAlgoStream(user, hostMs()) ? ok(user) : err('The user may no longer use AlgoStream.');
  }

  #runLive(record: RunRecord, terms: LiveRunTerms): void {
    const runtime = this.#parts.runtime.forUser(record.key.userId, 'live');
    const [sessions, alerts] = [this.#sessions, this.#alerts];
    const run = runLive({ ...this.#parts, runtime, sessions, alerts }, record, terms);
    void run.done.then(() => this.#sessions.end(record));
    this.runs.add(record, run, true);
  }

  async #resumeLive(key: InstanceKey): Promise<void> {
    const { store, users, logger } = this.#parts;
    const found = await store.instance(key);
    const before = found && instanceOf(found, logger);
    if (!found || !before) return;
    const user = await users.byId(key.userId);
    const limits = limitsOf(before, found.strategyId > 0);
    if (!user || !limits.ok) return this.#instances.record(key, found, before).change(NOT_RESUMED);
    // Its stored status stays that of a run: a crash from now on resumes it again.
    const record = this.#instances.record(key, found, { ...before, Status: 'Starting', Message: '' });
    const stored = await store.report(key);
    const { permissionMask } = user;
    this.#runLive(record, {
      limits: limits.value,
      permissionMask,
      isContinued: true,
      isResumed: true,
      stored,
    });
  }

  async #startBacktest(runner: Runner, start: BacktestStart): Promise<string | undefined> {
    const checked = await this.#checkStart(runner, start);
    if (!checked.ok) return checked.error;
    const { strategy, limits } = checked.value;
    const problem = this.runs.limitProblem(runner.userId, false);
    if (problem !== undefined) return problem;
    const { Costs = NO_COSTS } = start;
    const costs = isFreeOfCosts(Costs) ? null : Costs;
    const period = { fromMs: start.From, toMs: start.To, dataType: start.DataType, costs };
    const startedAtMs = this.#parts.market.exchangeMs();
    const { version, imports } = strategy;
    const { account } = runner;
    const instance = newInstance({ account, start, limits, startedAtMs, version, imports, backtest: period });
    const prepared = await this.#instances.prepare(runner.userId, strategy, instance);
    if (!prepared.ok) return prepared.error;
    this.#beginBacktest(prepared.value.record, { ...period, limits, acceptsIncomplete: false });
    return undefined;
  }

  async #resume(runner: Runner, resume: Resume): Promise<string | undefined> {
    if (!this.#isOpen) return CLOSED_TEXT;
    const { DataType: dataType } = resume;
    const key = { userId: runner.userId, name: resume.Name, instanceId: resume.InstanceId };
    if (!(await this.runs.isIdle(key))) return STRATEGY_REFUSALS.alreadyRunning;
    const read = await this.#readResumable(runner, key);
    if (!read.ok) return read.error;
    const { strategy, limits, instance: before, fromMs, toMs } = read.value;
    const instance: WireInstance = {
      ...before,
      Status: 'Backtesting',
      Message: '',
      Progress: 0,
      DataType: dataType,
      StartedAt: this.#parts.market.exchangeMs(),
      FinishedAt: null,
      Returns: null,
    };
    await this.#parts.store.clearOrders(key);
    this.#beginBacktest(this.#instances.record(key, strategy, instance), {
      fromMs,
      toMs,
      dataType,
      limits,
      costs: before.Costs,
      acceptsIncomplete: acceptsIncomplete(before, dataType),
    });
    return undefined;
  }

  async #checkStart(
    { userId }: Runner,
    start: LiveStart | BacktestStart,
  ): Promise<Result<CheckedStart, string>> {
    if (!this.#isOpen) return err(CLOSED_TEXT);
    const strategy = await this.#instances.strategyOf(userId, start);
    if (!strategy.ok) return strategy;
    const limits = limitsOf(start, strategy.value.strategyId > 0);
    if (!limits.ok) return limits;
    if ('From' in start && start.From >= start.To) return err('The period must end after it begins');
    const key = { userId, name: strategy.value.name, instanceId: start.InstanceId };
    if (!(await this.runs.isIdle(key))) return err(STRATEGY_REFUSALS.alreadyRunning);
    return ok({ strategy: strategy.value, limits: limits.value });
  }

  async #readResumable(runner: Runner, key: InstanceKey): Promise<Result<ResumableBacktest, string>> {
    const { store, logger } = this.#parts;
    const stored = await store.instance(key);
    const instance = stored && instanceOf(stored, logger);
    if (!stored || instance?.Account !== runner.account) return err('The instance was not found');
    const { BacktestFrom: fromMs, BacktestTo: toMs, Status } = instance;
    if (fromMs === null || toMs === null || !RESUMABLE_STATUSES.has(Status))
      return err('The backtest does not wait for an answer');
    const problem = this.runs.limitProblem(runner.userId, false);
    if (problem !== undefined) return err(problem);
    const limits = limitsOf(instance, stored.strategyId > 0);
    return limits.ok ? ok({ strategy: stored, limits: limits.value, instance, fromMs, toMs }) : limits;
  }

  #beginBacktest(record: RunRecord, terms: BacktestTerms): void {
    const { market, runtime, logger } = this.#parts;
    const parts = {
      market,
      runtime: runtime.forUser(record.key.userId, 'backtest'),
      queue: this.#backtests,
      logger,
    };
    this.runs.add(record, runBacktest(parts, record, terms), false);
  }
}
