import * as v from 'valibot';
import { PRICE_COLUMN } from '../../../src/domain/alerts/index.ts';
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

// The fields of an alert that the chart needs. A level that has fired has a time.
const level = v.nullable(v.pipe(v.number(), v.finite()));
const row = v.object({
  Symbol: v.string(),
  Column: v.string(),
  HighAlert: level,
  HighAlertTime: v.nullable(v.number()),
  LowAlert: level,
  LowAlertTime: v.nullable(v.number()),
  Paused: v.boolean(),
});
const stateWithAlerts = v.object({ Alerts: v.array(v.unknown()) });

/** The price levels of a symbol that have not fired yet, over all states of Price Alerts. Anything that is not an alert is ignored. */
export function alertMarks(states: readonly unknown[], symbol: string): readonly AlertMark[] {
  const marks = new Map<string, AlertMark>();
  for (const state of states) {
    const read = v.safeParse(stateWithAlerts, state);
    for (const each of read.success ? read.output.Alerts : []) {
      const alert = v.safeParse(row, each);
      if (!alert.success || alert.output.Symbol !== symbol || alert.output.Column !== PRICE_COLUMN) continue;
      const { HighAlert, HighAlertTime, LowAlert, LowAlertTime, Paused } = alert.output;
      if (HighAlertTime === null) add(marks, 'above', HighAlert, Paused);
      if (LowAlertTime === null) add(marks, 'below', LowAlert, Paused);
    }
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
