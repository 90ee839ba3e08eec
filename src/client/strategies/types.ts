import type { CostSettings } from '../../domain/strategy/costs/settings.ts';
import type { BacktestDataType, ModifyStrategyResult } from '../../domain/strategy/enumerations.ts';
import type { RunSchedule } from '../../domain/strategy/schedule-terms.ts';
import type { Body } from '../../protocol/index.ts';
import type { GateChecks } from './gate-types.ts';
import type { Optimizations } from './optimization-types.ts';
import type { Reconciliations } from './reconciliation-types.ts';
import type { RunReports } from './report-types.ts';
import type { StrategyStart, StrategyToRun } from './strategy-to-run.ts';
import type { Outcome, Readable } from '../readable.ts';

export type * from '../chart-studies/types.ts';
export type { ReconciledOrder, Reconciliations, RunSession } from './reconciliation-types.ts';
export type { GateChecks, GateChecksOfStrategy, WireGateCheck } from './gate-types.ts';
export type {
  DeclaredParameter,
  Optimizations,
  OptimizationTerms,
  WireOptimization,
  WireOptimizationSet,
} from './optimization-types.ts';
export type { StrategyStart, StrategyToRun } from './strategy-to-run.ts';
export type { RunEquity, RunLogLine, StoppedRun } from './report-types.ts';

/** Types of AlgoStream in the browser. Entities have their wire form: money in dollars, times in UTC ms. */

/** A strategy in one of the lists, with its instances of the selected account. */
export type WireStrategy = Body<'strategies'>['Items'][number];
/** A backtest or live run of a strategy. Limits of -1 stand for none; trading intervals are minutes after midnight in New York. */
export type WireStrategyInstance = WireStrategy['Instances'][number];
/** An order of an instance, with the figures of its execution in dollars. */
export type WireStrategyOrder = Body<'strategyOrders'>['Items'][number];
/** Returns of an instance; null before its first fill. */
export type StrategyReturns = Body<'capitalReturns'>['Returns'];
/** Code that a new strategy can begin with. */
export type StrategyTemplate = Body<'strategyTemplates'>['Items'][number];

/** A version of a strategy without its code: every save with other code or parameters is one. Times in UTC ms. */
export type WireStrategyVersion = Body<'strategyVersions'>['Items'][number];

/** Code and parameters of a version. */
export type StrategyVersionSource = Pick<StrategySource, 'code' | 'parameters'>;

/** The versions of the user's strategies. Loads reject with an Error whose message can be shown to the user. */
export interface StrategyVersions {
  /** Loads all versions that are kept, newest first; none of a public strategy. */
  list(name: string): Promise<readonly WireStrategyVersion[]>;
  /** Loads code and parameters of a version. */
  source(name: string, version: number): Promise<StrategyVersionSource>;
}

/** Both lists of strategies. Replaced on each change, never modified. */
export interface StrategiesState {
  /** Both lists have been received. False again after sign-out. */
  readonly isLoaded: boolean;
  /** The user's strategies by name (`Id` 0), each with its instances of the selected account, oldest first. */
  readonly personal: readonly WireStrategy[];
  /** The public strategies (`Id` above 0) with the user's instances of them. */
  readonly public: readonly WireStrategy[];
}

/** Name, code and default parameters of a strategy, as the editor shows them. */
export interface StrategySource {
  readonly name: string;
  readonly code: string;
  readonly parameters: string;
}

/**
 * Outcome of a save, an update or a removal: the result from the server, or `Failed` without one (demo session, missing permission, lost
 * connection). The message can be shown to the user; it is empty after a success.
 */
export interface ModifyOutcome {
  readonly result: ModifyStrategyResult | 'Failed';
  readonly message: string;
}

/** Terms of a backtest: also the period in UTC ms, whose end includes the last day up to 23:59:59, and the data to use. */
export interface BacktestStart extends StrategyStart {
  readonly From: number;
  readonly To: number;
  readonly DataType: BacktestDataType;
  /** Absent: bars fill orders in full, with the fees of the account. */
  readonly Costs?: CostSettings | undefined;
}

/** When a live run starts and stops by itself. `IsOn` false: the times are kept, and nothing starts or stops by them. */
export interface ScheduleTerms extends RunSchedule {
  readonly IsOn: boolean;
}

