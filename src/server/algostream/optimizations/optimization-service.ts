import type { Body } from '../../../protocol/index.ts';

/** A search in wire form: money in dollars, times in host UTC ms. */
export type WireOptimization = Body<'optimizations'>['Items'][number];
/** A set that has run, in wire form. */
export type WireOptimizationSet = Body<'optimizationSets'>['Items'][number];

/** Searches for parameters of strategies. Commands resolve with the reason of a refusal as text for the user, or undefined once they are done. */
export interface Optimizations {
  /** The parameters that a strategy declares. */
  describe(userId: string, request: Body<'describeStrategy'>): Promise<Body<'strategyDescribed'>>;
  /** Starts a search. Its changes are pushed. */
  begin(userId: string, start: Body<'startOptimization'>): Promise<string | undefined>;
  /** Stops a search; resolves when it has ended. */
  stop(userId: string, optimizationId: string): Promise<string | undefined>;
  /** Removes a search that does not run, with its sets. */
  remove(userId: string, optimizationId: string): Promise<string | undefined>;
  /** The searches of a user, oldest first. */
  list(userId: string): Promise<WireOptimization[]>;
  /** At most `limit` sets after a serial; none of a search that does not exist. */
  sets(
    userId: string,
    optimizationId: string,
    page: { readonly after: number; readonly limit: number },
  ): Promise<WireOptimizationSet[]>;
}
