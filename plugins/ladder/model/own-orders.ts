import { toPriceE4, type PriceE4 } from '../../../src/domain/money/price.ts';
import { isWorking } from '../../../src/domain/orders/open-orders.ts';
import { ORDER_STATUSES } from '../../../src/domain/orders/order-statuses.ts';
import type { OrdersState, WireOrder } from '../../../src/plugin-api/index.ts';
import { rowAbove, rowBelow } from './row-book.ts';

/** A working order with a price of its own. */
export interface OwnOrder {
  readonly orderId: string;
  readonly isBuy: boolean;
  /** Whether it waits for a stop; `priceE4` is the stop price then. */
  readonly isStop: boolean;
  readonly priceE4: PriceE4;
  /** Quantity left to fill. */
  readonly left: number;
  /** False while a change is on its way, and for a trailing stop, which the market moves. */
  readonly canMove: boolean;
  readonly canCancel: boolean;
}

/** The own orders in the cell of a row. */
export interface OwnCell {
  readonly orders: readonly OwnOrder[];
  readonly left: number;
}

/** Own orders by the price of their row. */
export interface OwnRows {
  readonly buys: ReadonlyMap<PriceE4, OwnCell>;
  readonly sells: ReadonlyMap<PriceE4, OwnCell>;
}

export const NO_OWN_ROWS: OwnRows = { buys: new Map(), sells: new Map() };

/** The working order on the ladder; null when it has no price of its own, such as a market order. */
function ownOrder(order: WireOrder): OwnOrder | null {
  const isStop = order.StopPrice > 0;
  const price = isStop ? order.StopPrice : order.Price;
  if (price <= 0) return null;
  const isChanging = ORDER_STATUSES[order.Status].stage === 'changing';
  return {
    orderId: order.OrderId,
    isBuy: order.Side === 'Buy',
    isStop,
    priceE4: toPriceE4(price),
    left: order.Unfill,
    canMove: !isChanging && order.StopType !== 'Trailing',
    canCancel: !isChanging,
  };
}

/** The working orders of a symbol that have a price, in the order of the account's list. */
export function ownOrdersOf(orders: OrdersState['orders'], symbol: string): readonly OwnOrder[] {
  const placedOrders: OwnOrder[] = [];
  for (const order of orders.values()) {
    // The price of a combination is the net price of its legs.
    if (order.Symbol !== symbol || order.Legs !== undefined || !isWorking(order)) continue;
    const placed = ownOrder(order);
    if (placed !== null) placedOrders.push(placed);
  }
  return placedOrders;
}

/** Own orders by row. */
export function ownRowsOf(orders: readonly OwnOrder[], stepE4: PriceE4): OwnRows {
  const buys = new Map<PriceE4, OwnCell>();
  const sells = new Map<PriceE4, OwnCell>();
  for (const order of orders) {
    const rows = order.isBuy ? buys : sells;
    const rowE4 = (order.isBuy ? rowBelow : rowAbove)(order.priceE4, stepE4);
    const cell = rows.get(rowE4);
    rows.set(rowE4, { orders: [...(cell?.orders ?? []), order], left: (cell?.left ?? 0) + order.left });
  }
  return { buys, sells };
}
