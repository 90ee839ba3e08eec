import * as v from 'valibot';
import { PRICE_COLUMN } from '../../../src/domain/alerts/index.ts';
import { formatQuotePrice } from '../../../src/plugin-api/index.ts';

/** A level that the user waits for. */
export interface AlertMark {
  readonly key: string;
  readonly level: number;
  readonly isPaused: boolean;
  /** The level as the axis tag shows it, and the whole alert as a text. */
  readonly price: string;
  readonly label: string;
}

// Of a row of Price Alerts what the chart reads. A level that has fired has its time.
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

/** The price levels of a symbol that have not fired yet, over all states of Price Alerts. What is not an alert is passed over. */
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
  // The same level twice waits as long as one of them does.
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
