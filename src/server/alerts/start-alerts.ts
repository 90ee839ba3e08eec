import type { DailyFigures } from '../market/history/daily-figures.ts';
import { AlertsService, type AlertsServiceOptions } from './alerts-service.ts';
import { alertValue } from './alert-value.ts';

/** Starts the evaluation of alerts, with the columns that the daily history has figures for. */
export async function startAlerts({
  history,
  ...options
}: Omit<AlertsServiceOptions, 'valueOf'> & {
  readonly history: Pick<DailyFigures, 'columnInput'>;
}): Promise<AlertsService> {
  const alerts = new AlertsService({
    ...options,
    valueOf: alertValue((symbol) => history.columnInput(symbol)),
  });
  await alerts.start();
  return alerts;
}
