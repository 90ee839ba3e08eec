import { newYorkDate } from '../../domain/calendar/us-equity.ts';
import {
  formatExchangeTime,
  formatInteger,
  formatMoney,
  formatPercent,
  formatPrice,
  formatSignedMoney,
  formatSignedPercent,
  UNKNOWN_TEXT,
} from '../../domain/columns/index.ts';
import { ORDER_TYPES } from '../../domain/orders/order-types.ts';
import type { WireInstance, WireOrder } from '../algostream/service.ts';

type Returns = NonNullable<WireInstance['Returns']>;
type Figure = { [Name in keyof Returns]: Returns[Name] extends number | null ? Name : never }[keyof Returns];

const share = (fraction: number): string => formatPercent(fraction * 100);
const ratio = (fraction: number): string => formatSignedPercent(fraction * 100);

/** The figures of a run with the labels and formats of AlgoStream's columns, in their order. */
export const FIGURES: readonly (readonly [id: Figure, label: string, format: (value: number) => string])[] = [
  ['NetProfitLoss', 'Net P&L', formatSignedMoney],
  ['GrossProfitLoss', 'Gross P&L', formatSignedMoney],
  ['CumulativeNetProfitLoss', 'Cum. net P&L', formatSignedMoney],
  ['CumulativeGrossProfitLoss', 'Cum. gross P&L', formatSignedMoney],
  ['Roi', 'ROI', ratio],
  ['RoiAnnualised', 'ROI a year', ratio],
  ['SymbolRoi', 'Symbol ROI', ratio],
  ['SymbolRoiAnnualised', 'Symbol ROI a year', ratio],
  ['Roac', 'ROAC', ratio],
  ['RoacAnnualised', 'ROAC a year', ratio],
  ['Roc', 'ROC', ratio],
  ['RocAnnualised', 'ROC a year', ratio],
  ['MaxDrawdown', 'Max drawdown', formatMoney],
  ['Capital', 'Capital', formatMoney],
  ['AverageCapital', 'Avg capital', formatMoney],
  ['FeesPaid', 'Fees paid', formatMoney],
  ['SlippagePaid', 'Slippage paid', formatMoney],
  ['BorrowPaid', 'Borrow paid', formatMoney],
  ['TradeCount', 'Trades', formatInteger],
  ['LongTradeCount', 'Long trades', formatInteger],
  ['ShortTradeCount', 'Short trades', formatInteger],
  ['ProfitablePercent', 'Profitable', share],
  ['LosingPercent', 'Losing', share],
  ['LongProfitablePercent', 'Long profitable', share],
  ['ShortProfitablePercent', 'Short profitable', share],
  ['AverageProfit', 'Avg profit', formatSignedMoney],
  ['AverageLoss', 'Avg loss', formatSignedMoney],
  ['LongProfitLoss', 'Long P&L', formatSignedMoney],
  ['ShortProfitLoss', 'Short P&L', formatSignedMoney],
];

/** Lines of text from cells; columns whose index is in `left` are aligned to the left, all others to the right. */
export function aligned(rows: readonly (readonly string[])[], left: ReadonlySet<number>): string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  return rows.map((row) =>
    row
      .map((cell, column) =>
        left.has(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** The figures, one a line. */
export function figureLines(returns: Returns): string[] {
  const rows = FIGURES.map(([id, label, format]) => {
    const value = returns[id];
    return [label, value === null ? UNKNOWN_TEXT : format(value)];
  });
  return aligned(rows, new Set([0]));
}

const time = (ms: number | null): string =>
  ms === null ? UNKNOWN_TEXT : `${newYorkDate(ms)} ${formatExchangeTime(ms)}`;
const price = (dollars: number): string => (dollars > 0 ? formatPrice(dollars) : UNKNOWN_TEXT);

const ORDER_HEADERS = [
  'Sent',
  'Status',
  'Side',
  'Type',
  'Qty',
  'Price',
  'Stop',
  'Fill price',
  'Filled',
  'Net P&L',
  'Reason',
];
/** Columns of `ORDER_HEADERS` that hold text. */
const TEXT_COLUMNS = new Set([0, 1, 2, 3, 8, 10]);

/** The orders, one a line below a header. Times are those of New York. */
export function orderLines(orders: readonly WireOrder[]): string[] {
  const rows = orders.map((order) => [
    time(order.SentTimestamp),
    order.Status,
    order.Side,
    ORDER_TYPES[order.Type].label,
    formatInteger(order.Quantity),
    price(order.Price),
    price(order.StopPrice),
    order.FillTimestamp === null ? UNKNOWN_TEXT : formatPrice(order.FillPrice),
    time(order.FillTimestamp),
    order.FillTimestamp === null ? UNKNOWN_TEXT : formatSignedMoney(order.NetProfitLoss),
    order.Reason,
  ]);
  return aligned([ORDER_HEADERS, ...rows], TEXT_COLUMNS);
}
