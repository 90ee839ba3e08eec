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

/** A column with the words that the columns dialog shows. */
export interface RunColumn extends GridColumn<Run> {
  readonly title: string;
}
export type ColumnCategory = 'General' | 'Parameters' | 'Performance' | 'Trades';

interface Words {
  readonly id: string;
  readonly header: string;
  readonly title: string;
  readonly width?: number;
}

export const text = (
  words: Words,
  of: (run: Run) => string,
  value?: (run: Run) => number | string | null,
): RunColumn => ({ ...words, align: 'left', text: of, ...(value === undefined ? {} : { value }) });

export function number(
  words: Words,
  format: (value: number) => string,
  value: (run: Run) => number | null,
): RunColumn {
  return {
    ...words,
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
export function profit(words: Omit<Words, 'id'> & { readonly id: Figure }): RunColumn {
  return {
    ...number(words, formatSignedMoney, (run) => figure(run, words.id)),
    className: (run) => signClass(figure(run, words.id)),
  };
}
export const money = (words: Omit<Words, 'id'> & { readonly id: Figure }): RunColumn =>
  number(words, formatMoney, (run) => figure(run, words.id));
export const count = (words: Omit<Words, 'id'> & { readonly id: Figure }): RunColumn =>
  number(words, formatInteger, (run) => figure(run, words.id));

/** A fraction of one shown as per cent, in the colour of its sign. */
export function ratio(words: Omit<Words, 'id'> & { readonly id: Figure }): RunColumn {
  return {
    ...number(
      words,
      (value) => formatSignedPercent(value * 100),
      (run) => figure(run, words.id),
    ),
    className: (run) => signClass(figure(run, words.id)),
  };
}
/** A share of trades: a fraction of one as per cent, without a sign. */
export const share = (words: Omit<Words, 'id'> & { readonly id: Figure }): RunColumn =>
  number(
    words,
    (value) => formatPercent(value * 100),
    (run) => figure(run, words.id),
  );
