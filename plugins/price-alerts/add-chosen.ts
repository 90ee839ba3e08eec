import { newAlert, type AlertRow } from '../../src/domain/alerts/index.ts';
import { hasPermission, Permission } from '../../src/domain/permissions.ts';
import { randomId, type PlacedTool, type ToolPlatform } from '../../src/plugin-api/index.ts';
import { levelText, listAlert, nameOf } from './alerts.ts';
import { atOnceText } from './at-once.ts';
import { alertWindows, listedIds, shownAlerts, unlistedAlerts } from './shown-alerts.ts';
import { MAX_ALERTS, PRICE_ALERTS_ID, type PriceAlertsState } from './state.ts';

/** The levels that the user chose; null = no alert on that side. */
export interface ChosenAlert {
  readonly column: string;
  readonly high: number | null;
  readonly low: number | null;
}
type Levels = Pick<AlertRow, 'HighAlert' | 'HighAlertTime' | 'LowAlert' | 'LowAlertTime'>;

type Parts = Pick<ToolPlatform, 'alertDocuments' | 'tools'>;

const NO_PERMISSION =
  "You don't have permissions to access Price Alerts. Consider subscribing to get access to Price Alerts";

/** The alerts among which a new one gets its place: those of the nearest window, or without a window those that no window lists. */
function presentRows(platform: Parts): readonly AlertRow[] {
  const windows = alertWindows(platform);
  const { rows } = platform.alertDocuments.get();
  const nearest = platform.tools.nearestOf(PRICE_ALERTS_ID);
  return nearest === null
    ? unlistedAlerts(windows, rows)
    : shownAlerts(nearest.id, listedIds(nearest), windows, rows);
}

/** The alert on this symbol and column that a new level changes; undefined when a new alert is added. */
export const knownRow = (platform: Parts, symbol: string, column: string): AlertRow | undefined =>
  presentRows(platform).find((row) => row.Symbol === symbol && row.Column === column);

/** States which alerts that have not fired yet these levels replace, since a symbol has one alert above and one below. Null when none is. */
export function replacedText(row: Levels | undefined, { column, high, low }: ChosenAlert): string | null {
  if (row === undefined) return null;
  const parts = [
    ...(high !== null && row.HighAlert !== null && row.HighAlertTime === null && row.HighAlert !== high
      ? [`high alert at ${levelText(column, row.HighAlert)}`]
      : []),
    ...(low !== null && row.LowAlert !== null && row.LowAlertTime === null && row.LowAlert !== low
      ? [`low alert at ${levelText(column, row.LowAlert)}`]
      : []),
  ];
  return parts.length === 0 ? null : `This replaces the ${parts.join(' and the ')}.`;
}

/** An alert with the chosen levels; levels that were not chosen stay. */
export function withChosen(row: AlertRow, { high, low }: ChosenAlert): AlertRow {
  return {
    ...row,
    Paused: false,
    ...(high === null ? {} : { HighAlert: high, HighAlertTime: null, HighArm: row.HighArm + 1 }),
    ...(low === null ? {} : { LowAlert: low, LowAlertTime: null, LowArm: row.LowArm + 1 }),
  };
}

const levelsOf = ({ column, high, low }: ChosenAlert): string =>
  `: ${[...(high === null ? [] : [`above ${levelText(column, high)}`]), ...(low === null ? [] : [`below ${levelText(column, low)}`])].join(', ')}`;

/** Lists a new alert in the window if that has room. The first window shows an alert that no window lists. */
function listIn(window: PlacedTool | null, id: string, platform: Parts): void {
  if (window === null || listedIds(window).length >= MAX_ALERTS) return;
  // States in the store have passed the tool's schema.
  const getState = () => window.getState() as PriceAlertsState;
  listAlert({ getState, update: (change) => window.update(change), platform }, id);
}

/** Adds the chosen alert or changes the one on its symbol and column, and confirms it. `now`: the present value of the column, null when unknown. */
export function addChosen(
  platform: Parts & Pick<ToolPlatform, 'dialogs' | 'joinSteps' | 'session'>,
  symbol: string,
  chosen: ChosenAlert,
  now: number | null,
): void {
  const { alertDocuments, dialogs, session, tools } = platform;
  if (!hasPermission(session.get().permissionMask, Permission.ChartAlerts))
    return dialogs.toast({ message: NO_PERMISSION, tone: 'warning' });
  const known = knownRow(platform, symbol, chosen.column);
  const row = withChosen(known ?? newAlert(randomId(), symbol, chosen.column), chosen);
  const title = `${known === undefined ? 'Add' : 'Change'} alert on ${symbol}`;
  platform.joinSteps({ title }, () => {
    alertDocuments.put([row]);
    if (known === undefined) listIn(tools.nearestOf(PRICE_ALERTS_ID), row.Id, platform);
  });
  const atOnce = atOnceText({ ...chosen, now });
  dialogs.toast({
    message: `Alert on ${nameOf({ Symbol: symbol, Column: chosen.column })} created${levelsOf(chosen)}${atOnce === null ? '' : `. ${atOnce}`}`,
    tone: atOnce === null ? 'success' : 'warning',
    action: { label: 'Open Price Alerts', run: () => void tools.show(PRICE_ALERTS_ID) },
  });
}
