import { formatExchangeTime, formatInteger, formatPrice } from '../../src/domain/columns/index.ts';
import type { OrderStatus } from '../../src/domain/orders/enumerations.ts';
import { ORDER_ERRORS, translateOrderMessage } from '../../src/domain/orders/errors.ts';
import { ORDER_STATUS_LABELS, ORDER_TYPE_LABELS } from '../../src/domain/orders/labels.ts';
import { REPORT_TRANSITIONS } from '../../src/domain/orders/transitions.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { takesPrice } from './ticket-rules.ts';

type Report = Parameters<Parameters<ToolPlatform['orders']['onReport']>[0]>[0];
export type ReportFacts = Pick<Report, 'Serial' | 'ReportType' | 'LeavesQuantity' | 'Side' | 'Quantity' | 'Symbol' | 'OrderType' | 'Price' | 'LastFillPrice' | 'LastFillQuantity' | 'Timestamp' | 'Message'>
  & Partial<Pick<Report, 'ClientId' | 'OriginalClientId' | 'ErrorCode'>>;

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

/** The refusal of a replacement leaves its order as it is. */
const isReplaceRefusal = ({ ReportType, ClientId, OriginalClientId }: ReportFacts) => REFUSALS.has(ReportType) && OriginalClientId !== undefined && OriginalClientId !== ClientId;

/** What the report made of the order. */
function statusOf(report: ReportFacts): OrderStatus {
  if (isReplaceRefusal(report)) return 'ReplaceRejected';
  return report.ReportType === 'OrderExecuted' && report.LeavesQuantity > 0 ? 'PartiallyExecuted' : REPORT_TRANSITIONS[report.ReportType].to;
}

/** Status, order, time and description of a report; `own` for what the desk itself knows before the first report. */
export function statusLine(report: ReportFacts, own: { readonly id?: string; readonly status?: OrderStatus } = {}): StatusLine {
  const fill = report.LastFillQuantity > 0 ? `${formatInteger(report.LastFillQuantity)} @ ${formatPrice(report.LastFillPrice)}` : '';
  return {
    id: own.id ?? reportKey(report),
    status: ORDER_STATUS_LABELS[own.status ?? statusOf(report)],
    order: `${report.Side} ${formatInteger(report.Quantity)} ${displaySymbol(report.Symbol)} @ ${takesPrice(report.OrderType) && report.Price > 0 ? formatPrice(report.Price) : ORDER_TYPE_LABELS[report.OrderType]}`,
    time: formatExchangeTime(report.Timestamp),
    description: [fill, translateOrderMessage(report.Message)].filter((part) => part !== '' && part !== ORDER_ERRORS[0]).join(', '),
    isRefusal: REFUSALS.has(report.ReportType),
  };
}

/** Refusals that no journal holds share the serial 0: their order and moment tell them apart. */
function reportKey({ Serial, ClientId, Timestamp }: ReportFacts): string {
  return Serial === 0 ? `0 ${ClientId ?? ''} ${Timestamp}` : String(Serial);
}

/** Whether a report is about the order that was sent under `clientId`. The server may know it under another id later on. */
export function isAbout(report: Pick<Report, 'ClientId' | 'OriginalClientId' | 'OrderId'>, clientId: string): boolean {
  return report.ClientId === clientId || report.OriginalClientId === clientId || report.OrderId === clientId;
}
