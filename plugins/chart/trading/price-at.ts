import { PRICE_PANE } from '../model/panes.ts';
import type { ChartView } from '../screen/types.ts';
import { tradablePrice } from './trading-layer.ts';

/** What the price of a place depends on. */
interface PricedView {
  readonly model: { readonly bars: { readonly length: number } };
  scaleOf(paneId: string): Pick<NonNullable<ReturnType<ChartView['scaleOf']>>, 'valueAt'> | undefined;
}

/**
 * The price, dollars, at a height of a pane, px, in steps of the exchange. Null outside of the prices, and while there are no bars: the axis then
 * shows placeholder values, and an order at one of them would be far from the market.
 */
export function priceAt(view: PricedView, paneId: string | null, y: number): number | null {
  if (paneId !== PRICE_PANE || view.model.bars.length === 0) return null;
  const value = view.scaleOf(PRICE_PANE)?.valueAt(y);
  return value !== undefined && value > 0 && Number.isFinite(value) ? tradablePrice(value) : null;
}
