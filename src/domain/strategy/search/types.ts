import type { Point } from './space.ts';

/** Seeded numbers: the same seed makes the same search. */
export interface SearchRandom {
  /** Uniform in [0, 1). */
  next(): number;
}

/** The result of a run. */
export interface Trial {
  readonly point: Point;
  /** What is maximised; null when the run failed or the objective has no value. */
  readonly score: number | null;
}

/** Chooses the sets of parameters that are run. No set is chosen twice. */
export interface ParameterSearch {
  /** Runs of the whole search. */
  readonly runCount: number;
  /** True when each batch depends on the results of all earlier ones: the next batch is requested when they are complete. */
  readonly isAdaptive: boolean;
  /** The next batch; empty at the end. `results`: those that came since the last call, in the order in which their sets were chosen. */
  next(results: readonly Trial[]): readonly Point[];
}
