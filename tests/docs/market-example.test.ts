import { afterAll, expect, it } from 'vitest';
import {
  createExamplesRuntime,
  dateOf,
  mean,
  roundTrips,
  runExample,
  study,
  value,
} from '../support/run-example.ts';

/** The rules of the example strategy that reads another symbol, checked on its orders. */

const runtime = createExamplesRuntime();
afterAll(() => runtime.close());

it('buys new highs and holds them only while the other symbol is above its average', async () => {
  const { bars, firstRow, fills, rowOf, others } = await runExample(
    runtime,
    'market-filter',
    '2016-01-01',
    'QQQ',
  );
  const [spy] = others;
  if (spy === undefined) throw new Error('there are no bars of SPY');
  const rowOfSpy = new Map(Array.from(spy.timeMs, (timeMs, row) => [timeMs, row]));
  const [highs] = study('donchian', bars, { period: 20 });
  const [, , lows] = study('donchian', bars, { period: 10 });
  if (highs === undefined || lows === undefined) throw new Error('the channel has no bands');
  const isUp = (row: number): boolean => {
    const at = rowOfSpy.get(value(bars.timeMs, row)) ?? Number.NaN;
    return value(spy.close, at) > mean(spy.close, at, 200);
  };
  const isEntry = (row: number): boolean =>
    isUp(row) &&
    value(bars.close, row) > value(highs, row - 1) &&
    !(value(bars.close, row) < value(lows, row - 1));
  const isExit = (row: number): boolean => !isUp(row) || value(bars.close, row) < value(lows, row - 1);
  const reasons = new Set<boolean>();
  let row = firstRow;
  for (const { entry, exit } of roundTrips(fills)) {
    while (!isEntry(row)) row += 1;
    expect(dateOf(bars, rowOf(entry))).toBe(dateOf(bars, row));
    while (row < bars.length && !isExit(row)) row += 1;
    if (exit === undefined) continue;
    expect(dateOf(bars, rowOf(exit))).toBe(dateOf(bars, row));
    reasons.add(isUp(row));
    row += 1;
  }
  // Both the market and the symbol have ended positions.
  expect(reasons).toEqual(new Set([true, false]));
});
