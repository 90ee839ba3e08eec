import type { StrategyOrder } from '../types.ts';

export type FilledOrder = StrategyOrder & { readonly FillTimestamp: number };

const isFilled = (order: StrategyOrder): order is FilledOrder =>
  order.FillTimestamp !== null && order.FillPrice > 0;

/** The orders that were filled, by the time of their fill. */
export function filledOrders(orders: readonly StrategyOrder[]): readonly FilledOrder[] {
  return orders.filter(isFilled).sort((one, other) => one.FillTimestamp - other.FillTimestamp);
}

/** The path of the cumulative net profit: one point after each fill, ascending in time. */
export interface ProfitPath {
  readonly orders: readonly FilledOrder[];
  readonly firstMs: number;
  readonly lastMs: number;
  readonly least: number;
  readonly most: number;
  readonly last: number;
  /** Largest fall from a peak (0 at the start) to a later low, dollars; 0 or more. */
  readonly drawdown: number;
}

/** Null when nothing was filled. */
export function profitPath(orders: readonly StrategyOrder[]): ProfitPath | null {
  const filled = filledOrders(orders);
  const [first] = filled;
  const end = filled.at(-1);
  if (first === undefined || end === undefined) return null;
  let [least, most, peak, drawdown] = [0, 0, 0, 0];
  for (const { CumulativeProfitLoss: profit } of filled) {
    least = Math.min(least, profit);
    most = Math.max(most, profit);
    peak = Math.max(peak, profit);
    drawdown = Math.max(drawdown, peak - profit);
  }
  return {
    orders: filled,
    firstMs: first.FillTimestamp,
    lastMs: end.FillTimestamp,
    least,
    most,
    last: end.CumulativeProfitLoss,
    drawdown,
  };
}

/** Place of the order that was filled last at a moment, or of the first one before any; by bisection. */
export function orderPlaceAt({ orders }: Pick<ProfitPath, 'orders'>, timeMs: number): number {
  let [low, high] = [0, orders.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = orders[middle];
    if (order !== undefined && order.FillTimestamp <= timeMs) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
