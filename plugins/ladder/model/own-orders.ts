import { toPriceE4, type PriceE4 } from '../../../src/domain/money/price.ts';
import { isWorking } from '../../../src/domain/orders/open-orders.ts';
import { ORDER_STATUSES } from '../../../src/domain/orders/order-statuses.ts';
import {
  groupMarks,
  groupTitle,
  type GroupMark,
  type OrderGroupsState,
  type OrdersState,
  type WaitingFigure,
  type WireOrder,
  type WireOrderGroup,
} from '../../../src/plugin-api/index.ts';
import { rowAbove, rowBelow } from './row-book.ts';

/** What stands at the price: a limit; a stop, which may trail; an order that waits for a condition; the price at which a stop begins to trail; the entry of a position that only a time closes; or an exit that is not sent yet. */
export type OwnKind = 'Limit' | 'Stop' | 'Trailing' | 'Waiting' | 'TrailStart' | 'TimeExit' | 'Exit';

/** A working order with a price of its own, or a price of a group that is no order. */
export interface OwnOrder {
  /** Empty for a price of a group. */
  readonly orderId: string;
  /** The group that a cancel ends; null = it cancels the order. */
  readonly groupId: string | null;
  readonly kind: OwnKind;
  /** The figure of a group that a move changes; null for an order, and for a price of a group that stays. */
  readonly figure: WaitingFigure | null;
  readonly isBuy: boolean;
  /** Of a stop: the stop price; of what waits for a price: that price. */
  readonly priceE4: PriceE4;
  /** Quantity left to fill. */
  readonly left: number;
  /** False while a change is on its way, for a trailing stop, which the market moves, and for a price of a group that stays. */
  readonly canMove: boolean;
  readonly canCancel: boolean;
  /** The order in its group, or what it waits for: shown on hover. */
  readonly title: string;
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
function ownOrder(order: WireOrder, group: WireOrderGroup | undefined): OwnOrder | null {
  const isStop = order.StopPrice > 0;
  const price = isStop ? order.StopPrice : order.Price;
  if (price <= 0) return null;
  const isChanging = ORDER_STATUSES[order.Status].stage === 'changing';
  const isTrailing = order.StopType === 'Trailing';
  return {
    orderId: order.OrderId,
    groupId: null,
    kind: !isStop ? 'Limit' : isTrailing ? 'Trailing' : 'Stop',
    figure: null,
    isBuy: order.Side === 'Buy',
    priceE4: toPriceE4(price),
    left: order.Unfill,
    canMove: !isChanging && !isTrailing,
    canCancel: !isChanging,
    title: group === undefined ? '' : groupTitle(group, order.OrderId),
  };
}

const MARK_KINDS: Readonly<Record<GroupMark['kind'], OwnKind>> = {
  Condition: 'Waiting',
  Order: 'Waiting',
  TrailStart: 'TrailStart',
  TimeExit: 'TimeExit',
  Exit: 'Exit',
  Next: 'Waiting',
};
/** What adds no quantity to that of the orders in its row: nothing of it is sent. */
const WITHOUT_QUANTITY: ReadonlySet<OwnKind> = new Set(['TrailStart', 'Exit']);

/** The price of a group on the ladder; null when it has none in the symbol. */
function ownMark({
  groupId,
  kind,
  price,
  isBuy,
  quantity,
  label,
  figure,
  canCancel,
}: GroupMark): OwnOrder | null {
  if (price === null) return null;
  return {
    orderId: '',
    groupId,
    kind: MARK_KINDS[kind],
    isBuy,
    priceE4: toPriceE4(price),
    left: quantity,
    figure,
    canMove: figure !== null,
    canCancel,
    title: label,
  };
}

/** The working orders of a symbol that have a price, in the order of the account's list, and what its groups wait for. An order that waits stands at the price of its condition where that is one of the symbol. */
export function ownOrdersOf(
  orders: OrdersState['orders'],
  groups: Pick<OrderGroupsState, 'groups' | 'byOrderId'>,
  symbol: string,
): readonly OwnOrder[] {
  const placed: (OwnOrder | null)[] = [];
  for (const order of orders.values())
    // The price of a combination is the net price of its legs.
    if (order.Symbol === symbol && order.Legs === undefined && isWorking(order))
      placed.push(ownOrder(order, groups.byOrderId.get(order.OrderId)));
  const marks = groupMarks(groups, orders, symbol);
  const conditions = new Set(marks.flatMap(({ kind, groupId }) => (kind === 'Condition' ? [groupId] : [])));
  for (const mark of marks)
    if (mark.kind !== 'Order' || !conditions.has(mark.groupId)) placed.push(ownMark(mark));
  return placed.filter((each) => each !== null);
}

/** Own orders by row. */
export function ownRowsOf(orders: readonly OwnOrder[], stepE4: PriceE4): OwnRows {
  const buys = new Map<PriceE4, OwnCell>();
  const sells = new Map<PriceE4, OwnCell>();
  for (const order of orders) {
    const rows = order.isBuy ? buys : sells;
    const rowE4 = (order.isBuy ? rowBelow : rowAbove)(order.priceE4, stepE4);
    const cell = rows.get(rowE4);
    const left = WITHOUT_QUANTITY.has(order.kind) ? 0 : order.left;
    rows.set(rowE4, { orders: [...(cell?.orders ?? []), order], left: (cell?.left ?? 0) + left });
  }
  return { buys, sells };
}
