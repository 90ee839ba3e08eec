import type { BacktestDataType, ModifyStrategyResult } from '../../domain/strategy/enumerations.ts';
import type { Body } from '../../protocol/index.ts';
import type { RunReports } from './report-types.ts';
import type { Outcome, Readable } from '../readable.ts';

export type { RunEquity, RunLogLine, StoppedRun } from './report-types.ts';

/** AlgoStream as the browser knows it. Entities have their wire form: money in dollars, times UTC ms. */

export type WireStrategy = Body<'strategies'>['Items'][number];
export type WireStrategyInstance = WireStrategy['Instances'][number];
export type WireStrategyOrder = Body<'strategyOrders'>['Items'][number];
export type StrategyReturns = Body<'capitalReturns'>['Returns'];
export type StrategyTemplate = Body<'strategyTemplates'>['Items'][number];

export interface StrategiesState {
  /** Both lists have come. False again while signed out. */
  readonly isLoaded: boolean;
  /** The user's own, by name, each with its instances of the chosen account, oldest first. */
  readonly own: readonly WireStrategy[];
  /** Public ones (`Id` above 0) with the user's instances of them. */
  readonly public: readonly WireStrategy[];
}

export interface StrategySource {
  readonly name: string;
  readonly code: string;
  readonly parameters: string;
}

/** What became of a save, an update or a removal: a result of the server, or Failed when none came (demo, no permission, connection). The message can be shown; empty when it went well. */
export interface ModifyOutcome {
  readonly result: ModifyStrategyResult | 'Failed';
  readonly message: string;
}

/** What the start dialogs gather, in wire form: parameters, trading intervals, limits (-1 = none). */
export type StrategyStart = Omit<Body<'startStrategy'>, 'Name' | 'InstanceId' | 'Code' | 'Account'>;
/** Of a backtest also the period, UTC ms (the end already with its 23:59:59), and on what data. */
export interface BacktestStart extends StrategyStart {
  readonly From: number;
  readonly To: number;
  readonly DataType: BacktestDataType;
}

/** What to run: an own strategy with the code as the editor has it, or a public one by its id. */
export type StrategyToRun =
  { readonly name: string; readonly code: string } | { readonly name: string; readonly publicId: number };

export type StartOutcome =
  { readonly ok: true; readonly instanceId: string } | { readonly ok: false; readonly message: string };

/**
 * `added`: an instance appeared. `updated`: its status, progress, message or returns changed. `force-updated`: all of it was loaded anew (its
 * parameters were read, or its status was asked for). `removed`: it is gone. `isOwn`: it was started (or resumed) by this very client, so that its
 * prompts and errors are shown here and nowhere else.
 */
export interface StrategyEvent {
  readonly kind: 'added' | 'updated' | 'force-updated' | 'removed';
  readonly name: string;
  /** 0: an own strategy. */
  readonly strategyId: number;
  readonly instance: WireStrategyInstance;
  readonly isOwn: boolean;
}

export interface StrategyOrdersState {
  /** All orders so far have come. */
  readonly isLoaded: boolean;
  /** Oldest first; grows while the instance runs. Replaced, never changed. */
  readonly orders: readonly WireStrategyOrder[];
  /** Why they could not be loaded; null when nothing went wrong. */
  readonly error: string | null;
}

/** The user's strategies and their runs. Calls resolve with an outcome whose message can be shown; those that load reject with an Error of such a message. */
export interface Strategies extends Readable<StrategiesState> {
  /** Asks for both lists. Once asked for they are kept up to date, also over a lost connection. */
  load(): Promise<void>;
  templates(): Promise<readonly StrategyTemplate[]>;
  /** Code and parameters of an own strategy. */
  source(name: string): Promise<StrategySource>;
  save(source: StrategySource): Promise<ModifyOutcome>;
  /** Saves over `originalName`; another name renames it. */
  update(originalName: string, source: StrategySource): Promise<ModifyOutcome>;
  remove(name: string): Promise<ModifyOutcome>;
  removeInstance(name: string, instanceId: string): Promise<ModifyOutcome>;
  /** A live run on the chosen account. With the id of one of its live runs that has ended, that one goes on. Resolves once the server has taken it: what becomes of it comes as events. */
  start(what: StrategyToRun, start: StrategyStart, instanceId?: string): Promise<StartOutcome>;
  /** With the id of a backtest that has ended, that one is run anew. */
  backtest(what: StrategyToRun, start: BacktestStart, instanceId?: string): Promise<StartOutcome>;
  /** Runs a backtest that asked what data to use. */
  resume(name: string, instanceId: string, dataType: BacktestDataType): Promise<StartOutcome>;
  stop(name: string, instanceId: string): Promise<Outcome>;
  /** Loads the status of all instances of a strategy (with `includeOrders`, also their orders), debounced by one second per strategy. */
  refresh(name: string, includeOrders?: boolean): void;
  /** Orders of an instance: loaded, and kept up to date, while somebody subscribes. The same object for the same instance. */
  orders(name: string, instanceId: string): Readable<StrategyOrdersState>;
  /** Equity curves, logs, and notices of stopped runs. */
  readonly reports: RunReports;
  onEvent(listener: (event: StrategyEvent) => void): () => void;
}
