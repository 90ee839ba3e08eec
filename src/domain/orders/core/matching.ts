import type { PriceE4 } from '../../money/price.ts';
import { feesOf, type Liquidity } from '../../portfolio/fees.ts';
import { OrderError } from '../errors.ts';
import { leavesOf } from './book.ts';
import type { BookSide, DisplayedUse, Level } from './displayed-use.ts';
import type { BookOrder, MarketView, OrderEvent } from './types.ts';

/** A trade print of the market. */
export interface Print {
  readonly priceE4: PriceE4;
  readonly size: number;
  readonly exchange: string;
  readonly timeMs: number;
}

/**
 * Fills of open orders of one symbol at the displayed quotes: best priced orders first, then the older; each order walks the
 * levels up to its limit and what it could not get goes on working. The rest of an immediate-or-cancel order is cancelled, and
 * orders past their end expire instead. Takes from `use`; leaves the orders as they are (the events change them).
 */
export function matchQuotes(symbol: string, orders: Iterable<BookOrder>, view: MarketView, use: DisplayedUse): OrderEvent[] {
  const events: OrderEvent[] = [];
  const working: BookOrder[] = [];
  for (const order of orders) {
    if (order.expiresMs !== null && view.nowMs >= order.expiresMs) events.push({ kind: 'expired', orderId: order.orderId, timeMs: view.nowMs });
    else if (view.isOpen) working.push(order);
  }
  if (working.length === 0) return events;
  const depth = view.depth(symbol);
  // Both sides are read even when no order needs one, so that changed quotes are noticed.
  const levels = { ask: use.levels(symbol, 'ask', depth), bid: use.levels(symbol, 'bid', depth) };
  for (const order of byPriority(working.filter((order) => order.tif === 'ImmediateOrCancel' || canTrade(order, levels[sideOf(order)][0])))) {
    const side = sideOf(order);
    let leaves = leavesOf(order);
    for (const level of levels[side]) {
      if (leaves === 0 || !isWithinLimit(order, level.priceE4)) break;
      const quantity = Math.min(leaves, level.left);
      if (quantity === 0) continue;
      use.take(symbol, side, level, quantity);
      leaves -= quantity;
      events.push(execution(order, quantity, level.priceE4, level.exchange, 'R', view.nowMs));
    }
    if (leaves > 0 && order.tif === 'ImmediateOrCancel') events.push({ kind: 'cancelled', orderId: order.orderId, code: OrderError.CancelledByMarket, timeMs: view.nowMs });
  }
  return events;
}

/**
 * Fills of resting limit orders that a print traded through: strictly beyond the limit, since at the limit nobody knows who stood
 * first. They fill at their limit, all of them together up to the print's size.
 */
export function matchPrint(orders: Iterable<BookOrder>, print: Print, view: MarketView): OrderEvent[] {
  if (!view.isOpen || !Number.isSafeInteger(print.size)) return [];
  const through: BookOrder[] = [];
  for (const order of orders) {
    if (order.type !== 'Limit' || print.timeMs < order.createdMs || (order.expiresMs !== null && view.nowMs >= order.expiresMs)) continue;
    if (order.side === 'Buy' ? print.priceE4 < order.priceE4 : print.priceE4 > order.priceE4) through.push(order);
  }
  const events: OrderEvent[] = [];
  let left = print.size;
  for (const order of byPriority(through)) {
    if (left <= 0) break;
    const quantity = Math.min(left, leavesOf(order));
    left -= quantity;
    events.push(execution(order, quantity, order.priceE4, print.exchange, 'A', view.nowMs));
  }
  return events;
}

function execution(order: BookOrder, quantity: number, priceE4: PriceE4, exchange: string, liquidity: Liquidity, timeMs: number): OrderEvent {
  return { kind: 'executed', orderId: order.orderId, quantity, priceE4, exchange, liquidity, fees: feesOf(order.side, quantity, priceE4, liquidity), timeMs };
}

/** The side of the displayed market that an order trades with. */
const sideOf = (order: BookOrder): BookSide => (order.side === 'Buy' ? 'ask' : 'bid');

const canTrade = (order: BookOrder, best: Level | undefined): boolean => best !== undefined && isWithinLimit(order, best.priceE4);

function isWithinLimit(order: BookOrder, priceE4: PriceE4): boolean {
  if (order.type === 'Market') return true;
  return order.side === 'Buy' ? priceE4 <= order.priceE4 : priceE4 >= order.priceE4;
}

/** Market orders, then the best limits; the sort is stable, so equals keep their time order. Sides do not compete. */
function byPriority(orders: BookOrder[]): BookOrder[] {
  return orders.length < 2 ? orders : orders.sort((a, b) => eagerness(b) - eagerness(a));
}

function eagerness(order: BookOrder): number {
  if (order.type === 'Market') return Number.MAX_SAFE_INTEGER;
  return order.side === 'Buy' ? order.priceE4 : -order.priceE4;
}
