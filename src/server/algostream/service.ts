import type { ModifyStrategyResult } from '../../domain/strategy/enumerations.ts';
import type { Body, Message } from '../../protocol/index.ts';
import type { InstanceKey } from '../storage/strategy-store.ts';
import type { RunReports, StopNotices } from './runs/report-services.ts';
import type { StrategyTemplate } from './library/templates.ts';

export type WireStrategy = Body<'strategies'>['Items'][number];
export type WireInstance = WireStrategy['Instances'][number];
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
  | 'strategyRunsStopped';
/** What is told without being asked for, to every connection of the user that has chosen the account. */
export type StrategyPush = Extract<Message<'trading', 'toClient'>, { readonly name: PushName }>;

export interface Modified {
  readonly result: ModifyStrategyResult;
  /** Why not; empty when it went well. */ readonly message: string;
}

/** Who runs a strategy, and on what account: those of the verified session. */
export interface Runner {
  readonly userId: string;
  readonly account: string;
}
export type StartOf<
  Name extends 'startStrategy' | 'startPublicStrategy' | 'startBacktest' | 'startPublicBacktest',
> = Body<Name>;

/** AlgoStream: strategies of users, public ones, and their runs. Whether somebody may use it at all is the caller's question. */
export interface StrategyService {
  readonly reports: RunReports;
  readonly stops: StopNotices;
  /** Ends what a former process left running, then takes starts. */
  start(): Promise<void>;
  /** Stops every run: the orders of live ones are cancelled. */
  stop(): Promise<void>;
  /** The user's own with their instances of the account. */
  own(runner: Runner): Promise<WireStrategy[]>;
  publicOnes(runner: Runner): Promise<WireStrategy[]>;
  templates(): readonly StrategyTemplate[];
  load(
    userId: string,
    name: string,
  ): Promise<{ readonly code: string; readonly parameters: string } | undefined>;
  /** Undefined when there is no strategy of that name. */
  status(
    runner: Runner,
    name: string,
  ): Promise<{ readonly strategyId: number; readonly instances: readonly WireInstance[] } | undefined>;
  /** Orders after a serial, at most `limit`, and the serial to go on after; undefined when there is no such instance. */
  orders(
    key: InstanceKey,
    afterSerial: number,
    limit: number,
  ): Promise<{ readonly orders: readonly WireOrder[]; readonly lastSerial: number } | undefined>;
  save(userId: string, source: Body<'saveAlgoTradingStrategy'>): Promise<Modified>;
  update(userId: string, source: Body<'updateAlgoTradingStrategy'>): Promise<Modified>;
  remove(userId: string, name: string): Promise<Modified>;
  removeInstance(runner: Runner, name: string, instanceId: string): Promise<Modified>;
  /** Each of these resolves with why it was refused; undefined once the run is under way (or ending). */
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
  /** Hears what happens to the user's strategies; of instances only those of the account. */
  listen(runner: Runner, listener: (push: StrategyPush) => void): () => void;
}
