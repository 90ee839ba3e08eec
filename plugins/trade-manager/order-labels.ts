import { newYorkDate } from '../../src/domain/calendar/new-york-time.ts';
import { formatPrice, formatRatio } from '../../src/domain/columns/index.ts';
import type { TimeInForce } from '../../src/domain/orders/enumerations.ts';
import { limitOf } from './order-view.ts';
import type { OrderRow } from './rows.ts';

/** `2.00%`, `1.00`: the trail amount of a trailing stop. */
export const trailText = ({
  OffsetType,
  OffsetValue = 0,
}: Pick<OrderRow, 'OffsetType' | 'OffsetValue'>): string =>
  OffsetType === 'Percent' ? `${formatRatio(OffsetValue)}%` : formatPrice(OffsetValue);

function stopText(order: OrderRow): string {
  const at = order.StopPrice !== undefined && order.StopPrice > 0 ? formatPrice(order.StopPrice) : null;
  if (order.StopType !== 'Trailing') return `Stop${at === null ? '' : ` ${at}`}`;
  return `Trailing stop, trails by ${trailText(order)}${at === null ? '' : `, now at ${at}`}`;
}

/** Type of an order with its prices, for the tooltip of the list's short label: `Trailing stop, trails by 1.00, now at 96.00`. */
export function restText(order: OrderRow): string {
  const limit = limitOf(order.Type, order.Price);
  const limitText = limit === null ? '' : `, limit ${formatPrice(limit)}`;
  switch (order.Type) {
    case 'Market':
      return 'Market';
    case 'Limit':
      return `Limit${limit === null ? '' : ` ${formatPrice(limit)}`}`;
    case 'Stop':
      return stopText(order);
    case 'StopLimit':
      return `${stopText(order)}${limitText}`;
    case 'MarketOnClose':
      return 'Market on close';
    case 'LimitOnClose':
      return `Limit on close${limitText}`;
    case 'Pegged':
      return `Pegged to the ${order.PegType === 'Midpoint' ? 'midpoint' : order.Side === 'Buy' ? 'bid' : 'ask'}${order.OffsetValue ? `, ${formatPrice(order.OffsetValue)} away` : ''}${limitText}`;
  }
}

const TERMS: Readonly<Record<Exclude<TimeInForce, 'GoodTillDate'>, string>> = {
  Day: 'For the day',
  GoodTillCancel: 'Good till cancelled',
  AtOpening: 'At the opening',
  ImmediateOrCancel: 'Immediate or cancel',
  FillOrKill: 'Fill or kill',
  GoodTillCrossing: 'Extended hours included',
};

/** Time in force of an order: `Good till 12/31/2026`. */
export function tifText({ TifType, TifPeriod }: Pick<OrderRow, 'TifType' | 'TifPeriod'>): string {
  if (TifType !== 'GoodTillDate') return TERMS[TifType];
  if (TifPeriod === undefined) return 'Good till a date';
  const [year = '', month = '', day = ''] = newYorkDate(TifPeriod).split('-');
  return `Good till ${month}/${day}/${year}`;
}
