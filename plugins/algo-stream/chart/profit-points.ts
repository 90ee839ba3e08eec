import type { RunEquity, StrategyOrder } from '../types.ts';

export type FilledOrder = StrategyOrder & { readonly FillTimestamp: number };

const isFilled = (order: StrategyOrder): order is FilledOrder =>
  order.FillTimestamp !== null && order.FillPrice > 0;

/** The orders that were filled, by the time of their fill. */
export function filledOrders(orders: readonly StrategyOrder[]): readonly FilledOrder[] {
  return orders.filter(isFilled).sort((a, b) => a.FillTimestamp - b.FillTimestamp);
}

export interface ProfitPoint {
  readonly timeMs: number;
  /** Net profit with the open position at the market, dollars. */
  readonly profit: number;
}

/** The net profit of a run over time, as the server has computed it at every bar. */
export interface ProfitPath {
  /** Ascending in time; the first one is 0. */
  readonly points: readonly ProfitPoint[];
  readonly firstMs: number;
  readonly lastMs: number;
  readonly least: number;
  readonly most: number;
  readonly last: number;
  /** Largest fall from a peak (0 at the start) to a later low, dollars; 0 or more. */
  readonly drawdown: number;
}

/** Null when there is no curve. */
export function profitPath(equity: RunEquity | null): ProfitPath | null {
  if (equity === null) return null;
  const points = equity.Times.map((timeMs, at) => ({ timeMs, profit: equity.Values[at] ?? 0 }));
  const [first] = points;
  const end = points.at(-1);
  if (first === undefined || end === undefined) return null;
  return {
    points,
    firstMs: first.timeMs,
    lastMs: end.timeMs,
    least: equity.Trough,
    most: equity.Peak,
    last: equity.End,
    drawdown: equity.MaxDrawdown,
  };
}

/** Place of the last point at or before a moment, or of the first one before any; by bisection. */
export function pointPlaceAt({ points }: Pick<ProfitPath, 'points'>, timeMs: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const point = points[middle];
    if (point !== undefined && point.timeMs <= timeMs) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** The profit at a moment: that of the last point before it. */
export const profitAt = (path: Pick<ProfitPath, 'points'>, timeMs: number): number =>
  path.points[pointPlaceAt(path, timeMs)]?.profit ?? 0;
