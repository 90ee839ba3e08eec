import type { ModifyStrategyResult } from '../../domain/strategy/enumerations.ts';
import type { Body, Message } from '../../protocol/index.ts';
import type { InstanceKey } from '../storage/strategy-store.ts';
import type { StrategyVersionStore } from '../storage/strategy-version-store.ts';
import type { ChartStudies } from './chart-studies/chart-study-service.ts';
import type { StrategyGates } from './gates/gate-service.ts';
import type { StrategyTemplate } from './library/templates.ts';
import type { Optimizations } from './optimizations/optimization-service.ts';
import type { RunReconciliations } from './reconciliation/reconciliation-service.ts';
import type { StrategyAlertListener } from './runs/strategy-alerts.ts';
import type { RunReports, StopNotices } from './runs/report-services.ts';

export { MAX_STRATEGY_CODE_CHARACTERS, MAX_STRATEGY_PARAMETERS_CHARACTERS } from '../../protocol/index.ts';

/** A strategy in a list, with its instances of one account, in wire form. */
export type WireStrategy = Body<'strategies'>['Items'][number];
/** A backtest or live run in wire form: money in dollars, times in UTC ms. */
export type WireInstance = WireStrategy['Instances'][number];
/** An order of an instance in wire form. */
export type WireOrder = Body<'strategyOrders'>['Items'][number];

type PushName =
  | 'strategyStatusUpdate'
  | 'strategyParameters'
  | 'strategyStarted'
  | 'backtestingStarted'
  | 'strategySaved'
  | 'strategyDeleted'
  | 'strategyInstanceRemoved'
  | 'strategyStockOrder'
  | 'strategyOptionOrder'
  | 'backtestOrderExecuted'
  | 'backtestOrderCancelled'
  | 'capitalReturns'
  | 'strategyRunsStopped'
  | 'strategyAlert'
  | 'optimizationStatus'
  | 'optimizationRemoved'
  | 'strategyGatesStatus';
/** A message that is pushed without a request, to the connections of a user that have selected the account. */
export type StrategyPush = Extract<Message<'trading', 'toClient'>, { readonly name: PushName }>;

/** Outcome of a change of strategies or instances. */
export interface Modified {
  readonly result: ModifyStrategyResult;
  /** Reason of a failure as text for the user; empty after a success. */
  readonly message: string;
}

/** The user of a verified session and the account that the session has selected. */
export interface Runner {
  readonly userId: string;
  readonly account: string;
}
/** Body of a request that starts a run. */
export type StartOf<
  Name extends 'startStrategy' | 'startPublicStrategy' | 'startBacktest' | 'startPublicBacktest',
> = Body<Name>;

/** A strategy with its instances of an account. */
export interface StrategyStatus {
  /** 0 for a strategy of the user, above 0 for a public one. */
  readonly strategyId: number;
  readonly instances: readonly WireInstance[];
}

/** Some of the orders of an instance, oldest first. */
export interface StrategyOrdersPage {
  readonly orders: readonly WireOrder[];
  /** Serial after which the next page begins. */
  readonly lastSerial: number;
}

/** The runs of all users now. */
export interface RunCounts {
  readonly live: number;
  /** With those that wait. */
  readonly backtests: number;
  /** Backtests that wait for their turn. */
  readonly waitingBacktests: number;
}

/** AlgoStream: strategies of users, public strategies, and their runs. The caller checks whether the user may use AlgoStream. */
export interface StrategyService {
  readonly reports: RunReports;
  readonly stops: StopNotices;
  readonly reconciliations: RunReconciliations;
  readonly optimizations: Optimizations;
  /** Studies of charts that users write. */
  readonly chartStudies: ChartStudies;
  /** Checks before a live start. */
  readonly gates: StrategyGates;
  /** Versions of strategies of users; none of public ones. */
  readonly versions: Pick<StrategyVersionStore, 'versions' | 'version'>;
  /** Ends the runs that an earlier process left open, then accepts starts. */
  start(): Promise<void>;
  runCounts(): RunCounts;
  /** Live runs of a user now. */
  liveRunCount(userId: string): number;
  /** Stops every run; the orders of live runs are cancelled. */
  stop(): Promise<void>;
  /** The strategies of the user, by name. */
  personalStrategies(runner: Runner): Promise<WireStrategy[]>;
  /** The public strategies with the user's instances of them. */
  publicStrategies(runner: Runner): Promise<WireStrategy[]>;
  templates(): readonly StrategyTemplate[];
  /** Code and parameters of a strategy of the user; undefined when there is none of that name. */
  load(
    userId: string,
    name: string,
  ): Promise<{ readonly code: string; readonly parameters: string } | undefined>;
  /** Undefined when there is no strategy of that name. */
  status(runner: Runner, name: string): Promise<StrategyStatus | undefined>;
  /** At most `limit` orders after a serial; undefined when there is no such instance. */
  orders(key: InstanceKey, afterSerial: number, limit: number): Promise<StrategyOrdersPage | undefined>;
  /** `userAgent`: of the browser that saves; it is kept with the version. */
  save(userId: string, source: Body<'saveAlgoTradingStrategy'>, userAgent?: string): Promise<Modified>;
  update(userId: string, source: Body<'updateAlgoTradingStrategy'>, userAgent?: string): Promise<Modified>;
  remove(userId: string, name: string): Promise<Modified>;
  removeInstance(runner: Runner, name: string, instanceId: string): Promise<Modified>;
  /** Each of the next four resolves with the reason of a refusal, or undefined once the run has started (or is stopping). */
  startLive(
    runner: Runner,
    start: StartOf<'startStrategy'> | StartOf<'startPublicStrategy'>,
  ): Promise<string | undefined>;
  startBacktest(
    runner: Runner,
    start: StartOf<'startBacktest'> | StartOf<'startPublicBacktest'>,
  ): Promise<string | undefined>;
  resume(runner: Runner, resume: Body<'resumeBacktest'>): Promise<string | undefined>;
  stopRun(key: InstanceKey): Promise<string | undefined>;
  /** Sets or removes the schedule of a live run. Resolves with the reason of a refusal. */
  setSchedule(runner: Runner, body: Body<'setStrategySchedule'>): Promise<string | undefined>;
  /** Notifies of changes of the user's strategies, and of the instances of the account. Returns a function that unsubscribes. */
  listen(runner: Runner, listener: (push: StrategyPush) => void): () => void;
  /** Notifies of the alerts that live runs of all users send. Returns a function that unsubscribes. */
  listenToAlerts(listener: StrategyAlertListener): () => void;
}
