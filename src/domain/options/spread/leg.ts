import { legSign, type OrderLeg } from '../../orders/legs.ts';
import { expirationSeconds } from '../expirations.ts';
import { isOptionSymbol, parseOptionSymbol, underlyingOf } from '../../symbols/symbol.ts';

/** What a leg of a spread trades. */
export type LegKind = 'call' | 'put' | 'stock';

/** One leg of a spread: a contract, or shares of its underlying. */
export interface SpreadLeg extends OrderLeg {
  readonly kind: LegKind;
  /** Dollars; 0 for a stock leg. */
  readonly strike: number;
  /** UTC ms; Infinity for a stock leg. */
  readonly expirationMs: number;
}

/** A leg with what its symbol says of it; null for a malformed option symbol. */
export function legOf({ symbol, side, ratio }: OrderLeg): SpreadLeg | null {
  if (!isOptionSymbol(symbol))
    return symbol === '' ? null : { symbol, side, ratio, kind: 'stock', strike: 0, expirationMs: Infinity };
  const parts = parseOptionSymbol(symbol);
  if (parts === null) return null;
  return {
    symbol,
    side,
    ratio,
    kind: parts.right === 'C' ? 'call' : 'put',
    strike: parts.strike,
    expirationMs: expirationSeconds(parts.expiration) * 1000,
  };
}

/** Contracts of a leg in one unit, positive for a purchase and negative for a sale. */
export const signedRatio = (leg: OrderLeg): number => legSign(leg) * leg.ratio;

/** The same spread from the other side of the trade. */
export function flipLegs<Leg extends OrderLeg>(legs: readonly Leg[]): Leg[] {
  return legs.map((leg) => ({ ...leg, side: leg.side === 'Buy' ? 'Sell' : 'Buy' }));
}

/** Greatest common divisor of all ratios; 1 when one of them is not a whole number above 0. */
export function commonRatio(legs: readonly Pick<OrderLeg, 'ratio'>[]): number {
  if (legs.length === 0 || legs.some(({ ratio }) => !Number.isSafeInteger(ratio) || ratio <= 0)) return 1;
  return legs.map(({ ratio }) => ratio).reduce(commonDivisor);
}

function commonDivisor(first: number, second: number): number {
  return second === 0 ? first : commonDivisor(second, first % second);
}

/** The legs with the smallest whole ratios. One unit of the given legs is `units` of the reduced ones. */
export function reduceRatios<Leg extends OrderLeg>(
  legs: readonly Leg[],
): { readonly legs: readonly Leg[]; readonly units: number } {
  const units = commonRatio(legs);
  return { legs: units === 1 ? legs : legs.map((leg) => ({ ...leg, ratio: leg.ratio / units })), units };
}

/** When the first contract of the spread expires, UTC ms; null without one. */
export function nearestExpirationMs(legs: readonly Pick<SpreadLeg, 'expirationMs'>[]): number | null {
  const nearest = Math.min(...legs.map(({ expirationMs }) => expirationMs));
  return Number.isFinite(nearest) ? nearest : null;
}

/** The stock or fund that all legs are about; null when they differ, and without legs. */
export function underlyingOfLegs(legs: readonly Pick<OrderLeg, 'symbol'>[]): string | null {
  const roots = new Set(legs.map(({ symbol }) => underlyingOf(symbol)));
  const [root] = roots;
  return roots.size === 1 && root !== undefined ? root : null;
}
