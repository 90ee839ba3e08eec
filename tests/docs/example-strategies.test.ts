import { afterAll, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/domain/calendar/durations.ts';
import { newYorkDate, newYorkMinutes, sessionOn } from '../../src/domain/calendar/us-equity.ts';
import { fromE4, toPriceE4 } from '../../src/domain/money/price.ts';
import { feesOf, totalFeesE4 } from '../../src/domain/portfolio/index.ts';
import {
  dateOf,
  createExamplesRuntime,
  mean,
  roundTrips,
  runExample,
  signed,
  study,
  value,
  type Fill,
} from '../support/run-example.ts';

/** The rules in the head of each strategy of `examples/strategies`, checked on its orders on the simulated market. */

const HALF_PAST_THREE = 15 * 60 + 30;
const runtime = createExamplesRuntime();
afterAll(() => runtime.close());

it('buys RSI pullbacks above the 200-day average only, and sells at the first close above the 5-day average', async () => {
  const { bars, fills, rowOf } = await runExample(runtime, 'rsi-pullback', '2018-01-01');
  const [strength] = study('rsi', bars, { period: 2 });
  const trips = roundTrips(fills);
  expect(trips.length).toBeGreaterThan(20);
  for (const { entry, exit } of trips) {
    const row = rowOf(entry);
    const close = value(bars.close, row);
    expect(entry.side).toBe('Buy');
    expect(close).toBeGreaterThan(mean(bars.close, row, 200));
    expect(strength?.[row]).toBeLessThan(10);
    expect(entry.quantity).toBe(Math.floor(50_000 / close));
    expect(value(bars.open, row + 1)).toBeCloseTo(entry.fillPrice, 4);
    if (exit === undefined) continue;
    let recovery = row + 1;
    while (value(bars.close, recovery) <= mean(bars.close, recovery, 5)) recovery += 1;
    expect(dateOf(bars, rowOf(exit))).toBe(dateOf(bars, recovery));
  }
});

/** The entries of a turtle position, first to last, and the fills that closed it. */
function turtlePositions(fills: readonly Fill[]): { readonly entries: Fill[]; readonly exits: Fill[] }[] {
  const positions: { entries: Fill[]; exits: Fill[] }[] = [];
  let held = 0;
  for (const fill of fills) {
    if (held === 0) positions.push({ entries: [], exits: [] });
    const isEntry = held === 0 || Math.sign(held) === Math.sign(signed(fill));
    positions.at(-1)?.[isEntry ? 'entries' : 'exits'].push(fill);
    held += signed(fill);
  }
  return positions;
}

it('enters turtle breakouts at the 20-day extreme, and adds up to four units half an ATR apart', async () => {
  const { bars, fills, rowOf } = await runExample(runtime, 'turtle-breakout', '2018-01-01');
  const [range] = study('atr', bars, { period: 20 });
  const [upper, , lower] = study('donchian', bars, { period: 20 });
  const positions = turtlePositions(fills);
  for (const { entries } of positions)
    for (const [unit, entry] of entries.entries()) {
      const row = rowOf(entry);
      const isLong = entry.side === 'Buy';
      const step = 0.5 * (range?.[row] ?? Number.NaN) * (isLong ? 1 : -1);
      const previous = entries[unit - 1];
      const trigger = previous === undefined ? (isLong ? upper : lower)?.[row] : previous.fillPrice + step;
      expect(Math.abs(entry.stopPrice - (trigger ?? Number.NaN))).toBeLessThan(0.011);
    }
  expect(new Set(positions.map(({ entries }) => entries[0]?.side))).toEqual(new Set(['Buy', 'Short']));
  expect(Math.max(...positions.map(({ entries }) => entries.length))).toBe(4);
});

it('risks 1,000 dollars a turtle unit at a stop 2 ATR from its fill, and closes beyond the 10-day extreme', async () => {
  const { bars, orders, fills, rowOf } = await runExample(runtime, 'turtle-breakout', '2018-01-01');
  const [range] = study('atr', bars, { period: 20 });
  const [upper, , lower] = study('donchian', bars, { period: 10 });
  const positions = turtlePositions(fills);
  for (const entry of positions.flatMap(({ entries }) => entries)) {
    const distance = 2 * (range?.[rowOf(entry)] ?? Number.NaN);
    const isLong = entry.side === 'Buy';
    expect(entry.quantity).toBe(Math.floor(1_000 / distance));
    const stop = orders.find(
      ({ type, side, sentMs }) =>
        type === 'Stop' && sentMs === entry.fillMs && side === (isLong ? 'Sell' : 'Buy'),
    );
    expect(stop?.quantity).toBe(entry.quantity);
    const lossOfShare = (entry.fillPrice - (stop?.stopPrice ?? Number.NaN)) * (isLong ? 1 : -1);
    expect(Math.abs(lossOfShare - distance)).toBeLessThan(0.011);
  }
  const closing = positions.flatMap(({ exits }) => exits).filter(({ type }) => type === 'Market');
  expect(closing.length).toBeGreaterThan(0);
  for (const exit of closing) {
    const close = value(bars.close, rowOf(exit));
    const extreme = (exit.side === 'Sell' ? lower : upper)?.[rowOf(exit) - 1] ?? Number.NaN;
    expect(exit.side === 'Sell' ? close < extreme : close > extreme).toBe(true);
  }
});

it('holds the market after each month that ends above the 200-day average, and nothing after the others', async () => {
  const { bars, firstRow, fills, rowOf } = await runExample(runtime, 'monthly-trend', '2016-01-01');
  const expected: string[] = [];
  let isHeld = false;
  for (let row = firstRow + 1; row < bars.length - 1; row += 1) {
    if (dateOf(bars, row).slice(0, 7) === dateOf(bars, row - 1).slice(0, 7)) continue;
    const isAbove = value(bars.close, row - 1) > mean(bars.close, row - 1, 200);
    if (isAbove !== isHeld) expected.push(`${isAbove ? 'Buy' : 'Sell'} ${dateOf(bars, row)}`);
    isHeld = isAbove;
  }
  expect(expected.length).toBeGreaterThan(6);
  expect(fills.map((fill) => `${fill.side} ${dateOf(bars, rowOf(fill))}`)).toEqual(expected);
});

it('sizes a trend so that a day of average range moves the equity by half a per cent', async () => {
  const { bars, fills, rowOf } = await runExample(runtime, 'volatility-target', '2018-01-01');
  const [ranges] = study('atr', bars, { period: 20 });
  const feesOfFill = ({ side, quantity, fillPrice }: Fill): number =>
    fromE4(totalFeesE4(feesOf(side, quantity, toPriceE4(fillPrice), 'R')));
  const trips = roundTrips(fills);
  expect(trips.length).toBeGreaterThan(5);
  let equity = 100_000;
  for (const { entry, exit } of trips) {
    const row = rowOf(entry);
    expect(value(bars.close, row)).toBeGreaterThan(mean(bars.close, row, 100));
    const range = ranges?.[row] ?? Number.NaN;
    expect(entry.quantity * range).toBeLessThanOrEqual(0.005 * equity);
    // The range counts in 1/10,000 dollar, rounded up.
    expect((entry.quantity + 1) * (range + 0.0001)).toBeGreaterThan(0.005 * equity);
    if (exit === undefined) continue;
    const exitRow = rowOf(exit);
    expect(value(bars.close, exitRow)).toBeLessThan(mean(bars.close, exitRow, 100));
    equity += entry.quantity * (exit.fillPrice - entry.fillPrice) - feesOfFill(entry) - feesOfFill(exit);
  }
});

it('trades reversals 3 ATR from the VWAP, for an hour at most, and never overnight', async () => {
  const { bars, fills, rowOf } = await runExample(runtime, 'vwap-reversal', '2025-09-01');
  const [average] = study('vwap', bars);
  const [range] = study('atr', bars, { period: 20 });
  const exits = new Set<string>();
  const sides = new Set<string>();
  for (const { entry, exit } of roundTrips(fills)) {
    const row = rowOf(entry);
    const isLong = entry.side === 'Buy';
    const below = (average?.[row] ?? Number.NaN) - value(bars.close, row);
    expect(isLong ? below : -below).toBeGreaterThan(3 * (range?.[row] ?? Number.NaN));
    expect(value(bars.close, row) > value(bars.open, row)).toBe(isLong);
    expect(newYorkMinutes(value(bars.timeMs, row))).toBeGreaterThanOrEqual(600);
    if (exit === undefined) throw new Error('a position is open at the end');
    expect(newYorkDate(exit.fillMs)).toBe(newYorkDate(entry.fillMs));
    expect(exit.fillMs - entry.fillMs).toBeLessThanOrEqual(60 * MINUTE_MS);
    if (exit.type === 'Limit') expect(exit.price).toBeCloseTo(average?.[row] ?? Number.NaN, 1);
    exits.add(exit.type);
    sides.add(entry.side);
  }
  expect(exits).toEqual(new Set(['Limit', 'Stop', 'Market']));
  expect(sides).toEqual(new Set(['Buy', 'Short']));
});

it('trades the last half hour in the direction of the first one, on every day that moved, and closes in the auction', async () => {
  const { bars, firstRow, fills } = await runExample(runtime, 'last-half-hour', '2025-09-01');
  const expected: string[] = [];
  let previousClose = Number.NaN;
  let percent = Number.NaN;
  for (let row = firstRow; row < bars.length; row += 1) {
    const endMinute = newYorkMinutes(value(bars.timeMs, row)) + 5;
    if (endMinute === 575) previousClose = value(bars.close, row - 1);
    if (endMinute === 600) percent = 100 * (value(bars.close, row) / previousClose - 1);
    if (endMinute === HALF_PAST_THREE && Math.abs(percent) >= 0.3)
      expected.push(`${percent > 0 ? 'Buy' : 'Short'} ${dateOf(bars, row)}`);
  }
  const trips = roundTrips(fills);
  expect(new Set(trips.map(({ entry }) => entry.side))).toEqual(new Set(['Buy', 'Short']));
  expect(trips.map(({ entry }) => `${entry.side} ${newYorkDate(entry.fillMs)}`)).toEqual(expected);
  for (const { entry, exit } of trips) {
    expect(newYorkMinutes(entry.sentMs)).toBe(HALF_PAST_THREE);
    expect(exit?.type).toBe('MarketOnClose');
    expect(exit?.fillMs).toBe(sessionOn(newYorkDate(entry.fillMs))?.closeMs);
  }
});

it('holds from the last session of each month to the third of the next, from a quarter of an hour before the close', async () => {
  const { bars, firstRow, fills } = await runExample(runtime, 'turn-of-month', '2025-08-15');
  const dates = [...new Set(Array.from(bars.timeMs.subarray(firstRow), (timeMs) => newYorkDate(timeMs)))];
  const monthOf = (date: string | undefined): string | undefined => date?.slice(0, 7);
  const ends = dates.filter((date, n) => n < dates.length - 1 && monthOf(dates[n + 1]) !== monthOf(date));
  expect(ends).toEqual(['2025-08-29', '2025-09-30', '2025-10-31', '2025-11-28']);
  const trips = roundTrips(fills).filter(({ exit }) => exit !== undefined);
  expect(trips.map(({ entry }) => newYorkDate(entry.sentMs))).toEqual(ends);
  for (const { entry, exit } of trips) {
    const bought = newYorkDate(entry.sentMs);
    expect(exit && newYorkDate(exit.sentMs)).toBe(dates[dates.indexOf(bought) + 3]);
    // 2025-11-28 closes at 13:00.
    expect(newYorkMinutes(entry.sentMs)).toBe(bought === '2025-11-28' ? 12 * 60 + 45 : 15 * 60 + 45);
  }
});

it('enters when the bands leave the channel after five bars inside it, with a stop that follows and never risks more than 3 ATR', async () => {
  const { bars, fills, rowOf } = await runExample(runtime, 'volatility-squeeze', '2025-01-01');
  const [bandUpper, bandMiddle, bandLower] = study('bb', bars, { period: 20, n: 2 });
  const [channelUpper, , channelLower] = study('keltner', bars, {
    period: 20,
    atrPeriod: 20,
    multiplier: 1.5,
  });
  const [range] = study('atr', bars, { period: 20 });
  const isContracted = (row: number): boolean =>
    (bandUpper?.[row] ?? 0) < (channelUpper?.[row] ?? 0) &&
    (bandLower?.[row] ?? 0) > (channelLower?.[row] ?? 0);
  const trips = roundTrips(fills);
  expect(trips.length).toBeGreaterThan(10);
  let followed = 0;
  for (const { entry, exit } of trips) {
    const row = rowOf(entry);
    const isLong = entry.side === 'Buy';
    expect([0, 1, 2, 3, 4, 5].map((ago) => isContracted(row - ago))).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(value(bars.close, row) > (bandMiddle?.[row] ?? Number.NaN)).toBe(isLong);
    if (exit === undefined) continue;
    expect(exit.type).toBe('Stop');
    const gained = isLong ? exit.stopPrice - entry.fillPrice : entry.fillPrice - exit.stopPrice;
    expect(gained).toBeGreaterThan(-3 * (range?.[row] ?? Number.NaN) - 0.021);
    if (gained > 0) followed += 1;
  }
  expect(followed).toBeGreaterThan(0);
});

it('is long exactly while the fast average is above the slow one, since the first cross', async () => {
  const { bars, firstRow, fills, rowOf } = await runExample(runtime, 'moving-average-cross', '2023-01-01');
  const isAbove = (row: number): boolean => mean(bars.close, row, 5) > mean(bars.close, row, 20);
  const expected: string[] = [];
  for (let row = firstRow; row < bars.length - 1; row += 1) {
    if (isAbove(row) === isAbove(row - 1) || (expected.length === 0 && !isAbove(row))) continue;
    expected.push(`${isAbove(row) ? 'Buy' : 'Sell'} ${dateOf(bars, row)}`);
  }
  expect(expected.length).toBeGreaterThan(20);
  expect(fills.map((fill) => `${fill.side} ${dateOf(bars, rowOf(fill))}`)).toEqual(expected);
});

it('leaves at 3 ATR below the highest close since the entry, a level that never falls, or after 60 days', async () => {
  const { bars, fills, rowOf } = await runExample(runtime, 'chandelier-trend', '2016-01-01');
  const [range] = study('atr', bars, { period: 20 });
  const [upper] = study('donchian', bars, { period: 20 });
  const reasons = new Set<string>();
  for (const { entry, exit } of roundTrips(fills)) {
    const row = rowOf(entry);
    expect(value(bars.close, row)).toBeGreaterThan(upper?.[row - 1] ?? Number.NaN);
    if (exit === undefined) continue;
    let [highest, level] = [-Infinity, -Infinity];
    // Bought at the open of the next day.
    let day = row + 1;
    for (; ; day += 1) {
      const close = value(bars.close, day);
      highest = Math.max(highest, close);
      level = Math.max(level, highest - 3 * (range?.[day] ?? Number.NaN));
      const isOld = day - row > 60;
      if (close >= level && !isOld) continue;
      reasons.add(isOld && close >= level ? 'age' : 'stop');
      break;
    }
    expect(dateOf(bars, rowOf(exit))).toBe(dateOf(bars, day));
  }
  expect(reasons).toEqual(new Set(['age', 'stop']));
});

it('buys closes above the channel of the days before, and ends at 2 ATR of loss or 3 ATR of gain', async () => {
  const { bars, fills, rowOf } = await runExample(runtime, 'channel-breakout', '2018-01-01');
  const [range] = study('atr', bars, { period: 10 });
  const [upper] = study('donchian', bars, { period: 10 });
  const exits = new Set<string>();
  for (const { entry, exit } of roundTrips(fills)) {
    const row = rowOf(entry);
    expect(value(bars.close, row)).toBeGreaterThan(upper?.[row - 1] ?? Number.NaN);
    if (exit === undefined) continue;
    const ranges = exit.type === 'Stop' ? -2 : 3;
    const level = entry.fillPrice + ranges * (range?.[row] ?? Number.NaN);
    expect(Math.abs((exit.type === 'Stop' ? exit.stopPrice : exit.price) - level)).toBeLessThan(0.011);
    exits.add(exit.type);
  }
  expect(exits).toEqual(new Set(['Stop', 'Limit']));
});

it('trades the first close outside of the opening range, once a day, with a stop at its other end', async () => {
  const { bars, firstRow, fills, rowOf } = await runExample(runtime, 'opening-range', '2025-09-01');
  const trips = roundTrips(fills);
  const expected: { readonly entry: string; readonly stop: number }[] = [];
  let [high, low, hasTraded] = [Number.NaN, Number.NaN, false];
  for (let row = firstRow; row < bars.length; row += 1) {
    const minute = newYorkMinutes(value(bars.timeMs, row));
    if (minute === 570) {
      high = Math.max(...bars.high.subarray(row, row + 6));
      low = Math.min(...bars.low.subarray(row, row + 6));
      hasTraded = false;
    }
    const close = value(bars.close, row);
    if (minute < 600 || hasTraded || (close <= high && close >= low)) continue;
    const isUp = close > high;
    expected.push({
      entry: `${isUp ? 'Buy' : 'Short'} ${value(bars.timeMs, row)}`,
      stop: isUp ? low : high,
    });
    hasTraded = true;
  }
  expect(trips.map(({ entry }) => `${entry.side} ${value(bars.timeMs, rowOf(entry))}`)).toEqual(
    expected.map(({ entry }) => entry),
  );
  expect(
    trips.map(({ exit }, day) => (exit?.type === 'Stop' ? exit.stopPrice : expected[day]?.stop)),
  ).toEqual(expected.map(({ stop }) => stop));
  for (const { entry, exit } of trips) expect(newYorkDate(exit?.fillMs ?? 0)).toBe(newYorkDate(entry.fillMs));
  expect(new Set(trips.map(({ exit }) => exit?.type))).toEqual(new Set(['Stop', 'Market']));
});
