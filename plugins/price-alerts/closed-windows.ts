import { ALERT_SIDES, type AlertRow, isArmed } from '../../src/domain/alerts/index.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { listedAlerts } from './listed-alerts.ts';
import { alertWindows, unlistedAlerts } from './shown-alerts.ts';
import type { PriceAlertsState } from './state.ts';

type Platform = Pick<ToolPlatform, 'alertDocuments' | 'dialogs' | 'joinSteps' | 'tools'>;

const countOf = (rows: readonly AlertRow[]): string =>
  rows.length === 1 ? '1 alert' : `${rows.length} alerts`;
const isActive = (row: AlertRow): boolean => ALERT_SIDES.some((side) => isArmed(row, side));

/** Active alerts that the closed windows showed and that no window lists now. */
function activeAlerts(states: readonly PriceAlertsState[], platform: Platform): readonly AlertRow[] {
  const windows = alertWindows(platform);
  const { rows } = platform.alertDocuments.get();
  const unlisted = unlistedAlerts(windows, rows);
  // The last window showed the unlisted alerts, too. Otherwise another window shows them.
  const closed = listedAlerts(
    states.flatMap(({ Alerts }) => Alerts),
    rows,
  );
  return (windows.length === 0 ? unlisted : unlisted.filter((row) => closed.includes(row))).filter(isActive);
}

/** States how many alerts of closed windows stay active, and offers to remove them. */
export function reportClosed(states: readonly PriceAlertsState[], platform: Platform): void {
  const active = activeAlerts(states, platform);
  if (active.length === 0) return;
  const isOne = active.length === 1;
  platform.dialogs.toast({
    message: `${countOf(active)} ${isOne ? 'stays' : 'stay'} active`,
    tone: 'neutral',
    // Undo and redo may close the same window again and again: that is one message.
    key: `active alerts ${active.map(({ Id }) => Id).join(' ')}`,
    action: { label: isOne ? 'Remove it' : 'Remove them', run: () => removeUnlisted(active, platform) },
  });
}

/** Removes those of these alerts that no window lists, as the user may have undone the close. */
function removeUnlisted(alerts: readonly AlertRow[], platform: Platform): void {
  const { alertDocuments, joinSteps } = platform;
  const ids = new Set(alerts.map(({ Id }) => Id));
  const removed = unlistedAlerts(alertWindows(platform), alertDocuments.get().rows).filter(({ Id }) =>
    ids.has(Id),
  );
  if (removed.length === 0) return;
  joinSteps({ title: `Remove ${countOf(removed)}`, message: `${countOf(removed)} removed` }, () =>
    alertDocuments.remove(removed.map(({ Id }) => Id)),
  );
}
