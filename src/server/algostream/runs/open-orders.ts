import { fromE4 } from '../../../domain/money/price.ts';
import {
  STRATEGY_ORDER_TYPES,
  type SpreadFill,
  type StrategyOrderType,
} from '../../../domain/strategy/order-record.ts';
import type { GroupView } from '../../brokerage/brokerage.ts';
import type { EarlierOpenOrder } from '../runtime/types.ts';
import type { RestoredOrder } from './live-bookings.ts';
import { fillPriceOf, legFillsOf, type LiveOrder } from './live-order.ts';
import type { Execution } from './earlier-orders.ts';
import { exitPlanOf } from './run-brackets.ts';

const isStrategyType = (type: string): type is StrategyOrderType =>
  STRATEGY_ORDER_TYPES.some((known) => known === type);

/** An open order that a strategy gets back. */
interface TakenUp {
  readonly order: LiveOrder;
  readonly terms: EarlierOpenOrder;
  /** Of an entry whose exits do not work yet. */
  readonly group: GroupView | undefined;
}

/**
 * The orders of an earlier part of a run that are still with the broker, under their numbers for the strategy, which follow those of the entries. One that was replaced by
 * hand with a type that strategies do not know stays the run's, and the code does not see it.
 */
export function takeUpOpenOrders(orders: readonly RestoredOrder[], entryCount: number): TakenUp[] {
  const withExits = new Set(
    orders.flatMap(({ sent }) => (sent.exit === undefined ? [] : [sent.exit.groupId])),
  );
  const taken: TakenUp[] = [];
  for (const restored of orders) {
    const { order, sent } = restored;
    if (!order.isOpen || sent.exit !== undefined || !isStrategyType(order.type)) continue;
    const group = sent.group && !withExits.has(sent.group.groupId) ? sent.group : undefined;
    order.id = String(entryCount + taken.length + 1);
    order.awaitsExits = group !== undefined;
    taken.push({ order, group, terms: termsOf(restored, order.type, group) });
  }
  return taken;
}

const spreadFillOf = ({ quantity, priceE4, timeMs, legFills }: Execution): SpreadFill => ({
  quantity,
  price: fromE4(priceE4),
  timeMs,
  legs: legFillsOf(legFills ?? []),
});

const termsOf = (
  { order, executions }: RestoredOrder,
  type: StrategyOrderType,
  group: GroupView | undefined,
): EarlierOpenOrder => ({
  symbol: order.symbol,
  side: order.side,
  type,
  quantity: order.quantity,
  filledQuantity: order.filled,
  fillPrice: fillPriceOf(order),
  price: fromE4(order.priceE4),
  stop: fromE4(order.stopPriceE4),
  sentMs: order.sentMs,
  spread: order.legs && { legs: order.legs, tif: order.tif, fills: executions.map(spreadFillOf) },
  exits: group && exitPlanOf(group),
});
