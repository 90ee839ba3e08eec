import { formatInteger, formatMoney, formatPrice } from '../../domain/columns/index.ts';
import { fromE4 } from '../../domain/money/price.ts';
import { ORDER_STATUSES } from '../../domain/orders/order-statuses.ts';
import { ORDER_TYPES } from '../../domain/orders/order-types.ts';
import type { FigureDifference } from '../../domain/orders/external-orders/index.ts';
import { displaySymbol } from '../../domain/symbols/symbol.ts';
import type { ApiOrder } from '../../protocol/index.ts';
import { withoutUsPrefix } from '../../domain/orders/external-orders/index.ts';
import type { BrokerDifference } from '../trading-api/reconciliation.ts';

/** What a difference is, before it is known whether it lasts. */
export type FoundDifference = Omit<BrokerDifference, 'sinceMs' | 'isKept'>;

/** Digits of a fraction of a share. */
const SHARE_DIGITS = 9;

const sharesText = (shares: number): string =>
  Number.isInteger(shares) ? formatInteger(shares) : String(Number(shares.toFixed(SHARE_DIGITS)));
const moneyText = (e4: number): string => formatMoney(fromE4(e4));

/** A position or the cash that differs. */
export function figureDifference(found: FigureDifference, broker: string): FoundDifference {
  const { kind, symbol, here, there } = found;
  const mark = String(Number((there - here).toFixed(SHARE_DIGITS)));
  if (kind === 'cash')
    return {
      key: 'cash',
      kind,
      symbol,
      title: 'Cash',
      here: moneyText(here),
      there: moneyText(there),
      hint: 'Fees, dividends, interest, deposits and withdrawals change it without an order.',
      mark,
    };
  return {
    key: `position ${symbol}`,
    kind,
    symbol,
    title: `Position in ${displaySymbol(symbol)}`,
    here: sharesText(here),
    there: sharesText(there),
    hint: `A transfer, an exercise, a corporate action, or an order that ${broker} does not list changes it without a fill here.`,
    mark,
  };
}

/** The line of the trade log for a figure that was accepted. */
export function acceptedText({ kind, here, there }: FoundDifference, broker: string): string {
  const figure = kind === 'cash' ? 'cash' : 'the position';
  return `Reconciled with ${broker}: ${figure} is ${there} there and was ${here} by the fills recorded here. ${broker}'s figure was accepted.`;
}

/** `Buy 10 SPY, limit 100.05`. */
function orderTitle({ Side, Quantity, Symbol, Type, Price }: ApiOrder): string {
  const price = Price > 0 ? ` ${formatPrice(Price)}` : '';
  return `${Side} ${formatInteger(Quantity)} ${displaySymbol(withoutUsPrefix(Symbol))}, ${ORDER_TYPES[Type].name.toLowerCase()}${price}`;
}

/** `Pending, 4 of 10 filled`. */
export const orderStateText = ({
  Status,
  Fill,
  Quantity,
}: Pick<ApiOrder, 'Status' | 'Fill' | 'Quantity'>): string =>
  `${ORDER_STATUSES[Status].label}, ${formatInteger(Fill)} of ${formatInteger(Quantity)} filled`;

/** An order that the broker shows otherwise than it was recorded; `there` null when it has no such order. */
export function orderDifference(record: ApiOrder, there: ApiOrder | null, broker: string): FoundDifference {
  return {
    key: `order ${record.OrderId}`,
    kind: 'order',
    symbol: withoutUsPrefix(record.Symbol),
    title: orderTitle(record),
    here: orderStateText(record),
    there: there === null ? 'No such order' : orderStateText(there),
    hint:
      there === null
        ? `${broker} does not know the order that shows as open here.`
        : `${broker} has busted a fill or reopened the order since it was recorded here.`,
    mark: there === null ? 'missing' : `${there.Status} ${there.Fill}`,
  };
}
