import type { AlertRow } from '../../src/domain/alerts/index.ts';
import type { PlacedTool, ToolPlatform, ToolWindow } from '../../src/plugin-api/index.ts';
import { listedAlerts } from './listed-alerts.ts';
import { PRICE_ALERTS_ID, type PriceAlertsState } from './state.ts';

type AlertRows = ReadonlyMap<string, AlertRow>;
type Parts = Pick<ToolPlatform, 'alertDocuments' | 'tools'>;
type Window = Pick<ToolWindow<PriceAlertsState>, 'id' | 'getState'> & { readonly platform: Parts };

/** Ids that a window of Price Alerts lists. */
export const listedIds = (window: Pick<PlacedTool, 'getState'>): readonly string[] =>
  // States in the store have passed the tool's schema.
  (window.getState() as PriceAlertsState).Alerts;

/** The windows of Price Alerts, in all workspaces. */
export const alertWindows = ({ tools }: Pick<ToolPlatform, 'tools'>): readonly PlacedTool[] =>
  tools.windowsOf(PRICE_ALERTS_ID).get();

/** Alerts that no window lists: of closed windows, or created on a chart or in a grid. By symbol and column. */
export function unlistedAlerts(windows: readonly PlacedTool[], rows: AlertRows): readonly AlertRow[] {
  const listed = new Set(windows.flatMap(listedIds));
  const keyOf = ({ Symbol: symbol, Column, Id }: AlertRow) => `${symbol} ${Column} ${Id}`;
  return [...rows.values()]
    .filter(({ Id }) => !listed.has(Id))
    .toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}

/** The alerts that a window shows: those that it lists, and in the first window also those that no window lists. */
export function shownAlerts(
  windowId: string,
  ids: readonly string[],
  windows: readonly PlacedTool[],
  rows: AlertRows,
): readonly AlertRow[] {
  const listed = listedAlerts(ids, rows);
  return windows[0]?.id === windowId ? [...listed, ...unlistedAlerts(windows, rows)] : listed;
}

/** The alerts that a window shows now. */
export function alertsOf({ id, getState, platform }: Window): readonly AlertRow[] {
  return shownAlerts(id, getState().Alerts, alertWindows(platform), platform.alertDocuments.get().rows);
}
