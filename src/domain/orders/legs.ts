import { CONTRACT_SHARES } from '../symbols/contract-shares.ts';
import { displaySymbol, isOptionSymbol, parseOptionSymbol } from '../symbols/symbol.ts';

/** Legs of one order at most. */
export const MAX_LEGS = 4;
/** Contracts (or lots of 100 shares) of one leg in one unit of an order at most. */
export const MAX_LEG_RATIO = 99;

/** The sides of a leg of a multi-leg order. */
export const LEG_SIDES = ['Buy', 'Sell'] as const;
/** The side of a leg. */
export type LegSide = (typeof LEG_SIDES)[number];

/** One leg of a multi-leg order: an option, or shares of its underlying. */
export interface OrderLeg {
  readonly symbol: string;
  readonly side: LegSide;
  /** Contracts of one unit of the order; of shares lots of 100. */
  readonly ratio: number;
}

/** Contracts (of a stock: shares) of a leg in a number of units. */
export const legQuantity = ({ symbol, ratio }: OrderLeg, units: number): number =>
  units * ratio * (isOptionSymbol(symbol) ? 1 : CONTRACT_SHARES);

/** 1 for a leg that is bought, -1 for one that is sold. */
export const legSign = ({ side }: Pick<OrderLeg, 'side'>): 1 | -1 => (side === 'Buy' ? 1 : -1);

/**
 * Under which key the book lists an open order: its symbol, or for a multi-leg order a key that no symbol has, because it is no order in its
 * underlying.
 */
export const listKeyOf = ({ symbol, legs }: { readonly symbol: string; readonly legs?: unknown }): string =>
  legs === undefined ? symbol : `+${symbol}`;

/** What names an order to the check for duplicates: its symbol, or its underlying with all its legs. */
export const twinKeyOf = (order: {
  readonly symbol: string;
  readonly legs?: readonly OrderLeg[] | undefined;
}): string =>
  order.legs === undefined
    ? order.symbol
    : [listKeyOf(order), ...order.legs.map(({ side, ratio, symbol }) => `${side}${ratio}${symbol}`)].join(
        ' ',
      );

/** The symbols that an order trades: its own, or those of its legs. */
export const tradedSymbols = ({
  symbol,
  legs,
}: {
  readonly symbol: string;
  readonly legs?: readonly OrderLeg[] | undefined;
}): readonly string[] => (legs === undefined ? [symbol] : legs.map((leg) => leg.symbol));

/** True when both orders have equal legs in equal sequence, or neither has legs. */
export function areSameLegs(a: readonly OrderLeg[] | undefined, b: readonly OrderLeg[] | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.length === b.length &&
    a.every((leg, index) => {
      const twin = b[index];
      return leg.symbol === twin?.symbol && leg.side === twin.side && leg.ratio === twin.ratio;
    })
  );
}

/** The message about invalid legs of an order on `underlying`; undefined when the legs are valid. */
export function legsProblem(underlying: string, legs: readonly OrderLeg[]): string | undefined {
  if (legs.length < 2) return 'A multi-leg order has at least two legs.';
  if (legs.length > MAX_LEGS) return `A multi-leg order has at most ${MAX_LEGS} legs.`;
  for (const { symbol, ratio } of legs) {
    if (!Number.isSafeInteger(ratio) || ratio < 1 || ratio > MAX_LEG_RATIO)
      return `The ratio of ${displaySymbol(symbol)} must be a whole number from 1 to ${MAX_LEG_RATIO}.`;
    if (symbol !== underlying && parseOptionSymbol(symbol)?.underlying !== underlying)
      return `${displaySymbol(symbol)} is neither ${underlying} nor an option on it.`;
  }
  if (new Set(legs.map(({ symbol }) => symbol)).size < legs.length) return 'Two legs have the same symbol.';
  if (!legs.some(({ symbol }) => isOptionSymbol(symbol))) return 'A multi-leg order has at least one option.';
  const divisor = legs.map(({ ratio }) => ratio).reduce(greatestDivisor);
  return divisor > 1
    ? `All ratios can be divided by ${divisor}: divide them and multiply the quantity instead.`
    : undefined;
}

/** The greatest whole number that divides both. */
export function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
