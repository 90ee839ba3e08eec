import type { PriceAlertsState, SavedAlerts } from './state.ts';

/** What "Manage saved alerts" saves now. */
export function savedForm({ Alerts, Columns, Sort, Linked, FileName }: PriceAlertsState): SavedAlerts {
  return {
    Alerts: Alerts.map(({ Symbol: symbol, Column, HighAlert, LowAlert, Paused }) => ({
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

/** What tells whether alerts were changed since they were saved: not whether they are linked, or have fired. */
export function markedForm(state: PriceAlertsState): unknown {
  const { Alerts, Columns, Sort } = savedForm(state);
  return { Alerts, Columns, Sort };
}
