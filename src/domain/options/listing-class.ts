import type { PriceE4 } from '../money/price.ts';

/**
 * How richly the options of an underlying are listed and how finely they are priced. `daily`: funds with an expiration on every
 * trading day and one-cent steps at every price. `weekly`: Friday expirations and penny steps below three dollars. `monthly`:
 * third Fridays only, and nickel steps.
 */
export type ListingClass = 'daily' | 'weekly' | 'monthly';

const CENT_E4 = 100;
const THREE_DOLLARS_E4 = 30_000;

/** Smallest price step (E4) of an option at a price. */
export function optionStepE4(listing: ListingClass, priceE4: PriceE4): PriceE4 {
  if (listing === 'daily') return CENT_E4;
  const isCheap = priceE4 < THREE_DOLLARS_E4;
  if (listing === 'weekly') return isCheap ? CENT_E4 : 5 * CENT_E4;
  return isCheap ? 5 * CENT_E4 : 10 * CENT_E4;
}

/** The highest legal price (E4) at or below an amount in E4, whole or not; 0 when there is none. */
export function legalAtOrBelowE4(listing: ListingClass, amountE4: PriceE4): PriceE4 {
  if (!(amountE4 > 0)) return 0;
  const step = optionStepE4(listing, amountE4);
  return Math.floor(tidy(amountE4 / step)) * step;
}

/** The lowest legal price (E4) at or above an amount in E4; at least one step. */
export function legalAtOrAboveE4(listing: ListingClass, amountE4: PriceE4): PriceE4 {
  const step = optionStepE4(listing, amountE4);
  return Math.max(1, Math.ceil(tidy(amountE4 / step))) * step;
}

/** Takes the last bits of a double off, so that 3.0000000000000004 steps are three. */
function tidy(steps: number): number {
  const whole = Math.round(steps);
  return Math.abs(steps - whole) < 1e-9 * Math.max(1, whole) ? whole : steps;
}
