import type { PriceE4 } from '../../money/price.ts';
import type { OrderLeg } from '../../orders/legs.ts';
import { signedRatio } from './leg.ts';

/** Best bid and ask of a leg; 0 = none. */
export interface LegQuote {
  readonly bidE4: PriceE4;
  readonly askE4: PriceE4;
}

/**
 * Net prices of one unit, E4 a share; null where a leg lacks the quote for it. Positive = a debit: the amount that a buyer of the unit
 * pays. Negative = a credit.
 */
export interface NetQuote {
  /** What the unit can be sold for: legs bought in it at their bid, legs sold in it at their ask. */
  readonly bidE4: PriceE4 | null;
  readonly middleE4: PriceE4 | null;
  /** What the unit can be bought for. */
  readonly offerE4: PriceE4 | null;
}

/** A quote with a bid above its ask has no price that both sides stand behind. */
const isCrossed = ({ bidE4, askE4 }: LegQuote): boolean => bidE4 > 0 && askE4 > 0 && bidE4 > askE4;

/** Net bid, middle and offer of one unit from the quotes of its legs; no figure where a quote is missing, 0 or crossed. */
export function netQuote(
  legs: readonly OrderLeg[],
  quoteOf: (symbol: string) => LegQuote | undefined,
): NetQuote {
  const bidE4 = netAt(legs, quoteOf, (isBought) => (isBought ? 'bidE4' : 'askE4'));
  const offerE4 = netAt(legs, quoteOf, (isBought) => (isBought ? 'askE4' : 'bidE4'));
  return {
    bidE4,
    offerE4,
    middleE4: bidE4 === null || offerE4 === null ? null : Math.round((bidE4 + offerE4) / 2),
  };
}

function netAt(
  legs: readonly OrderLeg[],
  quoteOf: (symbol: string) => LegQuote | undefined,
  sideOf: (isBought: boolean) => keyof LegQuote,
): PriceE4 | null {
  if (legs.length === 0) return null;
  let sum = 0;
  for (const leg of legs) {
    const quote = quoteOf(leg.symbol);
    const priceE4 = quote === undefined || isCrossed(quote) ? 0 : quote[sideOf(leg.side === 'Buy')];
    if (!(priceE4 > 0)) return null;
    sum += signedRatio(leg) * priceE4;
  }
  return Number.isFinite(sum) ? sum : null;
}
