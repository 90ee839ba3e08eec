import { type AlertRow, PRICE_COLUMN } from '../../../src/domain/alerts/index.ts';
import { formatQuotePrice } from '../../../src/plugin-api/index.ts';

/** A level that has not fired, as the chart marks it. */
export interface AlertMark {
  readonly key: string;
  readonly level: number;
  readonly isPaused: boolean;
  /** The level as the axis tag shows it, and the whole alert as a text. */
  readonly price: string;
  readonly label: string;
}

/** The price levels of a symbol that have not fired yet, the highest first. */
export function alertMarks(alerts: Iterable<AlertRow>, symbol: string): readonly AlertMark[] {
  const marks = new Map<string, AlertMark>();
  for (const alert of alerts) {
    if (alert.Symbol !== symbol || alert.Column !== PRICE_COLUMN) continue;
    const { HighAlert, HighAlertTime, LowAlert, LowAlertTime, Paused } = alert;
    if (HighAlertTime === null) add(marks, 'above', HighAlert, Paused);
    if (LowAlertTime === null) add(marks, 'below', LowAlert, Paused);
  }
  return [...marks.values()].sort(
    (left, right) => right.level - left.level || (left.key < right.key ? -1 : 1),
  );
}

function add(
  marks: Map<string, AlertMark>,
  way: 'above' | 'below',
  value: number | null,
  paused: boolean,
): void {
  if (value === null || value <= 0) return;
  const key = `${way} ${value}`;
  // A level that is set twice is paused only when both alerts are.
  const isPaused = paused && (marks.get(key)?.isPaused ?? true);
  const price = formatQuotePrice(value);
  marks.set(key, {
    key,
    level: value,
    isPaused,
    price,
    label: `Alert ${way} ${price}${isPaused ? ', paused' : ''}`,
  });
}
