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

/** Symbols of one window at most: as many as one subscription may carry. */
export const MAX_SYMBOLS = 2000;

const schema = v.object({
  Columns: v.pipe(v.array(v.object({ Id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)), Width: v.pipe(v.number(), v.minValue(0), v.maxValue(2000)) })), v.minLength(1), v.maxLength(200)),
  Symbols: v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_SYMBOL_LENGTH), v.toUpperCase())), v.maxLength(MAX_SYMBOLS)),
  Sort: v.nullable(v.object({ By: v.pipe(v.string(), v.maxLength(64)), Asc: v.boolean() })),
  Linked: v.boolean(),
  FileName: v.nullable(v.pipe(v.string(), v.maxLength(200))),
});

export function columnSetting(id: string): ColumnSetting {
  return { Id: id, Width: symbolColumn(id)?.defaultWidthPx ?? 80 };
}

export const marketViewState: StateDefinition<MarketViewState> = defineState<MarketViewState>({
  schema,
  initial: { Columns: DEFAULT_MARKET_VIEW_COLUMNS.map(columnSetting), Symbols: [], Sort: null, Linked: false, FileName: null },
  migrations: [],
});
