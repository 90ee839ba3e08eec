import { newAlert, type AlertRow } from '../../src/domain/alerts/index.ts';
import { randomId, type ToolPlatform } from '../../src/plugin-api/index.ts';
import { levelText, nameOf } from './alerts.ts';
import { MAX_ALERTS, PRICE_ALERTS_ID, type PriceAlertsState } from './state.ts';

/** The levels that the user chose; null = no alert on that side. */
export interface ChosenAlert {
  readonly column: string;
  readonly high: number | null;
  readonly low: number | null;
}
type Levels = Pick<AlertRow, 'HighAlert' | 'HighAlertTime' | 'LowAlert' | 'LowAlertTime'>;

/** The alerts of the state that new ones are added to: the first window, or the first state without one. */
function presentRows({ tools }: Pick<ToolPlatform, 'tools'>): readonly AlertRow[] {
  const [place] = tools.statesOf(PRICE_ALERTS_ID).get();
  // States in the store have passed the tool's schema.
  return place === undefined ? [] : (place.getState() as PriceAlertsState).Alerts;
}

/** The alert on this symbol and column in the state that new ones are added to; undefined when there is none. */
export const knownRow = (
  platform: Pick<ToolPlatform, 'tools'>,
  symbol: string,
  column: string,
): AlertRow | undefined =>
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

/** The rows with the chosen levels in the alert on this symbol and column, which is added when there is none; levels that were not chosen stay. */
export function withChosen(
  rows: readonly AlertRow[],
  symbol: string,
  { column, high, low }: ChosenAlert,
  newId: () => string,
): readonly AlertRow[] {
  const known = rows.find((row) => row.Symbol === symbol && row.Column === column);
  const row = known ?? newAlert(newId(), symbol, column);
  const next: AlertRow = {
    ...row,
    Paused: false,
    ...(high === null ? {} : { HighAlert: high, HighAlertTime: null, HighArm: row.HighArm + 1 }),
    ...(low === null ? {} : { LowAlert: low, LowAlertTime: null, LowArm: row.LowArm + 1 }),
  };
  return known ? rows.map((each) => (each === known ? next : each)) : [...rows, next];
}

const levelsOf = ({ column, high, low }: ChosenAlert): string =>
  `: ${[...(high === null ? [] : [`above ${levelText(column, high)}`]), ...(low === null ? [] : [`below ${levelText(column, low)}`])].join(', ')}`;

/** Adds the chosen alert to the first window of Price Alerts, or stores it without a window, and confirms it. */
export function addChosen(
  { tools, dialogs }: Pick<ToolPlatform, 'tools' | 'dialogs'>,
  symbol: string,
  chosen: ChosenAlert,
): void {
  const [place] = tools.statesOf(PRICE_ALERTS_ID).get();
  const rows = presentRows({ tools });
  const Alerts = withChosen(rows, symbol, chosen, randomId);
  if (Alerts.length > MAX_ALERTS)
    return dialogs.toast({
      message: `A window holds ${MAX_ALERTS} alerts at most. Remove some first.`,
      tone: 'warning',
    });
  if (place !== undefined) place.update({ Alerts });
  else if (!tools.keep(PRICE_ALERTS_ID, { Alerts })) return;
  dialogs.toast({
    message: `Alert on ${nameOf({ Symbol: symbol, Column: chosen.column })} created${levelsOf(chosen)}`,
    tone: 'success',
    action: { label: 'Open Price Alerts', run: () => void tools.show(PRICE_ALERTS_ID) },
  });
}
