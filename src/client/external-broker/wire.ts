import { fromE4, notionalE4, type Dollars, type MoneyE4 } from '../../domain/money/price.ts';
import { combinationName } from '../../domain/orders/combination-name.ts';
import type { OrderLeg } from '../../domain/orders/legs.ts';
import {
  reportsOf,
  withoutUsPrefix,
  withUsPrefix,
  type ExternalLegFill,
  type ExternalOrder,
  type ExternalReport,
  type ExternalTrail,
} from '../../domain/orders/external-orders/index.ts';
import type { ApiOrder, ApiReport } from '../../protocol/index.ts';
import { qualifiersOf } from '../orders/order-qualifiers.ts';
import type { WireOrder, WireReport } from '../types.ts';

/** Shown as the destination of orders at the external broker. */
export const EXTERNAL_DESTINATION = 'EXTERNAL';

/** The signed-in user and the account that orders of the external account are shown for. */
export interface OrderOwner {
  readonly userId: string;
  readonly account: string;
}

function averagePrice(order: ExternalOrder): Dollars {
  const quantity = order.fills.reduce((sum, fill) => sum + fill.quantity, 0);
  return quantity === 0
    ? 0
    : fromE4(
        Math.round(
          order.fills.reduce<MoneyE4>((sum, fill) => sum + notionalE4(fill.priceE4, fill.quantity), 0) /
            quantity,
        ),
      );
}

/** An order read from the broker as the record that goes to our server. */
export function toApiOrder(order: ExternalOrder, clientId: string): ApiOrder {
  const endMs = reportsOf(order).at(-1)?.timeMs ?? order.enteredMs;
  return {
    OrderId: order.orderId,
    ClientId: clientId,
    Symbol: withUsPrefix(order.symbol),
    Side: order.side,
    Source: order.source,
    Type: order.type,
    TifType: order.tif,
    Quantity: order.quantity,
    Price: fromE4(order.priceE4),
    StopPrice: fromE4(order.stopPriceE4),
    ...trailFields(order.trail),
    Fill: order.filled,
    Unfill: order.unfilled,
    AveragePrice: averagePrice(order),
    Status: order.status,
    Route: order.route,
    Timestamp: order.enteredMs,
    TimeCompleted: isDone(order) ? (order.closedMs ?? endMs) : null,
    Description: order.description,
    ...legFields(order.legs, withUsPrefix),
  };
}

/** The trail of a trailing stop on the wire, dollars or per cent; nothing for any other order. */
export function trailFields(
  trail: ExternalTrail | undefined,
): Pick<ApiOrder, 'StopType' | 'OffsetType' | 'OffsetValue'> {
  return trail === undefined
    ? {}
    : { StopType: 'Trailing', OffsetType: trail.offsetType, OffsetValue: fromE4(trail.offsetE4) };
}

/** Legs of a multi-leg order on the wire, with the name of their combination; nothing for an order with one leg. */
export function legFields(
  legs: readonly OrderLeg[] | undefined,
  written: (symbol: string) => string = (symbol) => symbol,
): Pick<ApiOrder, 'Legs' | 'MultiLegType'> {
  if (legs === undefined) return {};
  return {
    Legs: legs.map(({ symbol, side, ratio }) => ({ Symbol: written(symbol), Side: side, Ratio: ratio })),
    MultiLegType: combinationName(legs),
  };
}

const legFillFields = (fills: readonly ExternalLegFill[] | undefined): Pick<ApiReport, 'LegFills'> =>
  fills === undefined
    ? {}
    : {
        LegFills: fills.map(({ symbol, side, quantity, priceE4 }) => ({
          Symbol: withUsPrefix(symbol),
          Side: side,
          Quantity: quantity,
          Price: fromE4(priceE4),
        })),
      };

const withoutPrefix = <Item extends { readonly Symbol: string }>(items: readonly Item[]): Item[] =>
  items.map((item) => ({ ...item, Symbol: withoutUsPrefix(item.Symbol) }));

