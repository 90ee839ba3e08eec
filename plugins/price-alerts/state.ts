import * as v from 'valibot';
import { ALERT_SCHEMA_VERSION, type AlertRow, readAlert } from '../../src/domain/alerts/index.ts';
import { MAX_SYMBOL_LENGTH, SYMBOL_PATTERN } from '../../src/domain/symbols/symbol.ts';
import {
  columnsSchema,
  defineState,
  savedMarkSchema,
  sortSchema,
  type ColumnSetting,
  type StateDefinition,
} from '../../src/plugin-api/index.ts';

export const PRICE_ALERTS_ID = 'price-alerts';
/** Max alerts that one window lists. */
export const MAX_ALERTS = 500;

/** The stored state of a Price Alerts window. The alerts themselves are documents of the user. */
export interface PriceAlertsState {
  /** Ids of the alerts that the window lists, in their order. An id may be that of a removed alert. */
  readonly Alerts: readonly string[];
  /** Alerts of a window of version 0, until they are documents. Not checked: `readAlert` reads each. */
  readonly Adopt: readonly unknown[];
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
const symbol = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(MAX_SYMBOL_LENGTH),
  v.toUpperCase(),
  v.regex(SYMBOL_PATTERN),
);
const alertId = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

/** The readable alerts among rows of version 0, each id once. */
export function readableRows(rows: readonly unknown[]): readonly AlertRow[] {
  const byId = new Map<string, AlertRow>();
  for (const row of rows) {
    const read = readAlert(ALERT_SCHEMA_VERSION, row);
    if (read.ok && !byId.has(read.value.Id)) byId.set(read.value.Id, read.value);
  }
  return [...byId.values()];
}

/** A window of version 0 had the alerts in its state. */
function withDocuments({ Alerts, ...rest }: { readonly Alerts: unknown }): object {
  if (!Array.isArray(Alerts)) return { ...rest, Alerts };
  const ids = readableRows(Alerts).map(({ Id }) => Id);
  return { ...rest, Alerts: ids.slice(0, MAX_ALERTS), Adopt: Alerts };
}

/** An alert of version 0 with a new id; unreadable ones stay as they are. */
function withNewId(row: unknown, newIds: ReadonlyMap<string, string>): unknown {
  const read = readAlert(ALERT_SCHEMA_VERSION, row);
  return read.ok ? { ...read.value, Id: newIds.get(read.value.Id) ?? read.value.Id } : row;
}

export const priceAlertsState: StateDefinition<PriceAlertsState> = defineState<PriceAlertsState>({
  schema: v.object({
    Alerts: v.pipe(v.array(alertId), v.maxLength(MAX_ALERTS)),
    Adopt: v.optional(v.array(v.unknown()), []),
    Columns: columnsSchema,
    Sort: sortSchema,
    Linked: v.boolean(),
    FileName: v.nullable(v.pipe(v.string(), v.maxLength(200))),
    SavedAs: savedMarkSchema,
  }),
  initial: {
    Alerts: [],
    Adopt: [],
    Columns: DEFAULT_COLUMNS,
    Sort: null,
    Linked: false,
    FileName: null,
    SavedAs: null,
  },
  migrations: [{ name: 'alerts-as-documents', up: withDocuments }],
  alerts: {
    idsOf: ({ Alerts, Adopt }) => [...new Set([...Alerts, ...readableRows(Adopt).map(({ Id }) => Id)])],
    withIds: (state, newIds) => ({
      ...state,
      Alerts: state.Alerts.flatMap((id) => newIds.get(id) ?? []),
      Adopt: state.Adopt.map((row) => withNewId(row, newIds)),
    }),
  },
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
