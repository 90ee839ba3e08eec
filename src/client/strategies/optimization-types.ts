import type { Body } from '../../protocol/index.ts';
import type { Outcome, Readable } from '../readable.ts';
import type { StrategyToRun } from './strategy-to-run.ts';

/** A search for parameters of a strategy, as it is now: money in dollars, times in host UTC ms. */
export type WireOptimization = Body<'optimizations'>['Items'][number];
/** A set of a search that has run, with its figures. */
export type WireOptimizationSet = Body<'optimizationSets'>['Items'][number];
/** The terms of a search: those of a backtest, the ranges of parameters, and how they are searched. */
export type OptimizationTerms = Omit<WireOptimization['Terms'], 'Account'>;
/** A parameter that a strategy declares, with its value. */
export type DeclaredParameter = Body<'strategyDescribed'>['Parameters'][number];

/** The searches of the user. Replaced on each change, never modified. */
export interface OptimizationsState {
  /** The list has been received. */
  readonly isLoaded: boolean;
  /** Oldest first. */
  readonly items: readonly WireOptimization[];
}

/** Outcome of a start; the message of a refusal can be shown to the user. */
export type OptimizationStart =
  { readonly ok: true; readonly optimizationId: string } | { readonly ok: false; readonly message: string };

/** Searches for parameters. Loads reject with an Error whose message can be shown to the user. */
export interface Optimizations extends Readable<OptimizationsState> {
  /** Loads the list. It is kept up to date afterwards, and loaded again after a lost connection. */
  load(): Promise<void>;
  /** The parameters that a strategy declares, with the values that they have by this parameter text. */
  describe(strategy: StrategyToRun, parameters: string): Promise<readonly DeclaredParameter[]>;
  start(strategy: StrategyToRun, terms: OptimizationTerms): Promise<OptimizationStart>;
  /** Stops a search and resolves once it has ended. */
  stop(optimizationId: string): Promise<Outcome>;
  /** Removes a search that does not run, with its sets. */
  remove(optimizationId: string): Promise<Outcome>;
  /** Some of the sets after a serial (0 = from the first); `hasMore`: more of them have run. */
  sets(
    optimizationId: string,
    after: number,
  ): Promise<{ readonly items: readonly WireOptimizationSet[]; readonly hasMore: boolean }>;
}
