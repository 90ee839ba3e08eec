import { legOf, reduceRatios, type SpreadLeg } from '../../../src/domain/options/spread/index.ts';
import { MAX_LEGS, type LegSide, type OrderLeg } from '../../../src/domain/orders/legs.ts';
import { underlyingOf } from '../../../src/domain/symbols/symbol.ts';
import type { SpreadState, StoredLeg } from './spread-schema.ts';

/** An edit of the legs: what they are afterwards, or why they stay as they are. */
export interface LegsEdit {
  readonly legs: readonly StoredLeg[];
  /** Message for the trader; null = done. */
  readonly refusal: string | null;
}

const done = (legs: readonly StoredLeg[]): LegsEdit => ({ legs, refusal: null });

/** The stored legs that are on an underlying; those on another one belong to a chain that is not on screen. Malformed ones are left out. */
export function legsOn(underlying: string, legs: readonly StoredLeg[]): readonly StoredLeg[] {
  return legs.filter((leg) => underlyingOf(leg.Symbol) === underlying && legOf(requestOf(leg)) !== null);
}

export const requestOf = ({ Symbol, Side, Ratio }: StoredLeg): OrderLeg => ({
  symbol: Symbol,
  side: Side,
  // No ratio is none that could be sent.
  ratio: Ratio ?? Number.NaN,
});

export const storedOf = ({ symbol, side, ratio }: OrderLeg): StoredLeg => ({
  Symbol: symbol,
  Side: side,
  Ratio: ratio,
});

/** The legs with strike and expiration. */
export function spreadLegs(legs: readonly StoredLeg[]): readonly SpreadLeg[] {
  return legs.flatMap((leg) => {
    const found = legOf(requestOf(leg));
    return found === null ? [] : [found];
  });
}

/**
 * Adds one contract to the legs. A contract that is a leg already counts up its ratio, or down when it is traded the other way; at 0 the
 * leg is removed. Legs on another underlying make way.
 */
export function withLeg(legs: readonly StoredLeg[], symbol: string, side: LegSide): LegsEdit {
  const shown = legsOn(underlyingOf(symbol), legs);
  const index = shown.findIndex(({ Symbol }) => Symbol === symbol);
  const known = shown[index];
  if (known === undefined) {
    if (shown.length >= MAX_LEGS)
      return { legs, refusal: `A spread has at most ${MAX_LEGS} legs. Remove one first.` };
    return done([...shown, { Symbol: symbol, Side: side, Ratio: 1 }]);
  }
  const ratio = (known.Ratio ?? 0) + (known.Side === side ? 1 : -1);
  if (ratio === 0) return done(shown.filter((_, at) => at !== index));
  // A ratio that was half typed starts from this contract.
  const next = ratio > 0 ? ratio : 1;
  return done(shown.map((leg, at) => (at === index ? { ...leg, Ratio: next } : leg)));
}

/** Changes a leg by its symbol. */
export function withChange(
  legs: readonly StoredLeg[],
  symbol: string,
  change: Partial<Pick<StoredLeg, 'Side' | 'Ratio'>>,
): readonly StoredLeg[] {
  return legs.map((leg) => (leg.Symbol === symbol ? { ...leg, ...change } : leg));
}

export const otherSide = (side: LegSide): LegSide => (side === 'Buy' ? 'Sell' : 'Buy');

/** Legs and quantity with the smallest whole ratios: the order stays the same. */
export function reduced({ Legs, Quantity, IsOn }: SpreadState): SpreadState {
  const { legs, units } = reduceRatios(Legs.map(requestOf));
  return { IsOn, Legs: legs.map(storedOf), Quantity: Quantity === null ? null : Quantity * units };
}
