import * as v from 'valibot';
import {
  type AlertRow,
  type AlertSide,
  newAlert,
  PRICE_COLUMN,
  withLevel,
  withReset,
} from '../../src/domain/alerts/index.ts';
import {
  formatValue,
  SYMBOL_COLUMNS,
  symbolColumn,
  type SymbolColumn,
} from '../../src/domain/columns/index.ts';
import { isSymbolForm } from '../../src/domain/symbols/symbol.ts';
import {
  NO_MARKET_DATA_TEXT,
  randomId,
  resolveSymbol,
  type SymbolProblem,
  type ToolPlatform,
  type ToolWindow,
} from '../../src/plugin-api/index.ts';
import { alertsOf, alertWindows, listedIds } from './shown-alerts.ts';
import { MAX_ALERTS, type PriceAlertsState, savedAlertsSchema } from './state.ts';

const SYMBOL_ADDED_MESSAGE = 'Symbol already added';
const SYMBOL_UNKNOWN_MESSAGE = 'Symbol not found';
const UNREADABLE_SAVE = 'The alerts of this save are unreadable. Nothing was changed.';

type Window = ToolWindow<PriceAlertsState>;
type Documents = Pick<ToolPlatform, 'alertDocuments'>;

/** Columns that an alert can watch: those with a number. */
export const WATCHABLE_COLUMNS: readonly SymbolColumn[] = SYMBOL_COLUMNS.filter(
  (column) => column.format !== 'text' && column.format !== 'time' && column.text === undefined,
);

/** Label of a column; its id when the catalogue does not have it. */
export const labelOf = (columnId: string): string => symbolColumn(columnId)?.label ?? columnId;
/** A level in the format of its column. */
export function levelText(columnId: string, level: number): string {
  const column = symbolColumn(columnId);
  return column ? formatValue(column.format, level) : String(level);
}

/** `AAPL`, and for an alert on another column than the price what it watches. */
export const nameOf = (row: Pick<AlertRow, 'Symbol' | 'Column'>): string =>
  row.Column === PRICE_COLUMN ? row.Symbol : `${row.Symbol} · ${labelOf(row.Column)}`;

const isSame = (row: AlertRow, symbol: string, column: string): boolean =>
  row.Symbol === symbol && row.Column === column;

/** Why a typed symbol cannot become an alert, or null. Whether the symbol exists is checked by the server. */
export function problemOf(rows: readonly AlertRow[], symbol: string, column: string): string | null {
  if (symbol === '') return 'Enter a symbol';
  if (!isSymbolForm(symbol)) return SYMBOL_UNKNOWN_MESSAGE;
  if (rows.some((row) => isSame(row, symbol, column))) return SYMBOL_ADDED_MESSAGE;
  return rows.length >= MAX_ALERTS ? `A window holds ${MAX_ALERTS} alerts at most. Remove some first.` : null;
}

/** A list of ids without those of removed alerts. */
function withoutRemoved(ids: readonly string[], { alertDocuments }: Documents): readonly string[] {
  const { rows, isLoaded } = alertDocuments.get();
  return isLoaded ? ids.filter((id) => rows.has(id)) : ids;
}

/** Lists an alert in a window, at the end. */
export function listAlert(
  window: Pick<ToolWindow<PriceAlertsState>, 'getState' | 'update'> & { readonly platform: Documents },
  id: string,
): void {
  const ids = withoutRemoved(window.getState().Alerts, window.platform).filter((other) => other !== id);
  window.update({ Alerts: [...ids, id].slice(0, MAX_ALERTS) });
}

/** Adds an alert without levels. Resolves to the message to show, or null when it was added. */
export async function addAlert(window: Window, typed: string, column = PRICE_COLUMN): Promise<string | null> {
  const resolved = await resolveSymbol(window.platform.symbols, typed);
  if (!resolved.ok) return resolved.error;
  const symbol = resolved.value;
  const problem = problemOf(alertsOf(window), symbol, column);
  if (problem !== null) return problem;
  try {
    const { unknown } = await window.platform.symbols.load([symbol]);
    if (unknown.includes(symbol)) return SYMBOL_UNKNOWN_MESSAGE;
  } catch {
    return NO_MARKET_DATA_TEXT;
  }
  // The list may have changed during the request.
  const again = problemOf(alertsOf(window), symbol, column);
  if (again !== null) return again;
  const row = newAlert(randomId(), symbol, column);
  window.platform.joinSteps({ title: `Add alert on ${symbol}` }, () => {
    window.platform.alertDocuments.put([row]);
    listAlert(window, row.Id);
  });
  return null;
}

