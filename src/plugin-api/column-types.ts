import type { ColumnFormat, ColumnInput, SymbolColumn } from '../domain/columns/index.ts';

/** A column as the columns dialog offers it. */
export interface ColumnChoice {
  readonly id: string;
  readonly label: string;
  readonly category?: string;
  readonly help?: string;
}

/** What a column reads beside prices and sizes: `facts` of the company and the figures of the year, `history` the figures of the daily history. */
export type ColumnNeed = 'facts' | 'history';

/**
 * A column that a tool adds to the grids about symbols, such as Market View and MarketScreen. It appears in their Columns dialog under the title of
 * the tool, and costs nothing where it is not shown.
 */
export interface ContributedColumn {
  /** Unique in the tool. Grids store it as `<plugin id>.<id>`, so it never changes. */
  readonly id: string;
  /** Whole name, for the Columns dialog and tooltips. */
  readonly label: string;
  /** Name in the header of a grid. */
  readonly shortLabel: string;
  /** What the number means and how it is computed, in one sentence. */
  readonly help: string;
  readonly format: Exclude<ColumnFormat, 'text' | 'time'>;
  /** True when its sign has a meaning: the colour is up from 0, down below. Absent = it has none. */
  readonly isDirectional?: boolean;
  /** What `value` reads beside prices and sizes. What is missing here is not given to it, and the console names the line to add. */
  readonly needs: readonly ColumnNeed[];
  /**
   * The number of a row; null = unknown, which prints a dash and is sorted last. Pure and fast: it runs for each row on screen twice a second, and for
   * all rows when the grid is sorted by it. The input is only valid during the call.
   */
  value(input: ColumnInput): number | null;
}

/** A contributed column in the form of the catalogue, under the id that grids store. */
export interface DeskColumn extends Omit<SymbolColumn, 'category'> {
  readonly category: string;
  readonly needsFacts: boolean;
}
