import type { SymbolColumn } from './column.ts';
import { fundamentalColumns } from './fundamental-columns.ts';
import { historyColumns } from './history-columns.ts';
import { indicatorColumns } from './indicator-columns.ts';
import { tradingColumns } from './trading-columns.ts';
import { trendColumns } from './trend-columns.ts';

/** Every column a grid of symbols can show, in the order of the Columns dialog. */
export const SYMBOL_COLUMNS: readonly SymbolColumn[] = [
  ...fundamentalColumns,
  ...tradingColumns,
  ...indicatorColumns,
  ...historyColumns,
  ...trendColumns,
];

const byId = new Map(SYMBOL_COLUMNS.map((column) => [column.id, column]));

/** The column with an id, as workspaces and saved lists store it; undefined for an id that this version does not know. */
export function symbolColumn(id: string): SymbolColumn | undefined {
  return byId.get(id);
}

/** Columns of a new Market View (spec: default Market View columns). */
export const DEFAULT_MARKET_VIEW_COLUMNS = [
  'Symbol',
  'Company',
  'PreviousClose',
  'Last',
  'Open',
  'ChangeP',
  'Volume',
  'MarketCap',
  'Low',
  'High',
  'YearLow',
  'YearHigh',
] as const;
