import * as v from 'valibot';
import { TRIP_SUBJECTS, type TripSubject } from '../../src/domain/lots/types.ts';
import { MAX_SYMBOL_LENGTH } from '../../src/domain/symbols/symbol.ts';
import {
  columnsSchema,
  defineState,
  sortSchema,
  type ColumnSetting,
  type StateDefinition,
} from '../../src/plugin-api/index.ts';

/** The views of a Trade Journal window. */
export const VIEWS = ['Trips', 'Gains', 'Lots'] as const;
/** Outcomes that the list can be limited to. */
export const OUTCOMES = ['All', 'Profit', 'Loss', 'Open'] as const;

const day = v.nullable(v.pipe(v.string(), v.isoDate()));

/** What the list of round trips is limited to. Days as `YYYY-MM-DD`; null and '' = no limit. */
export interface TripFilter {
  readonly From: string | null;
  readonly To: string | null;
  readonly Symbol: string;
  readonly Tag: string;
  readonly Outcome: (typeof OUTCOMES)[number];
}

/** What a workspace stores for a Trade Journal window. */
export interface TradeJournalState {
  readonly View: (typeof VIEWS)[number];
  readonly By: TripSubject;
  /** Null = the account that is selected in the workstation. */
  readonly Account: string | null;
  readonly Filter: TripFilter;
  readonly Columns: readonly ColumnSetting[];
  readonly Sort: { readonly By: string; readonly Asc: boolean } | null;
}

/** Columns of a new window. */
export const DEFAULT_COLUMNS = [
  { Id: 'Closed', Width: 160 },
  { Id: 'Symbol', Width: 76 },
  { Id: 'Side', Width: 56 },
  { Id: 'Quantity', Width: 64 },
  { Id: 'EntryPrice', Width: 80 },
  { Id: 'ExitPrice', Width: 80 },
  { Id: 'Net', Width: 84 },
  { Id: 'R', Width: 56 },
  { Id: 'Held', Width: 80 },
  { Id: 'Tags', Width: 130 },
  { Id: 'Note', Width: 200 },
] as const satisfies readonly ColumnSetting[];

/** A filter without a limit. */
export const NO_FILTER: TripFilter = { From: null, To: null, Symbol: '', Tag: '', Outcome: 'All' };

export const tradeJournalState: StateDefinition<TradeJournalState> = defineState<TradeJournalState>({
  schema: v.object({
    View: v.picklist(VIEWS),
    By: v.picklist(TRIP_SUBJECTS),
    Account: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(40))),
    Filter: v.object({
      From: day,
      To: day,
      Symbol: v.pipe(v.string(), v.maxLength(MAX_SYMBOL_LENGTH), v.toUpperCase()),
      Tag: v.pipe(v.string(), v.maxLength(40)),
      Outcome: v.picklist(OUTCOMES),
    }),
    Columns: columnsSchema,
    Sort: sortSchema,
  }),
  initial: {
    View: 'Trips',
    By: 'Position',
    Account: null,
    Filter: NO_FILTER,
    Columns: DEFAULT_COLUMNS,
    Sort: { By: 'Closed', Asc: false },
  },
  migrations: [],
});
