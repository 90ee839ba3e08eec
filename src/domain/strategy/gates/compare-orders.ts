import type { CheckedOrder, OrderComparison } from './types.ts';

/** A part of the time of a run, UTC ms, both ends included. */
export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

const keyOf = ({ symbol = '', sentMs, side, type, quantity, priceE4, stopPriceE4 }: CheckedOrder): string =>
  `${symbol} ${sentMs} ${side} ${type} ${quantity} ${priceE4} ${stopPriceE4}`;

/**
 * Compares what two runs decided in a window: symbol, time, side, type, quantity and prices of what they sent. What became of an order does not count, nor do its exits, because later
 * bars decide that.
 */
export function compareOrders(
  base: readonly CheckedOrder[],
  variant: readonly CheckedOrder[],
  { fromMs, toMs }: TimeWindow,
): OrderComparison {
  const isWithin = ({ sentMs, isExit }: CheckedOrder): boolean =>
    !isExit && sentMs >= fromMs && sentMs <= toMs;
  const unmatched = new Map<string, number>();
  let baseCount = 0;
  for (const order of base) {
    if (!isWithin(order)) continue;
    const key = keyOf(order);
    baseCount += 1;
    unmatched.set(key, (unmatched.get(key) ?? 0) + 1);
  }
  let variantCount = 0;
  let sameCount = 0;
  for (const order of variant) {
    if (!isWithin(order)) continue;
    const key = keyOf(order);
    const left = unmatched.get(key) ?? 0;
    variantCount += 1;
    if (left === 0) continue;
    sameCount += 1;
    unmatched.set(key, left - 1);
  }
  const count = Math.max(baseCount, variantCount);
  return { count, differingCount: count - sameCount };
}

const signedQuantity = ({ side, quantity }: CheckedOrder): number => (side === 'Buy' ? quantity : -quantity);

/** Changes of the positions, ascending in time. */
const positionChanges = (orders: readonly CheckedOrder[], sign: 1 | -1) =>
  orders.flatMap((order) =>
    order.fillMs === null
      ? []
      : { timeMs: order.fillMs, symbol: order.symbol ?? '', change: sign * signedQuantity(order) },
  );

/** By how much the positions of two runs differ, by symbol. */
class PositionDifferences {
  readonly #bySymbol = new Map<string, number>();

  get isNone(): boolean {
    return this.#bySymbol.size === 0;
  }

  add({ symbol, change }: { readonly symbol: string; readonly change: number }): void {
    const difference = (this.#bySymbol.get(symbol) ?? 0) + change;
    if (difference === 0) this.#bySymbol.delete(symbol);
    else this.#bySymbol.set(symbol, difference);
  }
}

/**
 * The moment from which a run that began later holds what the other one holds, UTC ms: orders that both send from then on can be compared. Null: they never hold the same.
 * Both runs fill their orders in full.
 */
export function samePositionFromMs(
  base: readonly CheckedOrder[],
  later: readonly CheckedOrder[],
  laterFromMs: number,
): number | null {
  const changes = [...positionChanges(base, 1), ...positionChanges(later, -1)].sort(
    (left, right) => left.timeMs - right.timeMs,
  );
  const differences = new PositionDifferences();
  let at = 0;
  for (let change = changes[at]; change !== undefined && change.timeMs < laterFromMs; change = changes[at]) {
    differences.add(change);
    at += 1;
  }
  if (differences.isNone) return laterFromMs;
  while (at < changes.length) {
    const { timeMs = 0 } = changes[at] ?? {};
    for (let change = changes[at]; change !== undefined && change.timeMs === timeMs; change = changes[at]) {
      differences.add(change);
      at += 1;
    }
    // Orders that were filled at this moment may have been sent at it, and may differ.
    if (differences.isNone) return timeMs + 1;
  }
  return null;
}
