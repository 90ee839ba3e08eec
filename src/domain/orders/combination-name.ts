import { legOf, recognize, type StrategyName } from '../options/spread/index.ts';
import type { OrderLeg } from './legs.ts';

/** The name of the combination that legs make, whichever way it is traded. */
export function combinationName(legs: readonly OrderLeg[]): StrategyName {
  const read = legs.flatMap((leg) => legOf(leg) ?? []);
  return read.length === legs.length ? recognize(read) : 'Custom';
}
