import { BayesianSearch, MAX_BAYESIAN_RUNS } from './bayesian.ts';
import { GridSearch, RandomSearch } from './plain-searches.ts';
import { MAX_RUNS, type SearchSpace } from './space.ts';
import type { ParameterSearch, SearchRandom } from './types.ts';

/** The ways to choose the sets that are run. */
export const SEARCH_KINDS = ['grid', 'random', 'bayes'] as const;
/** A way to choose the sets. */
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** The most runs of a search. */
export const MAX_RUNS_OF = { grid: MAX_RUNS, random: MAX_RUNS, bayes: MAX_BAYESIAN_RUNS } satisfies Record<
  SearchKind,
  number
>;

/** Starts a search. `runCount`: of a random or Bayesian search, at most `MAX_RUNS_OF`; a grid, which must have no `gridProblem`, runs every combination. */
export function createSearch(
  kind: SearchKind,
  space: SearchSpace,
  { runCount, random }: { readonly runCount: number; readonly random: SearchRandom },
): ParameterSearch {
  switch (kind) {
    case 'grid':
      return new GridSearch(space);
    case 'random':
      return new RandomSearch(space, runCount, random);
    case 'bayes':
      return new BayesianSearch(space, runCount, random);
  }
}
