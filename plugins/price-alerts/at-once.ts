import { type AlertSide, PRICE_COLUMN } from '../../src/domain/alerts/index.ts';
import { labelOf, levelText } from './alerts.ts';

/** True when a level would fire the moment it is set. */
export function firesAtOnce(side: AlertSide, level: number | null, now: number | null): boolean {
  return level !== null && now !== null && (side === 'High' ? now > level : now < level);
}

/** Levels as they are typed in a dialog. */
export interface TypedLevels {
  readonly column: string;
  /** NaN = the typed text is not a number. */
  readonly high?: number | null;
  readonly low?: number | null;
  /** The column's present value. */
  readonly now: number | null;
  readonly isPaused?: boolean;
}

/** States which levels are reached already and fire at once; null when none is. */
export function atOnceText({
  column,
  high = null,
  low = null,
  now,
  isPaused = false,
}: TypedLevels): string | null {
  const reached = [
    ...(high !== null && firesAtOnce('High', high, now) ? [`above ${levelText(column, high)}`] : []),
    ...(low !== null && firesAtOnce('Low', low, now) ? [`below ${levelText(column, low)}`] : []),
  ];
  if (reached.length === 0) return null;
  const subject = column === PRICE_COLUMN ? 'The price' : labelOf(column);
  const when = isPaused ? 'when it is resumed' : 'at once';
  return `${subject} is already ${reached.join(' and ')}: ${reached.length === 1 ? `this alert fires ${when}` : `both alerts fire ${when}`}.`;
}
