import type { HistoricalFigures } from '../bars/historical-figures.ts';

/**
 * The input of a column of a symbol grid. Prices in decimal dollars (these values exist for a screen), sizes and
 * volumes in shares, times in UTC ms. 0 (or '') = not known yet; null = the symbol has no such figure.
 */
export interface ColumnInput {
  readonly symbol: string;
  readonly company: string;
  readonly exchange: string;
  readonly currency: string;
  readonly sector: string | null;
  readonly industry: string | null;
  readonly sharesOutstanding: number | null;
  /** Shares sold short. */
  readonly shortInterest: number | null;
  /** Dollars a share a year. */
  readonly dividend: number | null;
  /** Earnings a share of the last four quarters, dollars. */
  readonly eps: number | null;
  readonly yearHigh: number;
  readonly yearLow: number;
  /** Start of the first day that the 52 weeks' extremes are known of, UTC ms; absent = all of them are. */
  readonly yearSinceMs?: number | undefined;
  readonly last: number;
  readonly lastSize: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly previousClose: number;
  readonly volume: number;
  readonly previousVolume: number;
  readonly vwap: number;
  /** Direction of the last price change: 1 up, -1 down, 0 none. */
  readonly tick: number;
  readonly bid: number;
  readonly bidSize: number;
  readonly bidExchange: string;
  readonly ask: number;
  readonly askSize: number;
  readonly askExchange: string;
  /** Exchange time of the last trade or quote, UTC ms. */
  readonly timeMs: number;
  /** Figures of the daily history; null while they are not loaded. */
  readonly historical: HistoricalFigures | null;
}

/** Categories of the Columns dialog, in its order. */
export const COLUMN_CATEGORIES = ['Fundamental', 'Indicator', 'Trading'] as const;
/** Category of a column in the Columns dialog. */
export type ColumnCategory = (typeof COLUMN_CATEGORIES)[number];

/** Numbers on the wire of the events that change a column: a trade print (1) or a quote (2). */
export const COLUMN_TRIGGER_NUMBERS = { trade: 1, quote: 2 } as const;
/** The event after which a column is evaluated again. */
export type ColumnTrigger = keyof typeof COLUMN_TRIGGER_NUMBERS;

/** How `formatValue` prints a value. */
export type ColumnFormat =
  | 'text'
  | 'price'
  | 'signedPrice'
  | 'percent'
  | 'signedPercent'
  | 'ratio'
  | 'integer'
  | 'abbreviated'
  | 'time';

/** One column of the catalogue. */
export interface SymbolColumn {
  /** Stored in workspaces and saved lists: never renamed once released. */
  readonly id: string;
  /** Whole name, for the Columns dialog and tooltips. */
  readonly label: string;
  /** Name in the header of a grid. */
  readonly shortLabel: string;
  readonly category: ColumnCategory;
  readonly trigger: ColumnTrigger;
  readonly format: ColumnFormat;
  readonly align: 'left' | 'right';
  readonly defaultWidthPx: number;
  /** What the number means and how it is computed, in one sentence. */
  readonly help: string;
  /** True when its sign has a meaning: the colour is up from 0, down below. */
  readonly isDirectional: boolean;
  /** True when it is computed from `historical`, which must be loaded for it. */
  readonly needsHistory: boolean;
  /** True when the cell flashes as its value changes. */
  readonly isLive: boolean;
  /** The value that is sorted, and that `format` prints. null = unknown: printed as a dash, sorted last. */
  value(input: ColumnInput): number | string | null;
  /** Overrides the printing of the value, for columns of two numbers. */
  text?(input: ColumnInput): string;
  /** Why the value covers less than its name says; null = it does not. Shown as a mark with this text. */
  shortfall?(input: ColumnInput): string | null;
}
