import { E4, type PriceE4 } from '../../money/price.ts';

/** A price as the broker takes it: two decimals from one dollar up, four below, cut and not rounded. */
export function priceText(priceE4: PriceE4): string {
  if (priceE4 < E4) return (priceE4 / E4).toFixed(4);
  const cents = Math.floor(priceE4 / 100);
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
