import { MINUTE_MS } from '../calendar/durations.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newYorkMs, sessionOn } from '../calendar/us-equity.ts';
import { addToAggregate, aggregateBars } from './aggregate.ts';
import { barsBetween, firstBarFrom } from './bar.ts';
import type { Bar } from './bar.ts';
import { barStartMs } from './bar-period.ts';
import type { BarPeriod } from './bar-period.ts';
import { barsOfTrades, createLiveBar } from './live-bar.ts';

const OPEN_MS = sessionOn('2024-03-08')?.openMs ?? 0; // a Friday; the clocks change over the weekend

const periods = fc.constantFrom<BarPeriod>(
  { minutes: 1 },
  { minutes: 5 },
  { minutes: 30 },
  { minutes: 60 },
  'day',
);
const trades = fc
  .array(
    fc.record({
      gapMs: fc.integer({ min: 0, max: 20 * MINUTE_MS }),
      priceE4: fc.integer({ min: 1, max: 9_999_999 }),
      size: fc.integer({ min: 1, max: 10_000 }),
    }),
    { maxLength: 300 },
  )
  .map((steps) => {
    let timeMs = OPEN_MS;
    return steps.map(({ gapMs, priceE4, size }) => ({ timeMs: (timeMs += gapMs), priceE4, size }));
  });

const bar = (minute: number, prices: readonly [number, number, number, number], volume: number): Bar => ({
  timeMs: OPEN_MS + minute * MINUTE_MS,
  openE4: prices[0],
  highE4: prices[1],
  lowE4: prices[2],
  closeE4: prices[3],
  volume,
});

test('five minutes are the first open, the extremes, the last close and the sum', () => {
  const bars = aggregateBars(
    [
      bar(0, [10, 12, 9, 11], 5),
      bar(3, [11, 15, 11, 14], 6),
      bar(4, [14, 14, 8, 9], 7),
      bar(5, [9, 9, 9, 9], 1),
    ],
    { minutes: 5 },
  );
  expect(bars).toEqual([bar(0, [10, 15, 8, 9], 18), bar(5, [9, 9, 9, 9], 1)]);
});

test('bars are counted from the open: an hour starts at 09:30 and a bar before the open ends at it', () => {
  expect(barStartMs(OPEN_MS + 59 * MINUTE_MS, { minutes: 60 })).toBe(OPEN_MS);
  expect(barStartMs(OPEN_MS - MINUTE_MS, { minutes: 60 })).toBe(OPEN_MS - 60 * MINUTE_MS);
  expect(barStartMs(OPEN_MS + 385 * MINUTE_MS, { minutes: 30 })).toBe(OPEN_MS + 360 * MINUTE_MS);
});

test('a day starts at New York midnight on both sides of a clock change', () => {
  expect(barStartMs(OPEN_MS, 'day')).toBe(newYorkMs('2024-03-08', 0));
  expect(barStartMs(sessionOn('2024-03-11')?.openMs ?? 0, 'day')).toBe(newYorkMs('2024-03-11', 0));
});

test('bars built trade by trade are the bars of all trades at once, for every period', () => {
  fc.assert(
    fc.property(trades, periods, (all, period) => {
      const live = createLiveBar(period);
      const finished = all.map((trade) => live.add(trade).finished).filter((done) => done !== null);
      const forming = live.forming();
      expect(forming === null ? finished : [...finished, forming]).toEqual(barsOfTrades(all, period));
    }),
  );
});

test('aggregating minutes gives the same bars as building them from the trades', () => {
  fc.assert(
    fc.property(trades, periods, (all, period) => {
      expect(aggregateBars(barsOfTrades(all, { minutes: 1 }), period)).toEqual(barsOfTrades(all, period));
    }),
  );
});

test('adding bars one at a time equals aggregating the batch, and every step equals the batch so far', () => {
  fc.assert(
    fc.property(trades, periods, (all, period) => {
      const minutes = barsOfTrades(all, { minutes: 1 });
      const grown: Bar[] = [];
      minutes.forEach((minute, index) => {
        addToAggregate(grown, minute, period);
        if (index % 7 === 0) expect(grown).toEqual(aggregateBars(minutes.slice(0, index + 1), period));
      });
      expect(grown).toEqual(aggregateBars(minutes, period));
    }),
  );
});

test('aggregation neither loses nor invents shares, and keeps the extremes', () => {
  fc.assert(
    fc.property(trades, periods, (all, period) => {
      const bars = barsOfTrades(all, period);
      expect(bars.reduce((sum, { volume }) => sum + volume, 0)).toBe(
        all.reduce((sum, { size }) => sum + size, 0),
      );
      expect(Math.max(...bars.map(({ highE4 }) => highE4))).toBe(
        Math.max(...all.map(({ priceE4 }) => priceE4)),
      );
      expect(Math.min(...bars.map(({ lowE4 }) => lowE4))).toBe(
        Math.min(...all.map(({ priceE4 }) => priceE4)),
      );
    }),
  );
});

test('a late trade counts in the forming bar and does not reopen a finished one', () => {
  const live = createLiveBar({ minutes: 1 });
  live.add({ timeMs: OPEN_MS, priceE4: 100, size: 1 });
  live.add({ timeMs: OPEN_MS + MINUTE_MS, priceE4: 110, size: 2 });
  const step = live.add({ timeMs: OPEN_MS + MINUTE_MS - 1, priceE4: 90, size: 4 });
  expect(step).toEqual({ finished: null, forming: bar(1, [110, 110, 90, 90], 6) });
});

test('a range takes its start and leaves its end', () => {
  const bars = [0, 1, 2, 3].map((minute) => bar(minute, [1, 1, 1, 1], 1));
  expect(barsBetween(bars, OPEN_MS + MINUTE_MS, OPEN_MS + 3 * MINUTE_MS)).toEqual(bars.slice(1, 3));
  expect(firstBarFrom(bars, OPEN_MS + 9 * MINUTE_MS)).toBe(4);
  expect(firstBarFrom([], OPEN_MS)).toBe(0);
});
