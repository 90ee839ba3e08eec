import { err, ok, type Result } from '../../../../domain/assert/assert.ts';
import type { Point, SearchSpace } from '../../../../domain/strategy/search/space.ts';
import type { StrategyDescription } from '../../runtime/types.ts';

/** Describes the sets of a search. */
export interface SetDescriptions<Problem> {
  describe(point: Point): Promise<Result<StrategyDescription, Problem>>;
  /** True for a problem that every set has, such as an unknown parameter. False: the code refuses this combination. */
  isOfAllSets(problem: Problem): boolean;
}

/**
 * Describes the sets of the first and of the last values, so that a wrong parameter is reported before anything runs. The strategy may refuse one of them
 * by itself, as a combination that makes no sense; such sets fail one by one. Returns the description that needs more bars before the period.
 */
export async function describedEnds<Problem>(
  space: SearchSpace,
  { describe, isOfAllSets }: SetDescriptions<Problem>,
): Promise<Result<StrategyDescription, Problem>> {
  const first = await describe(space.map(() => 0));
  if (!first.ok && isOfAllSets(first.error)) return first;
  const last = await describe(space.map(({ size }) => size - 1));
  if (!last.ok && isOfAllSets(last.error)) return last;
  if (!last.ok) return first.ok ? first : err(first.error);
  if (!first.ok) return last;
  return ok(first.value.warmUpBars > last.value.warmUpBars ? first.value : last.value);
}
