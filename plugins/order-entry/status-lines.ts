import { formatExchangeTime, formatInteger, formatPrice } from '../../src/domain/columns/index.ts';
import type { OrderStatus } from '../../src/domain/orders/enumerations.ts';
import { ORDER_ERRORS, translateOrderMessage } from '../../src/domain/orders/errors.ts';
import { ORDER_STATUSES } from '../../src/domain/orders/order-statuses.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import { REPORT_TRANSITIONS } from '../../src/domain/orders/transitions.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { OrderTicket, ToolPlatform } from '../../src/plugin-api/index.ts';

type Report = Parameters<Parameters<ToolPlatform['orders']['onReport']>[0]>[0];
export type ReportFacts = Pick<
  Report,
  | 'Serial'
  | 'ReportType'
  | 'LeavesQuantity'
  | 'Side'
  | 'Quantity'
  | 'Symbol'
  | 'OrderType'
  | 'Price'
  | 'LastFillPrice'
  | 'LastFillQuantity'
  | 'Timestamp'
  | 'Message'
> &
  Partial<Pick<Report, 'ClientId' | 'OriginalClientId' | 'ErrorCode'>>;

/** One status line of a sent order. */
export interface StatusLine {
  readonly id: string;
  readonly status: string;
  readonly order: string;
  readonly time: string;
  readonly description: string;
  readonly isRefusal: boolean;
}

const REJECTIONS: ReadonlySet<string> = new Set([
  'OrderAcceptRejected',
  'OrderRejected',
  'GatewayRejected',
  'OrderCancelRejected',
  'OrderCancelAcceptRejected',
]);

/** A rejected replacement leaves its order unchanged. */
const isReplaceRejection = ({ ReportType, ClientId, OriginalClientId }: ReportFacts) =>
  REJECTIONS.has(ReportType) && OriginalClientId !== undefined && OriginalClientId !== ClientId;

/** Status of the order after the report. */
function statusOf(report: ReportFacts): OrderStatus {
  if (isReplaceRejection(report)) return 'ReplaceRejected';
  return report.ReportType === 'OrderExecuted' && report.LeavesQuantity > 0
    ? 'PartiallyExecuted'
    : REPORT_TRANSITIONS[report.ReportType].to;
}

/**
 * Status, order, time and description of a report. `known` replaces the id and the status where the browser knows better than the
 * report.
 */
export function statusLine(
  report: ReportFacts,
  known: { readonly id?: string; readonly status?: OrderStatus } = {},
): StatusLine {
  const fill =
    report.LastFillQuantity > 0
      ? `${formatInteger(report.LastFillQuantity)} @ ${formatPrice(report.LastFillPrice)}`
      : '';
  return {
    id: known.id ?? reportKey(report),
    status: ORDER_STATUSES[known.status ?? statusOf(report)].label,
    order: orderText(report),
    time: formatExchangeTime(report.Timestamp),
    description: [fill, translateOrderMessage(report.Message)]
      .filter((part) => part !== '' && part !== ORDER_ERRORS[0])
      .join(', '),
    isRefusal: REJECTIONS.has(report.ReportType),
  };
}

/** The line of an order that was just sent, before the first report. */
export function sentLine(
  order: OrderTicket,
  clientId: string,
  status: 'Sent' | 'CancelReplaceSent',
  exchangeMs: number,
): StatusLine {
  return {
    id: clientId,
    status: ORDER_STATUSES[status].label,
    order: orderText({
      Side: order.side,
      Quantity: order.quantity,
      Symbol: order.symbol,
      OrderType: order.type,
      Price: order.price ?? 0,
    }),
    time: formatExchangeTime(exchangeMs),
    description: '',
    isRefusal: false,
  };
}

/** `Buy 100 SPY @ 512.30`, `Sell 5 SPY @ MKT`. */
function orderText({
  Side,
  Quantity,
  Symbol,
  OrderType,
  Price,
}: Pick<ReportFacts, 'Side' | 'Quantity' | 'Symbol' | 'OrderType' | 'Price'>): string {
  const { takesLimitPrice, label } = ORDER_TYPES[OrderType];
  const price = takesLimitPrice && Price > 0 ? formatPrice(Price) : label;
  return `${Side} ${formatInteger(Quantity)} ${displaySymbol(Symbol)} @ ${price}`;
}

/** Rejections that are not journaled share the serial 0: order and time identify them. */
export function reportKey({ Serial, ClientId, Timestamp }: ReportFacts): string {
  return Serial === 0 ? `0 ${ClientId ?? ''} ${Timestamp}` : String(Serial);
}

/** Whether a report belongs to the order sent under `clientId`. A replacement gives the order another client id. */
export function isAbout(
  report: Pick<Report, 'ClientId' | 'OriginalClientId' | 'OrderId'>,
  clientId: string,
): boolean {
  return report.ClientId === clientId || report.OriginalClientId === clientId || report.OrderId === clientId;
}

/** The reports of a log, newest first, after the one with this key; all of them without a key. */
export function reportsSince(log: readonly Report[], key: string | null): readonly Report[] {
  return key === null
    ? log
    : log.slice(
        0,
        Math.max(
          0,
          log.findIndex((report) => reportKey(report) === key),
        ),
      );
}

const MAX_LINES = 20;

/** The lines with those of new reports added, all newest first. `standsAs` returns the present status of an order. */
export function withReports(
  lines: readonly StatusLine[],
  reports: readonly Report[],
  standsAs: (orderId: string) => OrderStatus | undefined,
): readonly StatusLine[] {
  const known = new Set(lines.map(({ id }) => id));
  const added = reports
    .filter((report) => !known.has(reportKey(report)))
    .map((report) => {
      // One report type rejects cancels and replacements: the status of the order shows which it was.
      const stands = report.ReportType === 'OrderCancelRejected' ? standsAs(report.OrderId) : undefined;
      return statusLine(
        report,
        stands === 'CancelRejected' || stands === 'ReplaceRejected' ? { status: stands } : {},
      );
    });
  return added.length === 0 ? lines : [...added, ...lines].slice(0, MAX_LINES);
}