const isDone = ({ reportType, unfilled }: ExternalOrder): boolean =>
  (reportType === 'OrderExecuted' && unfilled === 0) ||
  reportType === 'OrderCanceled' ||
  reportType === 'OrderRejected' ||
  reportType === 'OrderExpired' ||
  reportType === 'OrderReplaced';

/** One thing that happened to an order as the record that goes to our server. */
export function toApiReport(
  {
    reportId,
    order,
    reportType,
    timeMs,
    message,
    leavesQuantity,
    lastFillPriceE4,
    lastFillQuantity,
    executionId,
    legFills,
  }: ExternalReport,
  clientId: string,
): ApiReport {
  return {
    ReportId: reportId,
    OrderId: order.orderId,
    ClientId: clientId,
    Symbol: withUsPrefix(order.symbol),
    Message: message,
    Timestamp: timeMs,
    ReportType: reportType,
    LeavesQuantity: leavesQuantity,
    Quantity: order.quantity,
    LastFillPrice: fromE4(lastFillPriceE4),
    LastFillQuantity: lastFillQuantity,
    Price: fromE4(order.priceE4),
    Side: order.side,
    OrderType: order.type,
    TimeInForce: order.tif,
    Source: order.source,
    ExecutedRoute: order.route,
    ExecutionId: executionId,
    CreatedTime: order.enteredMs,
    Fees: 0,
    ...legFields(order.legs, withUsPrefix),
    ...legFillFields(legFills),
  };
}

/** The report of an order that became as the broker shows it, because the user has accepted that. */
export function settledReport(
  order: ApiOrder,
  { ReportType, Timestamp, Message }: Pick<ApiReport, 'ReportType' | 'Timestamp' | 'Message'>,
): ApiReport {
  const { OrderId, ClientId, Symbol, Quantity, Price, Side, Source, Legs, MultiLegType } = order;
  return {
    ReportId: `${OrderId}:settled-${Timestamp}`,
    OrderId,
    ClientId,
    Symbol,
    Message,
    Timestamp,
    ReportType,
    LeavesQuantity: ReportType === 'OrderCanceled' ? 0 : order.Unfill,
    Quantity,
    LastFillPrice: 0,
    LastFillQuantity: 0,
    Price,
    Side,
    OrderType: order.Type,
    TimeInForce: order.TifType,
    Source,
    ExecutedRoute: order.Route,
    ExecutionId: '',
    CreatedTime: order.Timestamp,
    Fees: 0,
    ...(Legs === undefined ? {} : { Legs, MultiLegType }),
  };
}

/**
 * The record as the order store shows it. At the broker a replaced order is over and its replacement is another order. The product's status
 * "Replaced" is of an order that continues under a new price, so the old one shows as cancelled, with the reason.
 */
export function toStoreOrder({ Legs, ...order }: ApiOrder, owner: OrderOwner): WireOrder {
  const isSuperseded = order.Status === 'ReplaceDone';
  return {
    ...order,
    ...qualifiersOf(order),
    ...(Legs === undefined ? {} : { Legs: withoutPrefix(Legs) }),
    Symbol: withoutUsPrefix(order.Symbol),
    Account: owner.account,
    UserId: owner.userId,
    Destination: EXTERNAL_DESTINATION,
    ...(isSuperseded
      ? { Status: 'Cancelled' as const, Description: order.Description || 'Replaced by another order' }
      : {}),
  };
}

/** A recorded report as the trade log shows it. The broker does not say where a leg traded. */
export function toStoreReport(
  { ReportId: _id, Legs, LegFills, ...report }: ApiReport,
  owner: OrderOwner,
  serial: number,
): WireReport {
  return {
    ...report,
    ...(Legs === undefined ? {} : { Legs: withoutPrefix(Legs) }),
    ...(LegFills === undefined
      ? {}
      : { LegFills: withoutPrefix(LegFills).map((fill) => ({ ...fill, Exchange: '' })) }),
    Symbol: withoutUsPrefix(report.Symbol),
    Account: owner.account,
    UserId: owner.userId,
    Destination: EXTERNAL_DESTINATION,
    Serial: serial,
    ErrorCode: 0,
  };
}
