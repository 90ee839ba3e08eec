import * as v from 'valibot';
import { DEFAULT_MARKET_VIEW_COLUMNS } from '../../src/domain/columns/index.ts';
import type { FilterRow } from '../../src/domain/screener/index.ts';
import {
  columnSetting,
  columnsSchema,
  defineState,
  savedMarkSchema,
  sortSchema,
  type ColumnSetting,
  type StateDefinition,
} from '../../src/plugin-api/index.ts';

/** A row of the filter dialog. Rows without a group must all hold; of the rows of one group one is enough (an extension). */
export interface ScreenFilter extends FilterRow {
  readonly Group: number | null;
}

/** What is saved under a name. */
export interface SavedScreen {
  readonly Filters: readonly ScreenFilter[];
  readonly Columns: readonly ColumnSetting[];
  readonly Sort: { readonly By: string; readonly Asc: boolean } | null;
}

/** What a workspace stores for a MarketScreen window. */
export interface MarketScreenState extends SavedScreen {
  readonly Linked: boolean;
  /** Name of the saved filters it was loaded from or saved as; null = untitled. */
  readonly FileName: string | null;
  /** Mark of what that save holds. */
  readonly SavedAs: string | null;
}

/** Rows of filters at most: as many as one request may carry. */
export const MAX_FILTERS = 50;

/** Names of operations, as the dialog stores them. */
export const OPERATION_IDS = [
  'GreaterThan',
  'LessThan',
  'Between',
  'Equals',
  'NotEquals',
  'Contains',
  'DoesntContain',
] as const;

const filter = v.object({
  Field: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(64))),
  Operation: v.nullable(v.picklist(OPERATION_IDS)),
  Value: v.pipe(v.string(), v.maxLength(200)),
  Group: v.optional(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_FILTERS))),
    null,
  ),
});
const saved = {
  Filters: v.pipe(v.array(filter), v.maxLength(MAX_FILTERS)),
  Columns: columnsSchema,
  Sort: sortSchema,
};
const schema = v.object({
  ...saved,
  Linked: v.boolean(),
  FileName: v.nullable(v.pipe(v.string(), v.maxLength(200))),
  SavedAs: savedMarkSchema,
});
const savedSchema = v.object({
  Filters: saved.Filters,
  Columns: v.optional(saved.Columns),
  Sort: v.optional(saved.Sort),
});

export const DEFAULT_COLUMNS: readonly string[] = DEFAULT_MARKET_VIEW_COLUMNS;

/** What is saved of a state. */
export function toSaved({ Filters, Columns, Sort }: MarketScreenState): SavedScreen {
  return { Filters, Columns, Sort };
}

/** The parts of the state that saved data stands for; null when it is no saved screen. Columns and sort may be missing. */
export function fromSaved(data: unknown): Partial<SavedScreen> | null {
  const parsed = v.safeParse(savedSchema, data);
  if (!parsed.success) return null;
  const { Filters, Columns, Sort } = parsed.output;
  return { Filters, ...(Columns === undefined ? {} : { Columns }), ...(Sort === undefined ? {} : { Sort }) };
}

export const marketScreenState: StateDefinition<MarketScreenState> = defineState<MarketScreenState>({
  schema,
  initial: {
    Filters: [],
    Columns: DEFAULT_COLUMNS.map(columnSetting),
    Sort: null,
    Linked: false,
    FileName: null,
    SavedAs: null,
  },
  migrations: [],
});
