import {
  formatAbbreviated,
  formatInteger,
  formatMoney,
  formatPercent,
  formatSignedMoney,
  formatSignedPercent,
  UNKNOWN_TEXT,
} from '../../../src/domain/columns/index.ts';
import type { GridColumn } from '../../../src/ui/index.ts';
import type { Returns, Run } from '../types.ts';

/** A column with the title that the columns dialog shows. */
export interface RunColumn extends GridColumn<Run> {
  readonly title: string;
}
export type ColumnCategory = 'General' | 'Parameters' | 'Performance' | 'Trades';

interface ColumnLabels {
  readonly id: string;
  readonly header: string;
  readonly title: string;
  readonly width?: number;
}

export const text = (
  labels: ColumnLabels,
  textOf: (run: Run) => string,
  value?: (run: Run) => number | string | null,
): RunColumn => ({ ...labels, align: 'left', text: textOf, ...(value === undefined ? {} : { value }) });

export function number(
  labels: ColumnLabels,
  format: (value: number) => string,
  value: (run: Run) => number | null,
): RunColumn {
  return {
    ...labels,
    align: 'right',
    value,
    text: (run) => {
      const known = value(run);
      return known === null ? UNKNOWN_TEXT : format(known);
    },
  };
}

/** The class of an amount whose sign has a colour. */
export const signClass = (value: number | null): string =>
  value === null || value === 0 ? 'grid-muted' : value > 0 ? 'grid-up' : 'grid-down';

type Figure = { [Name in keyof Returns]: Returns[Name] extends number | null ? Name : never }[keyof Returns];
const figure = (run: Run, id: Figure): number | null => run.instance.Returns?.[id] ?? null;

/** Amounts from here on, dollars, are abbreviated: `92.56M`. The tooltip has them in full. */
const ABBREVIATED_FROM = 10_000_000;
/** Fits the longest amount that is not abbreviated, px. */
const MONEY_WIDTH_PX = 96;

/** An amount of money that fits into its column whatever its size. */
function moneyColumn(
  labels: Omit<ColumnLabels, 'id'> & { readonly id: Figure },
  format: (dollars: number) => string,
): RunColumn {
  const value = (run: Run): number | null => figure(run, labels.id);
  const isLong = (dollars: number): boolean => Math.abs(dollars) >= ABBREVIATED_FROM;
  return {
    ...number(
      { width: MONEY_WIDTH_PX, ...labels },
      (dollars) => (isLong(dollars) ? abbreviated(dollars, format) : format(dollars)),
      value,
    ),
    tooltip(run) {
      const dollars = value(run);
      return dollars !== null && isLong(dollars) ? format(dollars) : undefined;
    },
  };
}

/** `format` decides about the sign. */
const abbreviated = (dollars: number, format: (dollars: number) => string): string =>
  `${format(dollars).startsWith('+') ? '+' : ''}${formatAbbreviated(dollars)}`;

/** A profit or loss in dollars, in the colour of its sign. */
export function profit(labels: Omit<ColumnLabels, 'id'> & { readonly id: Figure }): RunColumn {
  return {
    ...moneyColumn(labels, formatSignedMoney),
    className: (run) => signClass(figure(run, labels.id)),
  };
}
export const money = (labels: Omit<ColumnLabels, 'id'> & { readonly id: Figure }): RunColumn =>
  moneyColumn(labels, formatMoney);
export const count = (labels: Omit<ColumnLabels, 'id'> & { readonly id: Figure }): RunColumn =>
  number(labels, formatInteger, (run) => figure(run, labels.id));

/** A fraction of one shown as per cent, in the colour of its sign. */
export function ratio(labels: Omit<ColumnLabels, 'id'> & { readonly id: Figure }): RunColumn {
  return {
    ...number(
      labels,
      (value) => formatSignedPercent(value * 100),
      (run) => figure(run, labels.id),
    ),
    className: (run) => signClass(figure(run, labels.id)),
  };
}
/** A share of trades: a fraction of one as per cent, without a sign. */
export const share = (labels: Omit<ColumnLabels, 'id'> & { readonly id: Figure }): RunColumn =>
  number(
    labels,
    (value) => formatPercent(value * 100),
    (run) => figure(run, labels.id),
  );
