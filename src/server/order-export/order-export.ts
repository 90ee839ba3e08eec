import type * as v from 'valibot';
import { ORDER_STATUS_LABELS } from '../../domain/orders/labels.ts';
import type { Body, orderExportBody } from '../../protocol/index.ts';
import type { AccountView, OrderView, Report } from '../brokerage/brokerage.ts';
import { orderToWire, reportToWire } from '../brokerage/wire.ts';
import { csvLine, type Cell } from './csv.ts';
import { reportWords } from './report-words.ts';

/** Orders of an account to which something happened in a span of exchange time, as a file. */
export interface OrderExport {
  readonly account: string;
  readonly from: string | null;
  readonly to: string | null;
  /** UTC ms; what happened before `fromMs`, and an order to which nothing happened from then until `toMs`, is left out. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly view: Pick<AccountView, 'orders' | 'reports'>;
}

type Exported = v.InferOutput<typeof orderExportBody>;
type ExportedOrder = Exported['Orders'][number];
type ExportedReport = ExportedOrder['Reports'][number];

interface Told {
  readonly orders: readonly { readonly order: OrderView; readonly reports: readonly Report[] }[];
  readonly others: readonly Report[];
}

/** Orders with their reports, both in the order of the journal. */
function toldOf({ view, fromMs, toMs }: OrderExport): Told {
  const isInside = (timeMs: number): boolean => timeMs >= fromMs && timeMs < toMs;
  const reportsOf = new Map<string, Report[]>();
  const known = new Set(view.orders.map(({ orderId }) => orderId));
  const others: Report[] = [];
  for (const report of view.reports) {
    const reports = reportsOf.get(report.orderId);
    if (reports) reports.push(report);
    else if (known.has(report.orderId)) reportsOf.set(report.orderId, [report]);
    else if (isInside(report.timeMs)) others.push(report);
  }
  const orders = view.orders.flatMap((order) => {
    const reports = (reportsOf.get(order.orderId) ?? []).filter(({ timeMs }) => timeMs >= fromMs);
    return reports.some(({ timeMs }) => isInside(timeMs)) ? [{ order, reports }] : [];
  });
  return { orders, others };
}

const exportedReport = (report: Report): ExportedReport => ({ ...reportToWire(report), Words: reportWords(report) });

/** The export as JSON text, piece by piece. */
export function* exportJson(request: OrderExport): Generator<string> {
  const { orders, others } = toldOf(request);
  yield `{"Account":${JSON.stringify(request.account)},"From":${JSON.stringify(request.from)},"To":${JSON.stringify(request.to)},"Orders":[`;
  let separator = '\n';
  for (const { order, reports } of orders) {
    const exported: ExportedOrder = { ...orderToWire(order), Reports: reports.map(exportedReport) };
    yield `${separator}${JSON.stringify(exported)}`;
    separator = ',\n';
  }
  yield '\n],"OtherReports":[';
  separator = '\n';
  for (const report of others) {
    yield `${separator}${JSON.stringify(exportedReport(report))}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}

const FEES = ['ClearingCharge', 'ExecutionCharge', 'LiquidityFee', 'SecFee', 'NsccFee', 'FinraFee', 'OtherFee'] as const satisfies readonly (keyof NonNullable<Body<'executionReport'>['FeeParts']>)[];

/** Columns of the CSV, in their order. Times are UTC, prices and fees dollars. */
export const CSV_COLUMNS = [
  'OrderId', 'OrderStatus', 'Serial', 'Time', 'ReportType', 'Words', 'ErrorCode', 'Message', 'ClientId', 'OriginalClientId', 'UserId', 'Symbol', 'Side', 'Source', 'OrderType', 'TimeInForce',
  'Quantity', 'Price', 'StopPrice', 'LastFillQuantity', 'LastFillPrice', 'LeavesQuantity', 'Destination', 'Route', 'ExecutedRoute', 'Liquidity', ...FEES, 'Fees', 'ExecutionId', 'OrderCreated', 'OrderCompleted',
] as const;

/** The export as CSV text: a line for every report, order by order. */
export function* exportCsv(request: OrderExport): Generator<string> {
  const { orders, others } = toldOf(request);
  yield csvLine(CSV_COLUMNS);
  for (const { order, reports } of orders) yield reports.map((report) => csvLine(cellsOf(report, order))).join('');
  for (const report of others) yield csvLine(cellsOf(report, undefined));
}

function cellsOf(report: Report, order: OrderView | undefined): Cell[] {
  const wire = reportToWire(report);
  const feeCells = FEES.map((fee): Cell => wire.FeeParts?.[fee] ?? null);
  return [
    wire.OrderId, order ? ORDER_STATUS_LABELS[order.status] : '', wire.Serial, timeText(wire.Timestamp), wire.ReportType, reportWords(report), wire.ErrorCode, wire.Message, wire.ClientId,
    wire.OriginalClientId ?? null, wire.UserId, wire.Symbol, wire.Side, wire.Source, wire.OrderType, wire.TimeInForce, wire.Quantity, wire.Price === 0 ? null : wire.Price, wire.StopPrice ?? null,
    wire.LastFillQuantity, wire.LastFillQuantity === 0 ? null : wire.LastFillPrice, wire.LeavesQuantity, wire.Destination, order?.route ?? null, wire.ExecutedRoute, wire.Liquidity ?? null,
    ...feeCells, wire.Fees, wire.ExecutionId, order ? timeText(order.createdMs) : null, order === undefined || order.completedMs === null ? null : timeText(order.completedMs),
  ];
}

const timeText = (timeMs: number): string => new Date(timeMs).toISOString();
