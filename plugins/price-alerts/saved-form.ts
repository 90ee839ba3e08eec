import type { PriceAlertsState, SavedAlerts } from './state.ts';

/** The state in the form of a saved item. */
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

/** The part of the state that counts as a change since the save: not the link, and not what has fired. */
export function markedForm(state: PriceAlertsState): unknown {
  const { Alerts, Columns, Sort } = savedForm(state);
  return { Alerts, Columns, Sort };
}
