import { newYorkDate } from '../../src/domain/calendar/new-york-time.ts';
import { formatPrice, formatRatio } from '../../src/domain/columns/index.ts';
import type { TimeInForce } from '../../src/domain/orders/enumerations.ts';
import { limitOf } from './order-view.ts';
import type { OrderRow } from './rows.ts';

/** `2.00%`, `1.00`: how far a trailing stop stays behind. */
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

/** What of an order rests, in words, where the labels of the list leave that open: what a stop trails by, what a peg follows, that an order waits for the close. */
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
      return 'Market, at the close';
    case 'LimitOnClose':
      return `At the close${limitText}`;
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
  GoodTillCrossing: 'Extended hours, too',
};

/** How long the order stands, in words: `Good till 12/31/2026`. */
export function tifText({ TifType, TifPeriod }: Pick<OrderRow, 'TifType' | 'TifPeriod'>): string {
  if (TifType !== 'GoodTillDate') return TERMS[TifType];
  if (TifPeriod === undefined) return 'Good till a date';
  const [year = '', month = '', day = ''] = newYorkDate(TifPeriod).split('-');
  return `Good till ${month}/${day}/${year}`;
}
