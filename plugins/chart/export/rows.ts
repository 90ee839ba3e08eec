import type { CsvCell } from '../../../src/domain/csv/csv.ts';
import { formatInteger, formatTime, type TimePattern } from '../../../src/plugin-api/index.ts';
import type { ChartModel } from '../model/chart-model.ts';
import type { Comparison } from '../model/comparison.ts';
import { isSeries, type SeriesView } from '../model/study-set.ts';
import type { TradeList } from '../model/trade-list.ts';
import { formatDecimals, formatPercentChange, formatPrice, formatValue } from '../scales/format-value.ts';

export interface BarTable<Cell> {
  readonly header: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}
interface Column {
  readonly name: string;
  raw(index: number): CsvCell;
  shown(index: number): string;
}
/** `Shown`: for reading, as the legend writes it. Else for a program: plain numbers with up to four decimals, nothing where there is no value. */
type Form = 'raw' | 'shown';

/** Bars [from, to) with the values of studies, executions and compared symbols, for a program to read. */
export function barTable(model: ChartModel, from: number, to: number): BarTable<CsvCell> {
  return tableOf(
    columnsOf(model, from, to, 'raw'),
    (column, index) => column.raw(index),
    from,
    Math.min(to, model.bars.length),
  );
}

/** The last `maxRows` of the visible bars [from, to) for reading, newest first. */
export function readableTable(
  model: ChartModel,
  from: number,
  to: number,
  maxRows: number,
): BarTable<string> {
  const end = Math.min(to, model.bars.length);
  const { header, rows } = tableOf(
    columnsOf(model, from, to, 'shown'),
    (column, index) => column.shown(index),
    Math.max(from, end - maxRows),
    end,
  );
  return { header, rows: rows.toReversed() };
}

function tableOf<Cell>(
  columns: readonly Column[],
  cellOf: (column: Column, index: number) => Cell,
  from: number,
  to: number,
): BarTable<Cell> {
  const rows: Cell[][] = [];
  for (let i = Math.max(0, from); i < to; i += 1) rows.push(columns.map((column) => cellOf(column, i)));
  return { header: columns.map(({ name }) => name), rows };
}

function columnsOf(model: ChartModel, from: number, to: number, form: Form): readonly Column[] {
  model.settle();
  const { bars, period } = model;
  return [
    timeColumn(model, 'Date', 'YYYY-MM-DD', 'M/D/YYYY'),
    ...(typeof period === 'string' ? [] : [timeColumn(model, 'Time', 'HH:mm', 'HH:mm')]),
    valueColumn('Open', (i) => bars.open[i], formatPrice),
    valueColumn('High', (i) => bars.high[i], formatPrice),
    valueColumn('Low', (i) => bars.low[i], formatPrice),
    valueColumn('Close', (i) => bars.close[i], formatPrice),
    valueColumn(
      'Volume',
      (i) => bars.volume[i],
      (value) => (Number.isFinite(value) ? formatInteger(value) : formatPrice(value)),
    ),
    ...model.comparisons.flatMap((comparison) => comparisonColumns(comparison, from, to, form)),
    ...model.studies.views.flatMap((view) =>
      isSeries(view) && view.study.id !== 'volume' ? studyColumns(view) : [],
    ),
    ...model.tradeLists.filter(({ hasProfit }) => hasProfit).map(profitColumn),
  ];
}

const timeColumn = ({ bars }: ChartModel, name: string, raw: TimePattern, shown: TimePattern): Column => ({
  name,
  raw: (i) => formatTime(bars.timeMs[i] ?? 0, raw),
  shown: (i) => formatTime(bars.timeMs[i] ?? 0, shown),
});

const valueColumn = (
  name: string,
  valueAt: (index: number) => number | undefined,
  text: (value: number) => string,
): Column => ({
  name,
  raw: (i) => plainNumber(valueAt(i)),
  shown: (i) => text(valueAt(i) ?? Number.NaN),
});

/** Beside the bar at which each value is drawn. */
const studyColumns = ({ study, label, run, shifts }: SeriesView): readonly Column[] =>
  study.outputs.map((output, n) => {
    const shift = shifts[n] ?? 0;
    return valueColumn(
      study.outputs.length === 1 ? label : `${label} ${output.title}`,
      (i) => (i - shift < run.length ? run.outputs[n]?.[i - shift] : undefined),
      (value) => formatValue(value, output.format),
    );
  });

const profitColumn = ({ isOwn, title, profit }: TradeList): Column =>
  valueColumn(
    isOwn ? 'P&L' : `P&L ${title}`,
    (i) => profit[i],
    (value) => formatDecimals(value, 2),
  );

/** The change is of the visible range, so that it depends on the picture: it is only for reading. */
function comparisonColumns(comparison: Comparison, from: number, to: number, form: Form): readonly Column[] {
  const { symbol, closes } = comparison;
  const close = valueColumn(`${symbol} Close`, (i) => closes[i], formatPrice);
  if (form === 'raw') return [close];
  const base = comparison.baseOf(from, to);
  const change = valueColumn(
    `${symbol} %`,
    (i) => closes[i],
    (value) => (Number.isFinite(value) ? formatPercentChange(value, base) : formatPrice(value)),
  );
  return [close, change];
}

function plainNumber(value: number | undefined): number | null {
  return value === undefined || !Number.isFinite(value) ? null : Math.round(value * 1e4) / 1e4;
}
