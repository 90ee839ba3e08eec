import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { PRICE_ALERTS_ID, type PriceAlertsState, readableRows } from './state.ts';

type Platform = Pick<ToolPlatform, 'alertDocuments' | 'dialogs' | 'tools'>;

/** Alerts in windows of version 0 become documents. Their rows stay in the state until the server has answered for each of them. */
export function adoptAlerts({ alertDocuments, dialogs, tools }: Platform): void {
  for (const window of tools.windowsOf(PRICE_ALERTS_ID).get()) {
    // States in the store have passed the tool's schema.
    const { Adopt } = window.getState() as PriceAlertsState;
    if (Adopt.length === 0) continue;
    const rows = readableRows(Adopt);
    if (alertDocuments.adopt(rows).length > 0) continue;
    const unreadable = Adopt.filter((row) => readableRows([row]).length === 0).length;
    if (unreadable > 0)
      dialogs.toast({
        message: `${unreadable === 1 ? '1 alert' : `${unreadable} alerts`} of an earlier version could not be read and ${unreadable === 1 ? 'was' : 'were'} left out.`,
        tone: 'warning',
      });
    window.update({ Adopt: [] });
  }
}

/** Alerts that an older release has stored without a window become documents. They wait in the browser until the server has answered. */
export function adoptWithoutWindow(states: readonly PriceAlertsState[], { alertDocuments }: Platform): void {
  alertDocuments.adopt(states.flatMap(({ Adopt }) => readableRows(Adopt)));
}