/** Adds an alert without levels for each symbol. Resolves to those that were not added, each with its reason. */
export async function addAlerts(
  window: Window,
  symbols: readonly string[],
): Promise<readonly SymbolProblem[]> {
  const problems: SymbolProblem[] = [];
  for (const symbol of symbols) {
    const message = await addAlert(window, symbol);
    if (message !== null) problems.push({ symbol, message });
  }
  return problems;
}

/** Changes one alert; nothing when it is gone. */
export function changeRow(
  { alertDocuments }: Documents,
  id: string,
  change: (row: AlertRow) => AlertRow,
): void {
  const row = alertDocuments.get().rows.get(id);
  const next = row && change(row);
  if (next !== undefined && next !== row) alertDocuments.put([next]);
}

/** Sets or removes (null) a level, which arms the side again. */
export const setLevel = (platform: Documents, id: string, side: AlertSide, level: number | null): void =>
  changeRow(platform, id, (row) => withLevel(row, side, level));
/** Clears the time at which a side fired, and arms it again. */
export const reset = (platform: Documents, id: string, side: AlertSide): void =>
  changeRow(platform, id, (row) => withReset(row, side));
/** Pauses or resumes an alert. */
export const togglePause = (platform: Documents, id: string): void =>
  changeRow(platform, id, (row) => ({ ...row, Paused: !row.Paused }));

/** True when there are rows and all are paused. */
export const isAllPaused = (rows: readonly AlertRow[]): boolean =>
  rows.length > 0 && rows.every((row) => row.Paused);
/** Pauses all alerts of a window, or resumes them when all are paused. */
export function toggleAll(window: Pick<Window, 'id' | 'getState' | 'platform'>): void {
  const rows = alertsOf(window);
  const Paused = !isAllPaused(rows);
  window.platform.alertDocuments.put(
    rows.filter((row) => row.Paused !== Paused).map((row) => ({ ...row, Paused })),
  );
}

/** Ids of these that no other window lists: they are removed with the window that shows them. */
export function idsOnlyIn(
  { id, platform }: Pick<Window, 'id' | 'platform'>,
  ids: readonly string[],
): readonly string[] {
  const others = alertWindows(platform).filter((window) => window.id !== id);
  const elsewhere = new Set(others.flatMap(listedIds));
  return ids.filter((each) => !elsewhere.has(each));
}

/** Removes an alert from a window, and offers to put it back where it was. One that another window lists stays there. */
export function removeAlert(window: Window, id: string): void {
  const { alertDocuments } = window.platform;
  const row = alertDocuments.get().rows.get(id);
  if (row === undefined) return;
  const before = withoutRemoved(window.getState().Alerts, window.platform);
  const isOnlyHere = idsOnlyIn(window, [id]).length > 0;
  const step = {
    title: `Remove alert on ${row.Symbol}`,
    message: `${nameOf(row)} removed${isOnlyHere ? '' : ' from this window. Another window still lists it.'}`,
    key: `removed ${window.id}`,
  };
  window.platform.joinSteps(step, () => {
    if (before.includes(id)) window.update({ Alerts: before.filter((other) => other !== id) });
    if (isOnlyHere) alertDocuments.remove([id]);
  });
}

/** The alerts of a save, all armed, and the change of the state that lists them; or the message to show. */
export function fromSaved(
  data: unknown,
  name: string,
  newId: () => string,
):
  | { readonly ok: true; readonly rows: readonly AlertRow[]; readonly change: Partial<PriceAlertsState> }
  | { readonly ok: false; readonly message: string } {
  const read = v.safeParse(savedAlertsSchema, data);
  if (!read.success) return { ok: false, message: UNREADABLE_SAVE };
  const { Alerts, Columns, Sort } = read.output;
  const rows = Alerts.map((saved) => ({
    ...newAlert(newId(), saved.Symbol, saved.Column),
    HighAlert: saved.HighAlert,
    LowAlert: saved.LowAlert,
    Paused: saved.Paused,
  }));
  return {
    ok: true,
    rows,
    change: {
      Alerts: rows.map(({ Id }) => Id),
      FileName: name,
      ...(Columns ? { Columns } : {}),
      ...(Sort === undefined ? {} : { Sort }),
    },
  };
}
