import * as v from 'valibot';
import { DEFAULT_MARKET_VIEW_COLUMNS } from '../../src/domain/columns/index.ts';
import { MAX_SYMBOL_LENGTH } from '../../src/domain/symbols/symbol.ts';
import {
  columnSetting,
  columnsSchema,
  defineState,
  savedMarkSchema,
  sortSchema,
  type ColumnSetting,
  type StateDefinition,
} from '../../src/plugin-api/index.ts';

/** What a workspace stores for a Market View window. */
export interface MarketViewState {
  readonly Columns: readonly ColumnSetting[];
  readonly Symbols: readonly string[];
  readonly Sort: { readonly By: string; readonly Asc: boolean } | null;
  readonly Linked: boolean;
  /** Name of the saved list it was loaded from or saved as; null = untitled. */
  readonly FileName: string | null;
  /** Mark of what that save holds. */
  readonly SavedAs: string | null;
}

/** Max symbols of one window: as many as the server streams to one user. */
export const MAX_SYMBOLS = 5_000;

export const symbolsSchema = v.pipe(
  v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_SYMBOL_LENGTH), v.toUpperCase())),
  v.maxLength(MAX_SYMBOLS),
);
const schema = v.object({
  Columns: columnsSchema,
  Symbols: symbolsSchema,
  Sort: sortSchema,
  Linked: v.boolean(),
  FileName: v.nullable(v.pipe(v.string(), v.maxLength(200))),
  SavedAs: savedMarkSchema,
});

export const marketViewState: StateDefinition<MarketViewState> = defineState<MarketViewState>({
  schema,
  initial: {
    Columns: DEFAULT_MARKET_VIEW_COLUMNS.map(columnSetting),
    Symbols: [],
    Sort: null,
    Linked: false,
    FileName: null,
    SavedAs: null,
  },
  migrations: [],
});
