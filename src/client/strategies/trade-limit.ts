import { tradeLimitLabel } from '../../domain/strategy/limits.ts';
import type { WireStrategyInstance } from './types.ts';

/**
 * Label of the largest limit of the instances, as the server lists it. The client computes it again after instances change, because
 * the server sends it only with the list.
 */
export function tradeLimitOf(instances: readonly WireStrategyInstance[]): string {
  const limits = instances.map(({ ShareLimit, DollarLimit }) => Math.max(ShareLimit, DollarLimit));
  return tradeLimitLabel(limits.some((limit) => limit < 0) ? -1 : Math.max(-1, ...limits), -1);
}
