import type { CsvCell } from '../../../src/domain/csv/csv.ts';
import { formatInteger, formatTime, type TimePattern } from '../../../src/plugin-api/index.ts';
import type { ChartModel } from '../model/chart-model.ts';
import { isSeries } from '../model/study-set.ts';
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

/** The last `most` of the visible bars [from, to) for a person to read, newest first. */
export function readableTable(model: ChartModel, from: number, to: number, most: number): BarTable<string> {
  const end = Math.min(to, model.bars.length);
  const { header, rows } = tableOf(
    columnsOf(model, from, to, 'shown'),
    (column, index) => column.shown(index),
    Math.max(from, end - most),
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
  const { bars, studies, tradeLists, comparisons, period } = model;
  const time = (name: string, raw: TimePattern, shown: TimePattern): Column => ({
    name,
    raw: (i) => formatTime(bars.timeMs[i] ?? 0, raw),
    shown: (i) => formatTime(bars.timeMs[i] ?? 0, shown),
  });
  const values = (
    name: string,
    valueAt: (index: number) => number | undefined,
    text: (value: number) => string,
  ): Column => ({
    name,
    raw: (i) => plainNumber(valueAt(i)),
    shown: (i) => text(valueAt(i) ?? Number.NaN),
  });
  const ofStudies = studies.views.flatMap((view) =>
    isSeries(view) && view.id !== 'volume'
      ? view.study.outputs.map((output, n) => {
          // Beside the bar at which it is drawn.
          const shift = view.shifts[n] ?? 0;
          return values(
            view.study.outputs.length === 1 ? view.label : `${view.label} ${output.title}`,
            (i) => (i - shift < view.run.length ? view.run.outputs[n]?.[i - shift] : undefined),
            (value) => formatValue(value, output.format),
          );
        })
      : [],
  );
  const ofTrades = tradeLists
    .filter(({ hasProfit }) => hasProfit)
    .map(({ isOwn, title, profit }) =>
      values(
        isOwn ? 'P&L' : `P&L ${title}`,
        (i) => profit[i],
        (value) => formatDecimals(value, 2),
      ),
    );
  const ofCompared = comparisons.flatMap((comparison) => {
    const close = values(`${comparison.symbol} Close`, (i) => comparison.closes[i], formatPrice);
    // The change is of the visible range: what it comes to depends on the picture.
    const base = comparison.baseOf(from, to);
    return form === 'raw'
      ? [close]
      : [
          close,
          values(
            `${comparison.symbol} %`,
            (i) => comparison.closes[i],
            (value) => (Number.isFinite(value) ? formatPercentChange(value, base) : formatPrice(value)),
          ),
        ];
  });
  return [
    time('Date', 'YYYY-MM-DD', 'M/D/YYYY'),
    ...(typeof period === 'string' ? [] : [time('Time', 'HH:mm', 'HH:mm')]),
    values('Open', (i) => bars.open[i], formatPrice),
    values('High', (i) => bars.high[i], formatPrice),
    values('Low', (i) => bars.low[i], formatPrice),
    values('Close', (i) => bars.close[i], formatPrice),
    values(
      'Volume',
      (i) => bars.volume[i],
      (value) => (Number.isFinite(value) ? formatInteger(value) : formatPrice(value)),
    ),
    ...ofCompared,
    ...ofStudies,
    ...ofTrades,
  ];
}

function plainNumber(value: number | undefined): number | null {
  return value === undefined || !Number.isFinite(value) ? null : Math.round(value * 1e4) / 1e4;
}
