import type { PriceE4 } from '../money/price.ts';

/**
 * The national best bid and offer at one moment, as a journal record holds it. Of a multi-leg order the net quote of one unit, whose prices may be
 * negative. A size of 0 means no quote on that side.
 */
export interface RecordedQuote {
  readonly bidE4: PriceE4;
  readonly bidSize: number;
  readonly askE4: PriceE4;
  readonly askSize: number;
}

/** True when both sides are quoted: only then is there a midpoint. */
const isTwoSided = ({ bidSize, askSize }: RecordedQuote): boolean => bidSize > 0 && askSize > 0;

/** Twice the midpoint, which is an integer where the midpoint may be none; undefined without a quote on both sides. */
export const doubledMidE4 = (quote: RecordedQuote | undefined): number | undefined =>
  quote !== undefined && isTwoSided(quote) ? quote.bidE4 + quote.askE4 : undefined;
