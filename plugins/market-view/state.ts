import * as v from 'valibot';
import { DEFAULT_MARKET_VIEW_COLUMNS, symbolColumn } from '../../src/domain/columns/index.ts';
import { MAX_SYMBOL_LENGTH } from '../../src/domain/symbols/symbol.ts';
import { defineState, type StateDefinition } from '../../src/plugin-api/index.ts';

export interface ColumnSetting { readonly Id: string; readonly Width: number }

/** What a workspace stores for a Market View window. */
export interface MarketViewState {
  readonly Columns: readonly ColumnSetting[];
  readonly Symbols: readonly string[];
  readonly Sort: { readonly By: string; readonly Asc: boolean } | null;
  readonly Linked: boolean;
  /** Name of the saved list it was loaded from or saved as; null = untitled. */
  readonly FileName: string | null;
}

/** Symbols of one window at most: as many as the server lets flow to one person. */
export const MAX_SYMBOLS = 5_000;

export const columnsSchema = v.pipe(v.array(v.object({ Id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)), Width: v.pipe(v.number(), v.minValue(0), v.maxValue(2000)) })), v.minLength(1), v.maxLength(200));
export const symbolsSchema = v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_SYMBOL_LENGTH), v.toUpperCase())), v.maxLength(MAX_SYMBOLS));
export const sortSchema = v.nullable(v.object({ By: v.pipe(v.string(), v.maxLength(64)), Asc: v.boolean() }));
const schema = v.object({
  Columns: columnsSchema,
  Symbols: symbolsSchema,
  Sort: sortSchema,
  Linked: v.boolean(),
  FileName: v.nullable(v.pipe(v.string(), v.maxLength(200))),
});

export function columnSetting(id: string): ColumnSetting {
  return { Id: id, Width: symbolColumn(id)?.defaultWidthPx ?? 80 };
}

/** The chosen columns in their order: those that were there keep their widths. */
export function chosenColumns(present: readonly ColumnSetting[], ids: readonly string[]): readonly ColumnSetting[] {
  return ids.map((id) => present.find((column) => column.Id === id) ?? columnSetting(id));
}

export const marketViewState: StateDefinition<MarketViewState> = defineState<MarketViewState>({
  schema,
  initial: { Columns: DEFAULT_MARKET_VIEW_COLUMNS.map(columnSetting), Symbols: [], Sort: null, Linked: false, FileName: null },
  migrations: [],
});
