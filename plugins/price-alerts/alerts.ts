import * as v from 'valibot';
import {
  type AlertRow,
  type AlertSide,
  newAlert,
  PRICE_COLUMN,
  withFiring,
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
  type ToolWindow,
} from '../../src/plugin-api/index.ts';
import { MAX_ALERTS, type PriceAlertsState, savedAlertsSchema } from './state.ts';

const SYMBOL_ADDED_MESSAGE = 'Symbol already added';
const SYMBOL_UNKNOWN_MESSAGE = 'Symbol not found';
const UNREADABLE_SAVE = 'The alerts of this save are unreadable. Nothing was changed.';

type Window = Pick<ToolWindow<PriceAlertsState>, 'getState' | 'update'>;

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

/** Adds an alert without levels. Resolves to the message to show, or null when it was added. */
export async function addAlert(
  window: ToolWindow<PriceAlertsState>,
  typed: string,
  column = PRICE_COLUMN,
): Promise<string | null> {
  const resolved = await resolveSymbol(window.platform.symbols, typed);
  if (!resolved.ok) return resolved.error;
  const symbol = resolved.value;
  const problem = problemOf(window.getState().Alerts, symbol, column);
  if (problem !== null) return problem;
  try {
    const { unknown } = await window.platform.symbols.load([symbol]);
    if (unknown.includes(symbol)) return SYMBOL_UNKNOWN_MESSAGE;
  } catch {
    return NO_MARKET_DATA_TEXT;
  }
  // The list may have changed during the request.
  const again = problemOf(window.getState().Alerts, symbol, column);
  if (again !== null) return again;
  window.update({ Alerts: [...window.getState().Alerts, newAlert(randomId(), symbol, column)] });
  return null;
}

/** Adds an alert without levels for each symbol. Resolves to those that were not added, each with its reason. */
export async function addAlerts(
  window: ToolWindow<PriceAlertsState>,
  symbols: readonly string[],
): Promise<readonly SymbolProblem[]> {
  const problems: SymbolProblem[] = [];
  for (const symbol of symbols) {
    const message = await addAlert(window, symbol);
    if (message !== null) problems.push({ symbol, message });
  }
  return problems;
}

/** Changes one row; nothing when it is gone. */
export function changeRow(window: Window, id: string, change: (row: AlertRow) => AlertRow): void {
  const { Alerts } = window.getState();
  const next = Alerts.map((row) => (row.Id === id ? change(row) : row));
  if (next.some((row, index) => row !== Alerts[index])) window.update({ Alerts: next });
}

/** Sets or removes (null) a level, which arms the side again. */
export const setLevel = (window: Window, id: string, side: AlertSide, level: number | null): void =>
  changeRow(window, id, (row) => withLevel(row, side, level));
/** Clears the time at which a side fired, and arms it again. */
export const reset = (window: Window, id: string, side: AlertSide): void =>
  changeRow(window, id, (row) => withReset(row, side));
/** Pauses or resumes a row. */
export const togglePause = (window: Window, id: string): void =>
  changeRow(window, id, (row) => ({ ...row, Paused: !row.Paused }));

/** True when there are rows and all are paused. */
export const isAllPaused = (rows: readonly AlertRow[]): boolean =>
  rows.length > 0 && rows.every((row) => row.Paused);
/** Pauses all, or resumes all when all are paused. */
export function toggleAll(window: Window): void {
  const { Alerts } = window.getState();
  const Paused = !isAllPaused(Alerts);
  window.update({ Alerts: Alerts.map((row) => ({ ...row, Paused })) });
}

/** Adds firing times to rows; the same array when none is new. */
export function withFirings(
  rows: readonly AlertRow[],
  firings: readonly Parameters<typeof withFiring>[1][],
): readonly AlertRow[] {
  const byAlert = Map.groupBy(firings, (firing) => firing.AlertId);
  if (byAlert.size === 0) return rows;
  const next = rows.map((row) => (byAlert.get(row.Id) ?? []).reduce(withFiring, row));
  return next.some((row, index) => row !== rows[index]) ? next : rows;
}

/** Removes an alert, and offers to put it back where it was. */
export function removeAlert(window: ToolWindow<PriceAlertsState>, id: string): void {
  const before = window.getState().Alerts;
  const index = before.findIndex((row) => row.Id === id);
  const row = before[index];
  if (!row) return;
  window.update({ Alerts: before.filter((other) => other.Id !== id) });
  window.platform.dialogs.toast({
    message: `${nameOf(row)} removed`,
    tone: 'neutral',
    key: `removed ${window.id}`,
    action: {
      label: 'Undo',
      run: () => {
        const { Alerts } = window.getState();
        if (!Alerts.some((other) => isSame(other, row.Symbol, row.Column)))
          window.update({ Alerts: Alerts.toSpliced(index, 0, row) });
      },
    },
  });
}

/** The state of a save with all alerts armed, or the message to show. */
export function fromSaved(
  data: unknown,
  name: string,
  newId: () => string,
):
  | { readonly ok: true; readonly change: Partial<PriceAlertsState> }
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
    change: {
      Alerts: rows,
      FileName: name,
      ...(Columns ? { Columns } : {}),
      ...(Sort === undefined ? {} : { Sort }),
    },
  };
}
