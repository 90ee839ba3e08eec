import * as v from 'valibot';
import { ALERT_SCHEMA_VERSION, type AlertRow, readAlert } from '../../src/domain/alerts/index.ts';
import { MAX_SYMBOL_LENGTH } from '../../src/domain/symbols/symbol.ts';
import {
  columnsSchema,
  defineState,
  randomId,
  savedMarkSchema,
  sortSchema,
  type ColumnSetting,
  type StateDefinition,
} from '../../src/plugin-api/index.ts';

export const PRICE_ALERTS_ID = 'price-alerts';
/** Max alerts of one window. */
export const MAX_ALERTS = 500;

/** The stored state of a Price Alerts window. The server reads `Alerts`, too. */
export interface PriceAlertsState {
  readonly Alerts: readonly AlertRow[];
  readonly Columns: readonly ColumnSetting[];
  readonly Sort: { readonly By: string; readonly Asc: boolean } | null;
  readonly Linked: boolean;
  /** Name of the save it was loaded from or saved as; null = untitled. */
  readonly FileName: string | null;
  /** Mark of the content of that save. */
  readonly SavedAs: string | null;
}

/** Narrow enough to fit into half of a usual screen; the name takes the rest. */
export const DEFAULT_COLUMNS: readonly ColumnSetting[] = [
  { Id: 'Name', Width: 110 },
  { Id: 'Price', Width: 78 },
  { Id: 'HighAlert', Width: 78 },
  { Id: 'HighAlertTime', Width: 150 },
  { Id: 'LowAlert', Width: 78 },
  { Id: 'LowAlertTime', Width: 150 },
];

const level = v.nullable(v.pipe(v.number(), v.finite()));
const symbol = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_SYMBOL_LENGTH), v.toUpperCase());
const row = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, AlertRow>(({ dataset, addIssue, NEVER }) => {
    const read = readAlert(ALERT_SCHEMA_VERSION, dataset.value);
    if (read.ok) return read.value;
    addIssue({ message: 'alert expected' });
    return NEVER;
  }),
);

export const priceAlertsState: StateDefinition<PriceAlertsState> = defineState<PriceAlertsState>({
  schema: v.object({
    Alerts: v.pipe(v.array(row), v.maxLength(MAX_ALERTS)),
    Columns: columnsSchema,
    Sort: sortSchema,
    Linked: v.boolean(),
    FileName: v.nullable(v.pipe(v.string(), v.maxLength(200))),
    SavedAs: savedMarkSchema,
  }),
  initial: { Alerts: [], Columns: DEFAULT_COLUMNS, Sort: null, Linked: false, FileName: null, SavedAs: null },
  migrations: [],
  // Alerts created while there was no window.
  joined: (present, kept) => ({
    ...present,
    Alerts: [
      ...present.Alerts,
      ...kept.Alerts.filter(({ Id }) => !present.Alerts.some((row) => row.Id === Id)),
    ],
  }),
  // An alert fires by its id: the alerts of a copy get new ids.
  copyOf: (state) => ({ ...state, Alerts: state.Alerts.map((row) => ({ ...row, Id: randomId() })) }),
});

/** What a save holds (spec tools.md §3 "Price Alerts saved state"): levels and pauses, not when they fired. `Column` is missing in a save of plain price alerts. */
export const savedAlertsSchema = v.object({
  Alerts: v.pipe(
    v.array(
      v.object({
        Symbol: symbol,
        Column: v.optional(v.pipe(v.string(), v.maxLength(64)), 'Last'),
        HighAlert: level,
        LowAlert: level,
        Paused: v.boolean(),
      }),
    ),
    v.maxLength(MAX_ALERTS),
  ),
  Columns: v.optional(columnsSchema),
  Sort: v.optional(sortSchema),
  Linked: v.optional(v.boolean()),
  FileName: v.optional(v.nullable(v.string())),
});
export type SavedAlerts = v.InferInput<typeof savedAlertsSchema>;
