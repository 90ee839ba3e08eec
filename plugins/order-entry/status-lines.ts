import { formatExchangeTime, formatInteger, formatPrice } from '../../src/domain/columns/index.ts';
import type { OrderStatus } from '../../src/domain/orders/enumerations.ts';
import { ORDER_ERRORS, translateOrderMessage } from '../../src/domain/orders/errors.ts';
import { ORDER_STATUSES } from '../../src/domain/orders/order-statuses.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import { REPORT_TRANSITIONS } from '../../src/domain/orders/transitions.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';

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

/** One line of what became of a sent order. */
export interface StatusLine {
  readonly id: string;
  readonly status: string;
  readonly order: string;
  readonly time: string;
  readonly description: string;
  readonly isRefusal: boolean;
}

const REFUSALS: ReadonlySet<string> = new Set([
  'OrderAcceptRejected',
  'OrderRejected',
  'GatewayRejected',
  'OrderCancelRejected',
  'OrderCancelAcceptRejected',
]);

/** The refusal of a replacement leaves its order as it is. */
const isReplaceRefusal = ({ ReportType, ClientId, OriginalClientId }: ReportFacts) =>
  REFUSALS.has(ReportType) && OriginalClientId !== undefined && OriginalClientId !== ClientId;

/** What the report made of the order. */
function statusOf(report: ReportFacts): OrderStatus {
  if (isReplaceRefusal(report)) return 'ReplaceRejected';
  return report.ReportType === 'OrderExecuted' && report.LeavesQuantity > 0
    ? 'PartiallyExecuted'
    : REPORT_TRANSITIONS[report.ReportType].to;
}

/** Status, order, time and description of a report; `own` for what the desk itself knows before the first report. */
export function statusLine(
  report: ReportFacts,
  own: { readonly id?: string; readonly status?: OrderStatus } = {},
): StatusLine {
  const fill =
    report.LastFillQuantity > 0
      ? `${formatInteger(report.LastFillQuantity)} @ ${formatPrice(report.LastFillPrice)}`
      : '';
  return {
    id: own.id ?? reportKey(report),
    status: ORDER_STATUSES[own.status ?? statusOf(report)].label,
    order: `${report.Side} ${formatInteger(report.Quantity)} ${displaySymbol(report.Symbol)} @ ${ORDER_TYPES[report.OrderType].takesLimitPrice && report.Price > 0 ? formatPrice(report.Price) : ORDER_TYPES[report.OrderType].label}`,
    time: formatExchangeTime(report.Timestamp),
    description: [fill, translateOrderMessage(report.Message)]
      .filter((part) => part !== '' && part !== ORDER_ERRORS[0])
      .join(', '),
    isRefusal: REFUSALS.has(report.ReportType),
  };
}

/** Refusals that no journal holds share the serial 0: their order and moment tell them apart. */
export function reportKey({ Serial, ClientId, Timestamp }: ReportFacts): string {
  return Serial === 0 ? `0 ${ClientId ?? ''} ${Timestamp}` : String(Serial);
}

/** Whether a report is about the order that was sent under `clientId`. The server may know it under another id later on. */
export function isAbout(
  report: Pick<Report, 'ClientId' | 'OriginalClientId' | 'OrderId'>,
  clientId: string,
): boolean {
  return report.ClientId === clientId || report.OriginalClientId === clientId || report.OrderId === clientId;
}

/** The reports of a log, newest first, that came after the one with this key; all of them when there was none then. */
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

const MOST_LINES = 20;

/** The lines, newest first, with those of reports (newest first, too) that have none yet. `standsAs` tells the status of an order now. */
export function withReports(
  lines: readonly StatusLine[],
  reports: readonly Report[],
  standsAs: (orderId: string) => OrderStatus | undefined,
): readonly StatusLine[] {
  const known = new Set(lines.map(({ id }) => id));
  const added = reports
    .filter((report) => !known.has(reportKey(report)))
    .map((report) => {
      // A cancel and a replacement are refused by the same kind of report: the order knows which it was.
      const stands = report.ReportType === 'OrderCancelRejected' ? standsAs(report.OrderId) : undefined;
      return statusLine(
        report,
        stands === 'CancelRejected' || stands === 'ReplaceRejected' ? { status: stands } : {},
      );
    });
  return added.length === 0 ? lines : [...added, ...lines].slice(0, MOST_LINES);
}
