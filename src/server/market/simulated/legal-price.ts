import { E4, tickSizeE4, type PriceE4 } from '../../../domain/money/price.ts';

/** The legal price nearest to an amount in dollars: whole cents from one dollar up, 1/10,000 below. Never below one step. */
export function legalPriceE4(dollars: number): PriceE4 {
  return dollars >= 1 ? Math.round(dollars * 100) * 100 : Math.max(1, Math.round(dollars * E4));
}

/** A legal price at least `distanceE4`, and at least one step, above a legal price. */
export function priceAboveE4(priceE4: PriceE4, distanceE4: PriceE4): PriceE4 {
  const raw = priceE4 + Math.max(distanceE4, tickSizeE4(priceE4));
  const step = tickSizeE4(raw);
  return Math.ceil(raw / step) * step;
}

/** A legal price at least `distanceE4`, and at least one step, below a legal price; never below 1/10,000. */
export function priceBelowE4(priceE4: PriceE4, distanceE4: PriceE4): PriceE4 {
  const raw = priceE4 - Math.max(distanceE4, tickSizeE4(priceE4 - 1));
  const step = tickSizeE4(raw);
  return Math.max(1, Math.floor(raw / step) * step);
}
