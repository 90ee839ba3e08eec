import type * as v from 'valibot';
import { ORDER_STATUS_LABELS } from '../../domain/orders/labels.ts';
import type { Body, orderExportBody } from '../../protocol/index.ts';
import type { AccountView, OrderView, Report, SettlementView } from '../brokerage/brokerage.ts';
import { orderToWire, reportToWire, settlementToWire } from '../brokerage/wire.ts';
import { csvLine, type CsvCell } from '../../domain/csv/csv.ts';
import { reportWords, wordsOfSettlement } from './report-words.ts';

/** Orders of an account to which something happened in a span of exchange time, and options that settled in it, as a file. */
export interface OrderExport {
  readonly account: string;
  readonly from: string | null;
  readonly to: string | null;
  /** UTC ms; what happened before `fromMs`, and an order to which nothing happened from then until `toMs`, is left out. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly view: Pick<AccountView, 'orders' | 'reports' | 'settlements'>;
}

type Exported = v.InferOutput<typeof orderExportBody>;
type ExportedOrder = Exported['Orders'][number];
type ExportedSettlement = Exported['Settlements'][number];
type ExportedReport = ExportedOrder['Reports'][number];

interface Told {
  readonly orders: readonly { readonly order: OrderView; readonly reports: readonly Report[] }[];
  readonly others: readonly Report[];
  readonly settlements: readonly SettlementView[];
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
  return { orders, others, settlements: view.settlements.filter(({ timeMs }) => isInside(timeMs)) };
}

const exportedReport = (report: Report): ExportedReport => ({
  ...reportToWire(report),
  Words: reportWords(report),
});

const exportedSettlement = (settlement: SettlementView): ExportedSettlement => ({
  ...settlementToWire(settlement),
  Words: wordsOfSettlement(settlement),
});

/** The export as JSON text, piece by piece. */
export function* exportJson(request: OrderExport): Generator<string> {
  const { orders, others, settlements } = toldOf(request);
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
  yield '\n],"Settlements":[';
  separator = '\n';
  for (const settlement of settlements) {
    yield `${separator}${JSON.stringify(exportedSettlement(settlement))}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}

const FEES = [
  'ClearingCharge',
  'ExecutionCharge',
  'LiquidityFee',
  'SecFee',
  'NsccFee',
  'FinraFee',
  'OtherFee',
] as const satisfies readonly (keyof NonNullable<Body<'executionReport'>['FeeParts']>)[];

/** Columns of the CSV, in their order. Times are UTC, prices and fees dollars. */
export const CSV_COLUMNS = [
  'OrderId',
  'OrderStatus',
  'Serial',
  'Time',
  'ReportType',
  'Words',
  'ErrorCode',
  'Message',
  'ClientId',
  'OriginalClientId',
  'UserId',
  'Symbol',
  'Side',
  'Source',
  'OrderType',
  'TimeInForce',
  'Quantity',
  'Price',
  'StopPrice',
  'LastFillQuantity',
  'LastFillPrice',
  'LeavesQuantity',
  'Destination',
  'Route',
  'ExecutedRoute',
  'Liquidity',
  ...FEES,
  'Fees',
  'ExecutionId',
  'OrderCreated',
  'OrderCompleted',
  // What follows is filled by the settlement of an option only.
  'Underlying',
  'Strike',
  'ContractsChange',
  'SharesChange',
  'CashChange',
] as const;
type Column = (typeof CSV_COLUMNS)[number];

/** The export as CSV text: a line for every report, order by order, and one for every settlement of an option. */
export function* exportCsv(request: OrderExport): Generator<string> {
  const { orders, others, settlements } = toldOf(request);
  yield csvLine(CSV_COLUMNS);
  for (const { order, reports } of orders)
    yield reports.map((report) => csvLine(cellsOf(report, order))).join('');
  for (const report of others) yield csvLine(cellsOf(report, undefined));
  for (const settlement of settlements) yield csvLine(settlementCells(settlement));
}

function cellsOf(report: Report, order: OrderView | undefined): CsvCell[] {
  const wire = reportToWire(report);
  const feeCells = FEES.map((fee): CsvCell => wire.FeeParts?.[fee] ?? null);
  return [
    wire.OrderId,
    order ? ORDER_STATUS_LABELS[order.status] : '',
    wire.Serial,
    timeText(wire.Timestamp),
    wire.ReportType,
    reportWords(report),
    wire.ErrorCode,
    wire.Message,
    wire.ClientId,
    wire.OriginalClientId ?? null,
    wire.UserId,
    wire.Symbol,
    wire.Side,
    wire.Source,
    wire.OrderType,
    wire.TimeInForce,
    wire.Quantity,
    wire.Price === 0 ? null : wire.Price,
    wire.StopPrice ?? null,
    wire.LastFillQuantity,
    wire.LastFillQuantity === 0 ? null : wire.LastFillPrice,
    wire.LeavesQuantity,
    wire.Destination,
    order?.route ?? null,
    wire.ExecutedRoute,
    wire.Liquidity ?? null,
    ...feeCells,
    wire.Fees,
    wire.ExecutionId,
    order ? timeText(order.createdMs) : null,
    order === undefined || order.completedMs === null ? null : timeText(order.completedMs),
    null,
    null,
    null,
    null,
    null,
  ];
}

function settlementCells(settlement: SettlementView): CsvCell[] {
  const wire = settlementToWire(settlement);
  const cells: Readonly<Partial<Record<Column, CsvCell>>> = {
    Serial: wire.Serial,
    Time: timeText(wire.Timestamp),
    ReportType: `Option${wire.SettlementType}`,
    Words: wordsOfSettlement(settlement),
    Symbol: wire.Symbol,
    Quantity: Math.abs(wire.Contracts),
    Underlying: wire.Underlying,
    Strike: wire.Strike,
    ContractsChange: wire.Contracts,
    SharesChange: wire.Shares,
    CashChange: wire.Cash,
  };
  return CSV_COLUMNS.map((column) => cells[column] ?? null);
}

const timeText = (timeMs: number): string => new Date(timeMs).toISOString();
