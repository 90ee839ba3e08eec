import type {
  GroupMark,
  OrderGroupsState,
  OrdersState,
  WaitingFigure,
  WirePosition,
} from '../../../src/plugin-api/index.ts';
import {
  formatInteger,
  formatQuotePrice,
  groupMarks,
  groupSuffix,
  groupTitle,
} from '../../../src/plugin-api/index.ts';
import { ORDER_TYPES } from '../../../src/domain/orders/order-types.ts';
import { ORDER_STATUSES } from '../../../src/domain/orders/order-statuses.ts';
import { OPEN_STATUSES } from '../../../src/domain/orders/transitions.ts';
import { multiplierOfSymbol, positionFigures } from '../../../src/domain/portfolio/index.ts';

/** One line of a working order: its limit, or its stop. An order with both has two. Or a price of a group that is no order, such as the level of a condition. */
export interface OrderLine {
  readonly key: string;
  /** Empty for a price of a group. */
  readonly orderId: string;
  /** The group that a cross on the line ends; null = it cancels the order. */
  readonly groupId: string | null;
  readonly part: 'price' | 'stopPrice';
  /** The figure of a group that a drag changes; null for a line of an order, and for a price of a group that stays. */
  readonly figure: WaitingFigure | null;
  /** Infinite for what has no price: it stands at the edge. */
  readonly value: number;
  readonly isBuy: boolean;
  /** False for a price of a group: no order works there. */
  readonly isSent: boolean;
  readonly label: string;
  /** The order in its group, shown on hover; empty without a group. */
  readonly title: string;
  /** False while a change is on its way, for a trailing stop, which the market moves, and where `canReplace` is false. */
  readonly canDrag: boolean;
  readonly canReplace: boolean;
  readonly canCancel: boolean;
}

/** The lines of a symbol's working orders and of what its groups wait for, stable in order. */
export function orderLines(
  orders: OrdersState['orders'],
  groups: Pick<OrderGroupsState, 'groups' | 'byOrderId'>,
  symbol: string,
  may: Pick<OrderLine, 'canReplace' | 'canCancel'>,
): readonly OrderLine[] {
  const lines = groupMarks(groups, orders, symbol).map((mark) => markLine(mark, may));
  for (const order of orders.values()) {
    if (order.Symbol !== symbol || !OPEN_STATUSES.has(order.Status) || order.Unfill <= 0) continue;
    const isTrailing = order.StopType === 'Trailing';
    const group = groups.byOrderId.get(order.OrderId);
    const common = {
      orderId: order.OrderId,
      groupId: null,
      figure: null,
      isBuy: order.Side === 'Buy',
      isSent: true,
      title: group === undefined ? '' : groupTitle(group, order.OrderId),
      ...may,
    };
    const suffix = groupSuffix(group);
    const canDrag = may.canReplace && ORDER_STATUSES[order.Status].stage !== 'changing';
    const name = `${order.Side} ${formatInteger(order.Unfill)} ${ORDER_TYPES[order.Type].label}`;
    if (order.Price > 0)
      lines.push({
        ...common,
        key: `${order.OrderId} price`,
        part: 'price',
        value: order.Price,
        label: `${name} ${formatQuotePrice(order.Price)}${suffix}`,
        canDrag,
      });
    if (order.StopPrice > 0)
      lines.push({
        ...common,
        key: `${order.OrderId} stop`,
        part: 'stopPrice',
        value: order.StopPrice,
        label: `${name}${order.Price > 0 ? ' stop' : ''} ${formatQuotePrice(order.StopPrice)}${isTrailing ? ' trailing' : ''}${suffix}`,
        canDrag: canDrag && !isTrailing,
      });
  }
  return lines.sort((left, right) => (left.key < right.key ? -1 : 1));
}

/** A figure that waits is dragged like the price of an order, also on the chart of another symbol or of an index, where no order could be replaced. */
const markLine = (
  { key, groupId, price, isBuy, label, figure, canCancel: hasCross }: GroupMark,
  { canCancel }: Pick<OrderLine, 'canCancel'>,
): OrderLine => ({
  key,
  orderId: '',
  groupId,
  part: 'price',
  value: price ?? Number.POSITIVE_INFINITY,
  isBuy,
  isSent: false,
  label,
  title: '',
  figure,
  canDrag: canCancel && figure !== null,
  canReplace: canCancel && figure !== null,
  canCancel: canCancel && hasCross,
});

/** The position's line: average price, and a label with what it would bring now. */
export interface PositionLine {
  readonly value: number;
  readonly isLong: boolean;
  readonly label: string;
  readonly tone: 'up' | 'down' | 'flat';
}

/** `last` in dollars, 0 = none yet. */
export function positionLine(position: WirePosition | undefined, last: number): PositionLine | null {
  if (position === undefined || position.LongQty + position.ShortQty === 0) return null;
  const quantity = position.LongQty - position.ShortQty;
  const figures = positionFigures(
    {
      quantity,
      multiplier: multiplierOfSymbol(position.Symbol),
      fifoCost: position.FifoCost,
      mtmCost: position.MtmCost,
      closedPl: position.ClosedPL,
      todayPl: position.TodayPL,
      lockedQuantity: position.LockedQty,
      tradedShares: position.TradedShares,
    },
    last > 0 ? last : null,
  );
  const open = figures.openFifoPl;
  const sign = open === null ? '' : open > 0 ? '+' : open < 0 ? '-' : '';
  return {
    value: figures.shareAverage,
    isLong: quantity > 0,
    label: `${quantity > 0 ? 'Long' : 'Short'} ${formatInteger(Math.abs(quantity))} @ ${formatQuotePrice(Math.round(figures.shareAverage * 1e4) / 1e4)}${open === null ? '' : `  ${sign}${Math.abs(open).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`}`,
    tone: open === null || Math.abs(open) < 0.005 ? 'flat' : open > 0 ? 'up' : 'down',
  };
}
