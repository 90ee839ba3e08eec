import type * as v from 'valibot';
import type { AlertRow } from '../../../domain/alerts/index.ts';
import type { alertRoutes } from '../../../protocol/api-v1-alerts.ts';
import type { StoredFiring } from '../../storage/alert-store.ts';
import { timeOf } from './api-v1.ts';

/** A level or a value of a column: two to four decimals, in the unit of the column. */
const numberText = (value: number): string => value.toFixed(4).replace(/0{1,2}$/, '');
const levelText = (level: number | null): string | null => (level === null ? null : numberText(level));
const firedTime = (timeMs: number | null): string | null => (timeMs === null ? null : timeOf(timeMs));

/** An alert of the API. */
export const alertToApi = (
  row: AlertRow,
  revision: number,
): v.InferInput<typeof alertRoutes.alert.response> => ({
  id: row.Id,
  revision,
  symbol: row.Symbol,
  column: row.Column,
  above: levelText(row.HighAlert),
  aboveFired: firedTime(row.HighAlertTime),
  below: levelText(row.LowAlert),
  belowFired: firedTime(row.LowAlertTime),
  isPaused: row.Paused,
});

/** A firing of the API. */
export const firingToApi = (
  firing: StoredFiring,
): v.InferInput<typeof alertRoutes.alertFirings.response>['items'][number] => ({
  serial: firing.Serial,
  alertId: firing.AlertId,
  symbol: firing.Symbol,
  column: firing.Column,
  side: firing.Side === 'High' ? 'above' : 'below',
  level: numberText(firing.Level),
  value: numberText(firing.Value),
  time: timeOf(firing.Timestamp),
});
