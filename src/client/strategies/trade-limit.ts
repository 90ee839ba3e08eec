import { tradeLimitLabel } from '../../domain/strategy/limits.ts';
import type { WireStrategyInstance } from './types.ts';

/** The largest limit of the instances, as the server lists it: a start, or a removal, changes it. */
export function tradeLimitOf(instances: readonly WireStrategyInstance[]): string {
  const limits = instances.map(({ ShareLimit, DollarLimit }) => Math.max(ShareLimit, DollarLimit));
  return tradeLimitLabel(limits.some((limit) => limit < 0) ? -1 : Math.max(-1, ...limits), -1);
}
