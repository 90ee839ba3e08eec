import { formatExchangeTime, formatInteger, formatPrice } from '../../src/domain/columns/index.ts';
import type { OrderStatus } from '../../src/domain/orders/enumerations.ts';
import { ORDER_ERRORS } from '../../src/domain/orders/errors.ts';
import { ORDER_STATUS_LABELS } from '../../src/domain/orders/labels.ts';
import { REPORT_TRANSITIONS } from '../../src/domain/orders/transitions.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';

type Report = Parameters<Parameters<ToolPlatform['orders']['onReport']>[0]>[0];
export type ReportFacts = Pick<Report, 'Serial' | 'ReportType' | 'LeavesQuantity' | 'Side' | 'Quantity' | 'Symbol' | 'OrderType' | 'Price' | 'LastFillPrice' | 'LastFillQuantity' | 'Timestamp' | 'Message'>;

/** One line of what became of a sent order. */
export interface StatusLine {
  readonly id: string;
  readonly status: string;
  readonly order: string;
  readonly time: string;
  readonly description: string;
  readonly isRefusal: boolean;
}

const REFUSALS: ReadonlySet<string> = new Set(['OrderAcceptRejected', 'OrderRejected', 'GatewayRejected', 'OrderCancelRejected', 'OrderCancelAcceptRejected']);

/** Status, order, time and description of a report; `own` for what the desk itself knows before the first report. */
export function statusLine(report: ReportFacts, own: { readonly id?: string; readonly status?: OrderStatus } = {}): StatusLine {
  const isPartial = report.ReportType === 'OrderExecuted' && report.LeavesQuantity > 0;
  const fill = report.LastFillQuantity > 0 ? `${formatInteger(report.LastFillQuantity)} @ ${formatPrice(report.LastFillPrice)}` : '';
  return {
    id: own.id ?? String(report.Serial),
    status: ORDER_STATUS_LABELS[own.status ?? (isPartial ? 'PartiallyExecuted' : REPORT_TRANSITIONS[report.ReportType].to)],
    order: `${report.Side} ${formatInteger(report.Quantity)} ${report.Symbol} @ ${report.OrderType === 'Market' ? 'MKT' : formatPrice(report.Price)}`,
    time: formatExchangeTime(report.Timestamp),
    description: [fill, report.Message].filter((part) => part !== '' && part !== ORDER_ERRORS[0]).join(', '),
    isRefusal: REFUSALS.has(report.ReportType),
  };
}

/** Whether a report is about the order that was sent under `clientId`. The server may know it under another id later on. */
export function isAbout(report: Pick<Report, 'ClientId' | 'OriginalClientId' | 'OrderId'>, clientId: string): boolean {
  return report.ClientId === clientId || report.OriginalClientId === clientId || report.OrderId === clientId;
}
