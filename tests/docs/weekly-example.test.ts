import { afterAll, expect, it } from 'vitest';
import { barStartMs } from '../../src/domain/bars/bar-period.ts';
import { newYorkDate, nextSession, previousSession } from '../../src/domain/calendar/us-equity.ts';
import type { BarColumns } from '../../src/domain/studies/index.ts';
import {
  dateOf,
  createExamplesRuntime,
  mean,
  roundTrips,
  runExample,
  study,
  value,
} from '../support/run-example.ts';

/** The rules of the example strategy that reads weeks, checked on its orders. Its weeks are made here from the days, in another way than in the run. */

const runtime = createExamplesRuntime();
afterAll(() => runtime.close());

/** The whole weeks of daily bars, and for each day the number of weeks that have ended with it. */
function weeksOf(days: BarColumns): { readonly weeks: BarColumns; readonly endedAt: readonly number[] } {
  const mondayOf = (timeMs: number): number => barStartMs(timeMs, 'week');
  const dates = Array.from(days.timeMs, (timeMs) => newYorkDate(timeMs));
  const starts = dates.map((date, row) =>
    mondayOf(previousSession(date).openMs) === mondayOf(value(days.timeMs, row)) ? [] : [row],
  );
  const firstRows = starts.flat();
  const endRows = firstRows.map((_, n) => firstRows[n + 1] ?? days.length);
  const fold = (column: Float64Array, merge: (values: Float64Array) => number): Float64Array =>
    Float64Array.from(firstRows, (row, n) => merge(column.subarray(row, endRows[n])));
  const isLast = dates.map(
    (date, row) => mondayOf(nextSession(date).openMs) !== mondayOf(value(days.timeMs, row)),
  );
  let count = 0;
  return {
    weeks: {
      length: firstRows.length,
      timeMs: fold(days.timeMs, ([first = 0]) => first),
      open: fold(days.open, ([first = 0]) => first),
      high: fold(days.high, (values) => Math.max(...values)),
      low: fold(days.low, (values) => Math.min(...values)),
      close: fold(days.close, (values) => values.at(-1) ?? 0),
      volume: fold(days.volume, (values) => values.reduce((sum, number) => sum + number, 0)),
    },
    endedAt: isLast.map((isEnd, row) => (isEnd && row >= (firstRows[0] ?? 0) ? (count += 1) : count)),
  };
}

it('buys breaks of five days only while weeks that are over rise, and leaves at a stop or after a week below its average', async () => {
  const { bars, firstRow, fills, rowOf } = await runExample(runtime, 'weekly-trend', '2016-01-01');
  const { weeks, endedAt } = weeksOf(bars);
  const [range] = study('atr', weeks, { period: 10 });
  const [upper] = study('donchian', bars, { period: 5 });
  const weekOf = (row: number): number => (endedAt[row] ?? 0) - 1;
  const averageOf = (row: number): number => mean(weeks.close, weekOf(row), 10);
  const isUp = (row: number): boolean =>
    value(weeks.close, weekOf(row)) > averageOf(row) &&
    averageOf(row) > mean(weeks.close, weekOf(row) - 1, 10);
  const exits = new Set<string>();
  let flatRow = firstRow;
  for (const { entry, exit } of roundTrips(fills)) {
    let row = flatRow;
    while (!(isUp(row) && value(bars.close, row) > value(upper ?? bars.high, row - 1))) row += 1;
    expect(dateOf(bars, rowOf(entry))).toBe(dateOf(bars, row));
    if (exit === undefined) continue;
    exits.add(exit.type);
    const exitRow = rowOf(exit);
    if (exit.type === 'Stop') {
      const distance = entry.fillPrice - exit.stopPrice;
      expect(Math.abs(distance - (range?.[weekOf(row)] ?? Number.NaN))).toBeLessThan(0.011);
      flatRow = bars.timeMs.findIndex((timeMs) => newYorkDate(timeMs) === newYorkDate(exit.fillMs));
    } else {
      expect(weekOf(exitRow)).toBeGreaterThan(weekOf(exitRow - 1));
      expect(value(weeks.close, weekOf(exitRow))).toBeLessThan(averageOf(exitRow));
      flatRow = exitRow + 1;
    }
  }
  expect(exits).toEqual(new Set(['Stop', 'Market']));
});
