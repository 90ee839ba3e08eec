import { tickSizeE4, type PriceE4 } from '../../../domain/money/price.ts';
import { priceAboveE4, priceBelowE4 } from './legal-price.ts';
import { uniform32 } from './noise.ts';
import type { Listing } from './universe/listing.ts';

/** Best bid and offer. */
export interface BidAsk {
  readonly bidE4: PriceE4;
  readonly askE4: PriceE4;
}

const MAX_MINUTES = 390;
const SPREADS_OF_DAY = Float64Array.from(
  { length: MAX_MINUTES },
  (_, minute) => 0.95 + 1.3 * Math.exp(-minute / 9) + 0.35 * Math.exp(-minute / 60),
);

/** How wide spreads are at a minute of the day, as a multiple of the calm middle: widest right after the open, narrowest near the close. */
function spreadOfDay(minute: number): number {
  return SPREADS_OF_DAY[minute] ?? 1;
}

/** How much is shown at the best prices at a minute of the day: little after the open, most before the close. */
export function depthOfDay(minute: number, minutes: number): number {
  return 1 - 0.55 * Math.exp(-minute / 20) + 1.3 * Math.exp(-(minutes - 1 - minute) / 22);
}

/** The usual spread of a symbol at a price and minute, in E4 and not rounded to price steps. */
export function usualSpreadE4(listing: Listing, priceE4: PriceE4, minute: number): PriceE4 {
  return ((priceE4 * listing.spreadBps) / 10_000) * spreadOfDay(minute);
}

/** A spread in E4, whole steps; `roll` is uniform in [0, 1). Symbols whose usual spread is below a step mostly show one. */
export function spreadE4Of(listing: Listing, priceE4: PriceE4, minute: number, roll: number): number {
  const stepE4 = tickSizeE4(priceE4);
  const usual = usualSpreadE4(listing, priceE4, minute) / stepE4;
  return Math.max(1, Math.round(usual * (0.6 + 0.8 * roll + 0.6 * roll ** 6))) * stepE4;
}

/** A quote of a spread with its bid at a price. */
export function quoteAbove(bidE4: PriceE4, spreadE4: PriceE4): BidAsk {
  return { bidE4, askE4: priceAboveE4(bidE4, spreadE4) };
}

/** A quote of a spread with its offer at a price. */
export function quoteBelow(askE4: PriceE4, spreadE4: PriceE4): BidAsk {
  return { bidE4: priceBelowE4(askE4, spreadE4), askE4 };
}

/** The quote with which a minute begins, which is also the one that the minute before ends with: the price they share is one of its sides. */
export function quoteAtStart(listing: Listing, key: number, minute: number, priceE4: PriceE4): BidAsk {
  const spreadE4 = spreadE4Of(listing, priceE4, minute, uniform32(listing.seed32, key, 304));
  return uniform32(listing.seed32, key, 305) < 0.5
    ? quoteAbove(priceE4, spreadE4)
    : quoteBelow(priceE4, spreadE4);
}