/** Outcome of a start; the message of a refusal can be shown to the user. */
export type StartOutcome =
  { readonly ok: true; readonly instanceId: string } | { readonly ok: false; readonly message: string };

/**
 * A change of an instance. `added`: it is new in the list. `updated`: its status, progress, message or returns changed. `force-updated`: its
 * parameters were read from the code, or its status was loaded on request. `removed`: it is no longer in the list.
 */
export interface StrategyEvent {
  readonly kind: 'added' | 'updated' | 'force-updated' | 'removed';
  readonly name: string;
  /** 0 for a strategy of the user, above 0 for a public one. */
  readonly strategyId: number;
  readonly instance: WireStrategyInstance;
  /** This client started or resumed the instance. Its prompts and errors are shown only here. */
  readonly isOwn: boolean;
}

/** A strategy that was saved, here or by another client of the user. `originalName`: the name that it had before, which may be the same; null = it is new. */
export interface SavedStrategy {
  readonly name: string;
  readonly originalName: string | null;
}

/** Orders of one instance. Replaced on each change, never modified. */
export interface StrategyOrdersState {
  /** All orders so far have been received. */
  readonly isLoaded: boolean;
  /** Oldest first; grows while the instance runs. */
  readonly orders: readonly WireStrategyOrder[];
  /** Why the orders could not be loaded, as text for the user; null without an error. */
  readonly error: string | null;
}

/**
 * The user's strategies and their runs. Commands resolve with an outcome whose message can be shown to the user; loads reject with an
 * Error that has such a message.
 */
export interface Strategies extends Readable<StrategiesState> {
  /** Loads both lists. After the first load they are kept up to date, and loaded again after a lost connection. */
  load(): Promise<void>;
  /** The templates of the server for new strategies. */
  templates(): Promise<readonly StrategyTemplate[]>;
  /** Loads code and parameters of a strategy of the user. */
  source(name: string): Promise<StrategySource>;
  /** Saves a new strategy. */
  save(source: StrategySource): Promise<ModifyOutcome>;
  /** Replaces the strategy `originalName`; a different name in `source` renames it. */
  update(originalName: string, source: StrategySource): Promise<ModifyOutcome>;
  /** Removes a strategy of the user with all of its instances. */
  remove(name: string): Promise<ModifyOutcome>;
  /** Removes an instance that is not running, with its orders and reports. */
  removeInstance(name: string, instanceId: string): Promise<ModifyOutcome>;
  /**
   * Starts a live run on the selected account; the id of a finished live run continues that run. Resolves once the server has accepted or
   * refused the start; later changes of the run are published as events.
   */
  start(strategy: StrategyToRun, start: StrategyStart, instanceId?: string): Promise<StartOutcome>;
  /** Starts a backtest; the id of a finished backtest runs that one again. Resolves as `start` does. */
  backtest(strategy: StrategyToRun, start: BacktestStart, instanceId?: string): Promise<StartOutcome>;
  /** Runs a backtest that stopped because the data it needs is missing or incomplete, on the given data. */
  resume(name: string, instanceId: string, dataType: BacktestDataType): Promise<StartOutcome>;
  /** Stops a run and resolves once it has ended. */
  stop(name: string, instanceId: string): Promise<Outcome>;
  /** Sets when a live run starts and stops by itself; null = only by hand. Starts and stops nothing at once. */
  setSchedule(name: string, instanceId: string, schedule: ScheduleTerms | null): Promise<Outcome>;
  /** Loads the status of all instances of a strategy (with `includeOrders`, also their orders), debounced by one second per strategy. */
  refresh(name: string, includeOrders?: boolean): void;
  /** Orders of an instance: loaded and kept up to date while there are subscribers. The same object for the same instance. */
  orders(name: string, instanceId: string): Readable<StrategyOrdersState>;
  readonly versions: StrategyVersions;
  /** Equity curves, logs, and notices of stopped runs. */
  readonly reports: RunReports;
  /** Searches for parameters. */
  readonly optimizations: Optimizations;
  /** Checks before a live start. */
  readonly gates: GateChecks;
  /** Comparisons of live runs with backtests. */
  readonly reconciliations: Reconciliations;
  /** Notifies of every change of an instance, until the returned function is called. */
  onEvent(listener: (event: StrategyEvent) => void): () => void;
  /** Notifies of every save of a strategy of the user, also by other clients, until the returned function is called. */
  onSaved(listener: (saved: SavedStrategy) => void): () => void;
}
