import type { AlertRow } from '../../src/domain/alerts/index.ts';
import type { PriceAlertsState, SavedAlerts } from './state.ts';

/** A window's state and its alerts in the form of a saved item. */
export function savedForm(
  { Columns, Sort, Linked, FileName }: PriceAlertsState,
  alerts: readonly AlertRow[],
): SavedAlerts {
  return {
    Alerts: alerts.map(({ Symbol: symbol, Column, HighAlert, LowAlert, Paused }) => ({
      Symbol: symbol,
      Column,
      HighAlert,
      LowAlert,
      Paused,
    })),
    Columns: [...Columns],
    Sort,
    Linked,
    FileName,
  };
}

/** What counts as a change since the save: not the link, and not what has fired. */
export function markedForm(state: PriceAlertsState, alerts: readonly AlertRow[]): unknown {
  const { Alerts, Columns, Sort } = savedForm(state, alerts);
  return { Alerts, Columns, Sort };
}
