import { err, ok, type Result } from '../../../domain/assert/assert.ts';
import { toMoneyE4 } from '../../../domain/money/price.ts';
import { isFreeOfCosts, NO_COSTS, type CostSettings } from '../../../domain/strategy/costs/settings.ts';
import { MAX_RUNS_OF } from '../../../domain/strategy/search/search.ts';
import {
  gridProblem,
  parseAxis,
  spaceProblem,
  type Axis,
  type SearchSpace,
} from '../../../domain/strategy/search/space.ts';
import { MAX_OPTIMIZATION_SETS } from '../../../protocol/index.ts';
import { limitsOf } from '../runs/new-instance.ts';
import type { RunLimits } from '../runtime/types.ts';
import type { SearchTerms } from './engine/optimization.ts';
import type { PeriodTerms } from './engine/period-data.ts';
import type { WireOptimization } from './optimization-service.ts';

/** How often the results of the best set are drawn again. */
const MONTE_CARLO_RUNS = 1_000;

export type WireTerms = WireOptimization['Terms'];

/** The terms of a search, in the form of the engine. */
export interface CheckedSearch {
  readonly terms: SearchTerms;
  readonly period: PeriodTerms;
  readonly limits: RunLimits;
  /** Null = bars fill orders in full, with the fees of the account. */
  readonly costs: CostSettings | null;
}

/** The terms of a search, or why they are refused as text for the user. */
export function checkedSearch(wire: WireTerms, isPublic: boolean): Result<CheckedSearch, string> {
  const space = spaceOf(wire);
  if (!space.ok) return space;
  const { Search: search, RunCount: runCount } = wire;
  const limits = limitsOf({ ...wire, InstanceId: '' }, isPublic);
  if (!limits.ok) return limits;
  if (wire.From >= wire.To) return err('The period must end after it begins');
  if (search === 'grid') {
    const problem = gridProblem(space.value, MAX_OPTIMIZATION_SETS);
    if (problem !== undefined) return err(problem);
  } else if (runCount > MAX_RUNS_OF[search])
    return err(`A search of this kind has at most ${MAX_RUNS_OF[search]} runs`);
  const { Costs = NO_COSTS, From: fromMs, To: toMs, DataType: dataType } = wire;
  return ok({
    terms: {
      space: space.value,
      search,
      runCount,
      objective: wire.Objective,
      minTrades: wire.MinTrades,
      walkForward: undefined,
      monteCarloRuns: MONTE_CARLO_RUNS,
      capitalE4: wire.Capital === null ? null : toMoneyE4(wire.Capital),
      searchSeed: wire.Seed,
    },
    period: { fromMs, toMs, dataType, acceptsIncomplete: dataType === 'AvailableMinute' },
    limits: limits.value,
    costs: isFreeOfCosts(Costs) ? null : Costs,
  });
}

function spaceOf({ Ranges }: WireTerms): Result<SearchSpace, string> {
  const space: Axis[] = [];
  for (const { Name, Values } of Ranges) {
    const axis = parseAxis(Name, Values);
    if (axis === undefined)
      return err(`${Name}: write a range as 5:50:5 (from, to, step), or a list as 5,10`);
    if (!axis.ok) return err(`${Name}: ${axis.error}`);
    space.push(axis.value);
  }
  const problem = spaceProblem(space);
  return problem === undefined ? ok(space) : err(problem.message);
}
