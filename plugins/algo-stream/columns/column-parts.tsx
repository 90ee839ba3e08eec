import {
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

/** A profit or loss in dollars, in the colour of its sign. */
export function profit(labels: Omit<ColumnLabels, 'id'> & { readonly id: Figure }): RunColumn {
  return {
    ...number(labels, formatSignedMoney, (run) => figure(run, labels.id)),
    className: (run) => signClass(figure(run, labels.id)),
  };
}
export const money = (labels: Omit<ColumnLabels, 'id'> & { readonly id: Figure }): RunColumn =>
  number(labels, formatMoney, (run) => figure(run, labels.id));
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
