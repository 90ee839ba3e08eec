import { fromE4 } from '../../../domain/money/price.ts';
import type * as v from 'valibot';
import { ORDER_STATUS_LABELS } from '../../../domain/orders/labels.ts';
import type { Body, orderExportBody } from '../../../protocol/index.ts';
import type {
  AccountHistory,
  ActionView,
  OrderView,
  Report,
  SettlementView,
} from '../../brokerage/brokerage.ts';
import { orderToWire, reportToWire, settlementToWire } from '../translate/brokerage.ts';
import { actionToWire, type ActionBody } from '../translate/corporate-actions.ts';
import { csvLine, type CsvCell } from '../../../domain/csv/csv.ts';
import { readingTime } from '../../fair-turns.ts';
import { reportText, settlementSentence } from './report-text.ts';

/** Orders of an account to which something happened in a span of exchange time, and options that settled in it, as a file. */
export interface OrderExport {
  readonly account: string;
  readonly from: string | null;
  readonly to: string | null;
  /** UTC ms; what happened before `fromMs`, and an order to which nothing happened from then until `toMs`, is left out. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Opened at `fromMs`. An order that changes while the file is written shows its newest state. */
  readonly history: AccountHistory;
  readonly settlements: readonly SettlementView[];
  readonly actions: readonly ActionView[];
  /** Resolves when another small piece of the work may be done; rejects when nobody waits for the file any more. */
  readonly pace: () => Promise<void>;
}

type Exported = v.InferOutput<typeof orderExportBody>;
type ExportedOrder = Exported['Orders'][number];
type ExportedSettlement = Exported['Settlements'][number];
type ExportedReport = ExportedOrder['Reports'][number];

interface OrderWithReports {
  readonly order: OrderView;
  readonly reports: readonly Report[];
}

/** Orders and reports read at once. */
const MAX_ITEMS_READ = 100;

/** What of an account belongs into the file, read and handed on piece by piece. */
class ExportedAccount {
  readonly #request: OrderExport;
  /** In the order of the first report of each order. */
  readonly #reportsOf = new Map<OrderView, Report[]>();
  readonly #others: Report[] = [];

  constructor(request: OrderExport) {
    this.#request = request;
  }

  /** The orders in the order of their first reports, each with its reports. */
  async *orders(): AsyncGenerator<OrderWithReports> {
    await this.#read();
    for (const [order, reports] of this.#reportsOf) {
      await this.#request.pace();
      if (reports.some((report) => this.#isInside(report))) yield { order, reports };
    }
  }

  /** Refusals of orders that the account does not have; known after the orders. */
  async *others(): AsyncGenerator<Report> {
    for (const report of this.#others) {
      await this.#request.pace();
      if (this.#isInside(report)) yield report;
    }
  }

  async *settlements(): AsyncGenerator<SettlementView> {
    for (const settlement of this.#request.settlements) {
      await this.#request.pace();
      if (this.#isInside(settlement)) yield settlement;
    }
  }

  async *actions(): AsyncGenerator<ActionView> {
    for (const action of this.#request.actions) {
      await this.#request.pace();
      if (this.#isInside(action)) yield action;
    }
  }

  #isInside({ timeMs }: { readonly timeMs: number }): boolean {
    return timeMs >= this.#request.fromMs && timeMs < this.#request.toMs;
  }

  async #read(): Promise<void> {
    const { history, pace } = this.#request;
    const orders = new Map<string, OrderView>();
    while (history.hasMoreOrders) {
      await pace();
      for (const order of history.nextOrders(MAX_ITEMS_READ, readingTime())) orders.set(order.orderId, order);
    }
    while (history.hasMoreReports) {
      await pace();
      for (const report of history.nextReports(MAX_ITEMS_READ, readingTime()))
        this.#addReport(orders.get(report.orderId), report);
    }
  }

  #addReport(order: OrderView | undefined, report: Report): void {
    if (!order) return void this.#others.push(report);
    const reports = this.#reportsOf.get(order);
    if (reports) reports.push(report);
    else this.#reportsOf.set(order, [report]);
  }
}

const exportedReport = (report: Report): ExportedReport => ({
  ...reportToWire(report),
  Words: reportText(report),
});

const exportedSettlement = (settlement: SettlementView): ExportedSettlement => ({
  ...settlementToWire(settlement),
  Words: settlementSentence(settlement),
});

/** The export as JSON text, piece by piece. */
export async function* exportJson(request: OrderExport): AsyncGenerator<string> {
  const exported = new ExportedAccount(request);
  yield `{"Account":${JSON.stringify(request.account)},"From":${JSON.stringify(request.from)},"To":${JSON.stringify(request.to)},"Orders":[`;
  yield* jsonItems(exported.orders(), ({ order, reports }): ExportedOrder => ({
    ...orderToWire(order),
    Reports: reports.map(exportedReport),
  }));
  yield '\n],"OtherReports":[';
  yield* jsonItems(exported.others(), exportedReport);
  yield '\n],"Settlements":[';
  yield* jsonItems(exported.settlements(), exportedSettlement);
  yield '\n],"Actions":[';
  yield* jsonItems(exported.actions(), actionToWire);
  yield '\n]}\n';
}

async function* jsonItems<Item>(
  items: AsyncIterable<Item>,
  toExported: (item: Item) => ExportedOrder | ExportedReport | ExportedSettlement | ActionBody,
): AsyncGenerator<string> {
  let separator = '\n';
  for await (const item of items) {
    yield `${separator}${JSON.stringify(toExported(item))}`;
    separator = ',\n';
  }
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
const CSV_COLUMNS = [
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
  // What follows is filled by the settlement of an option only, and the change of cash by a corporate action as well.
  'Underlying',
  'Strike',
  'ContractsChange',
  'SharesChange',
  'CashChange',
] as const;
type Column = (typeof CSV_COLUMNS)[number];

/** The export as CSV text: a line for every report, order by order, and one for every settlement of an option and every corporate action. */
export async function* exportCsv(request: OrderExport): AsyncGenerator<string> {
  const exported = new ExportedAccount(request);
  yield csvLine(CSV_COLUMNS);
  for await (const { order, reports } of exported.orders())
    yield reports.map((report) => csvLine(cellsOf(report, order))).join('');
  for await (const report of exported.others()) yield csvLine(cellsOf(report, undefined));
  for await (const settlement of exported.settlements()) yield csvLine(settlementCells(settlement));
  for await (const action of exported.actions()) yield csvLine(actionCells(action));
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
    reportText(report),
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

function actionCells(action: ActionView): CsvCell[] {
  const wire = actionToWire(action);
  const cells: Readonly<Partial<Record<Column, CsvCell>>> = {
    Serial: wire.Serial,
    Time: timeText(wire.Timestamp),
    ReportType: `Corporate${wire.ActionType}`,
    Words: `${wire.Message}.`,
    Symbol: wire.Symbol,
    CashChange: fromE4(action.positions.reduce((sum, { cashE4 }) => sum + cashE4, 0)),
  };
  return CSV_COLUMNS.map((column) => cells[column] ?? null);
}

function settlementCells(settlement: SettlementView): CsvCell[] {
  const wire = settlementToWire(settlement);
  const cells: Readonly<Partial<Record<Column, CsvCell>>> = {
    Serial: wire.Serial,
    Time: timeText(wire.Timestamp),
    ReportType: `Option${wire.SettlementType}`,
    Words: settlementSentence(settlement),
    ClientId: wire.ClientId ?? null,
    UserId: settlement.request?.userId ?? null,
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
