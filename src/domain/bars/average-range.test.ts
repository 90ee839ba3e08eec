import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../calendar/durations.ts';
import { computeStudy, studyById, type BarColumns } from '../studies/index.ts';
import { averageRangeE4, finishedBars, rangeFromMs } from './average-range.ts';
import type { Bar } from './bar.ts';

/** A bar for each close, with this half range around it. */
const barsOf = (closes: readonly number[], half = 5_000): readonly Bar[] =>
  closes.map((closeE4, day) => ({
    timeMs: Date.UTC(2026, 0, 1, 5) + day * DAY_MS,
    openE4: closeE4,
    highE4: closeE4 + half,
    lowE4: closeE4 - half,
    closeE4,
    volume: 1,
  }));

it('averages the ranges of the bars, with gaps to the close before', () => {
  expect(averageRangeE4(barsOf([100, 100, 100].map((close) => close * 10_000)), { period: 2 })).toBe(10_000);
  // The second range reaches from the close before to the high: 2.00 and half a dollar.
  expect(averageRangeE4(barsOf([1_000_000, 1_000_000, 1_020_000]), { period: 2 })).toBe(17_500);
});

it('is unknown with fewer bars than the period and one', () => {
  const closes = Array.from({ length: 14 }, () => 1_000_000);
  expect(averageRangeE4(barsOf(closes), { period: 14 })).toBeUndefined();
  expect(averageRangeE4(barsOf([...closes, 1_000_000]), { period: 14 })).toBe(10_000);
});

it('is the ATR of the chart where both see the same bars', () => {
  const study = studyById('atr');
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 100_000, max: 2_000_000 }), { minLength: 6, maxLength: 51 }),
      (closes) => {
        const bars = barsOf(closes);
        const column = (valueOf: (bar: Bar) => number): Float64Array => Float64Array.from(bars, valueOf);
        const columns: BarColumns = {
          length: bars.length,
          timeMs: column(({ timeMs }) => timeMs),
          open: column(({ openE4 }) => openE4),
          high: column(({ highE4 }) => highE4),
          low: column(({ lowE4 }) => lowE4),
          close: column(({ closeE4 }) => closeE4),
          volume: column(({ volume }) => volume),
        };
        if (study?.form !== 'series') throw new Error('The ATR has a value for each bar.');
        const [line] = computeStudy(study, { period: 5, percent: 0 }, columns);
        expect(averageRangeE4(bars, { period: 5 })).toBe(Math.round(line?.at(-1) ?? Number.NaN));
      },
    ),
  );
});

it('is the same however far back the bars reach', () => {
  const closes = Array.from({ length: 60 }, (_, day) => 1_000_000 + (day % 7) * 9_000);
  const [near, far] = [barsOf(closes.slice(-21)), barsOf(closes)];
  expect(averageRangeE4(far, { period: 2 })).toBe(averageRangeE4(near, { period: 2 }));
});

it('counts neither the running bar nor the present day', () => {
  // 2026-03-02, 11:07 in New York.
  const nowMs = Date.UTC(2026, 2, 2, 16, 7);
  const [bar] = barsOf([1_000_000]);
  const at = (...times: readonly number[]): Bar[] =>
    times.flatMap((timeMs) => (bar ? [{ ...bar, timeMs }] : []));
  const days = at(Date.UTC(2026, 1, 27, 5), Date.UTC(2026, 2, 2, 5));
  expect(finishedBars(days, { bars: 'Day' }, nowMs)).toEqual(days.slice(0, 1));
  const minutes = at(nowMs - 12 * MINUTE_MS, nowMs - 7 * MINUTE_MS, nowMs - 2 * MINUTE_MS);
  expect(finishedBars(minutes, { bars: 'FiveMinutes' }, nowMs)).toEqual(minutes.slice(0, 2));
});

it('spans enough days for its bars', () => {
  const nowMs = Date.UTC(2026, 2, 2, 16);
  expect((nowMs - rangeFromMs({ period: 14, bars: 'Day' }, nowMs)) / DAY_MS).toBeGreaterThan(141 * 1.4);
  expect((nowMs - rangeFromMs({ period: 14, bars: 'OneMinute' }, nowMs)) / DAY_MS).toBeLessThan(20);
});
