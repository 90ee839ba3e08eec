import { describe, expect, it } from 'vitest';
import type { BarColumns } from './columns.ts';
import { settleParameters } from './parameters.ts';
import { studyById } from './registry.ts';
import { computeStudy } from './run.ts';
import { candles, closes, columnsOf } from './testing/bars.ts';

function study(id: string, bars: BarColumns, given: Readonly<Record<string, number>> = {}): number[][] {
  const kind = studyById(id);
  if (kind?.form !== 'series') throw new Error(`no series study ${id}`);
  return computeStudy(kind, settleParameters(kind, given), bars).map((output) =>
    [...output].map((value) => Number(value.toFixed(6))),
  );
}
const none = Number.NaN;

describe('worked out by hand', () => {
  it('the first RSI is made of the plain means of the first changes, the next of Wilder averages', () => {
    // Changes +2 -1 +3 -2: means of the first three 5/3 and 1/3; then (5/3*2+0)/3 = 10/9 and (1/3*2+2)/3 = 8/9.
    expect(study('rsi', closes(10, 12, 11, 14, 12), { period: 3 })[0]).toEqual([
      none,
      none,
      none,
      83.333333,
      55.555556,
    ]);
  });
  it('RSI of the often printed 14-day example starts at 70.46', () => {
    const [values = []] = study(
      'rsi',
      closes(
        44.34,
        44.09,
        44.15,
        43.61,
        44.33,
        44.83,
        45.1,
        45.42,
        45.84,
        46.08,
        45.89,
        46.03,
        45.61,
        46.28,
        46.28,
        46,
      ),
    );
    expect(values[14]).toBeCloseTo(70.46, 2);
    expect(values[15]).toBeCloseTo(66.25, 2);
  });
  it('RSI of a price that never moves is 0, that only rises 100', () => {
    expect(study('rsi', closes(5, 5, 5, 5), { period: 2 })[0]).toEqual([none, none, 0, 0]);
    expect(study('rsi', closes(5, 6, 7, 8), { period: 2 })[0]).toEqual([none, none, 100, 100]);
  });
  it('the first ATR is the mean of the true ranges after the first bar', () => {
    // True ranges: max(3, |12-10|, |9-10|) = 3, gap up 20-11 = 9, gap down 19-8 = 11, then 5.
    const bars = candles([10, 11, 9, 10], [10, 12, 9, 11], [18, 20, 17, 19], [10, 11, 8, 9], [9, 12, 7, 10]);
    expect(study('atr', bars, { period: 3 })[0]).toEqual([none, none, none, 7.666667, 6.777778]);
    expect(study('atr', bars, { period: 3, percent: 1 })[0]?.[3]).toBeCloseTo((100 * 23) / 3 / 9, 5);
  });
  it('OBV starts with the first volume and ignores a close that did not move', () => {
    expect(
      study('obv', candles([1, 1, 1, 5, 100], [1, 1, 1, 6, 200], [1, 1, 1, 6, 300], [1, 1, 1, 4, 50]))[0],
    ).toEqual([100, 300, 300, 250]);
  });
  it('ROC is percent of the price then, and 0 where that was 0', () => {
    expect(study('roc', closes(50, 0, 60, 30), { period: 2 })[0]).toEqual([none, none, 20, 0]);
  });
  it('the stochastic is 0 where the range is nothing', () => {
    expect(study('sto', closes(5, 5, 5, 5), { period: 2, k: 1, d: 2 })).toEqual([
      [none, 0, 0, 0],
      [none, none, 0, 0],
    ]);
  });
  it('the stochastic smooths twice', () => {
    // Highs 4 6 8 8, lows 2 2 4 4, closes 3 6 4 8 over 2 bars: raw 100, 33.3, 100; %K of 2: 66.7, 66.7.
    const bars = candles([3, 4, 2, 3], [3, 6, 2, 6], [6, 8, 4, 4], [4, 8, 4, 8]);
    expect(study('sto', bars, { period: 2, k: 2, d: 2 })).toEqual([
      [none, none, 66.666667, 66.666667],
      [none, none, none, 66.666667],
    ]);
  });
  it('SAR starts long at the first low, follows new highs, and jumps to the extreme when hit', () => {
    const bars = candles([9, 10, 8, 9], [9, 11, 9, 10], [10, 13, 10, 12], [12, 12, 7, 8]);
    // 8, then 8 + 0.02*(11-8) = 8.06; new high 13 at 0.04: 8.06 + 0.04*4.94 = 8.2576; low 7 is under it: the extreme, 13.
    expect(study('sar', bars)[0]).toEqual([none, 8, 8.06, 13]);
  });
  it('SAR starts short when the second bar fell more than it rose, and reverses at once if that bar is already through the stop', () => {
    // Short from 10, but 10.5 is through it: long from the extreme, 7; low 6 is under that: short from 10.5.
    expect(study('sar', candles([9, 10, 8, 9], [9, 10.5, 7, 8], [8, 8, 6, 7]))[0]).toEqual([none, 7, 10.5]);
    expect(study('sar', candles([9, 10, 8, 9], [9, 9.5, 7, 8], [8, 8, 6, 7]))[0]).toEqual([none, 10, 9.94]);
  });
  it('averages: plain, weighted, exponential, regression', () => {
    const bars = closes(1, 2, 4, 8);
    expect(study('sma10', bars, { period: 3 })[0]).toEqual([none, none, 2.333333, 4.666667]);
    expect(study('wma', bars, { period: 3 })[0]).toEqual([none, none, 2.833333, 5.666667]);
    expect(study('ema', bars, { period: 3 })[0]).toEqual([none, none, 2.333333, 5.166667]);
    expect(study('mlr10', bars, { period: 3 })[0]).toEqual([none, none, 3.833333, 7.666667]);
    expect(study('mlr10', bars, { period: 1 })[0]).toEqual([1, 2, 4, 8]);
  });
  it('Bollinger divides by the period, not by one less', () => {
    expect(study('bb', closes(2, 4, 6), { period: 2, n: 2 })).toEqual([
      [none, 5, 7],
      [none, 3, 5],
      [none, 1, 3],
    ]);
  });
  it('MACD seeds the fast average with the closes just before the slow one starts', () => {
    // Slow 3: mean(1,2,6) = 3, then 3+(10-3)/2 = 6.5. Fast 2 starts at the same bar: mean(2,6) = 4, then 4+(10-4)*2/3 = 8.
    const [histogram, line, signal] = study('macd', closes(1, 2, 6, 10), { fast: 2, slow: 3, signal: 2 });
    expect(line).toEqual([none, none, 1, 1.5]);
    expect(signal).toEqual([none, none, none, 1.25]);
    expect(histogram).toEqual([none, none, none, 0.25]);
  });
  it('MACD swaps periods that are the wrong way round', () => {
    const bars = closes(1, 2, 6, 10, 9, 4, 7);
    expect(study('macd', bars, { fast: 3, slow: 2, signal: 2 })).toEqual(
      study('macd', bars, { fast: 2, slow: 3, signal: 2 }),
    );
  });
  it('VWAP weighs by volume, restarts each day, and waits for the first volume', () => {
    const bars = columnsOf(
      [
        ['2024-03-08T15:59:00-05:00', 10, 100],
        ['2024-03-11T09:30:00-04:00', 20, 0],
        ['2024-03-11T09:31:00-04:00', 30, 100],
        ['2024-03-11T09:32:00-04:00', 60, 300],
      ].map(([time, price, volume]) => ({
        timeMs: Date.parse(String(time)),
        open: Number(price),
        high: Number(price),
        low: Number(price),
        close: Number(price),
        volume: Number(volume),
      })),
    );
    expect(study('vwap', bars)[0]).toEqual([10, none, 30, 52.5]);
    expect(study('anchoredVwap', bars, { anchorMs: Date.parse('2024-03-11T09:32:00-04:00') })[0]).toEqual([
      none,
      none,
      none,
      60,
    ]);
    expect(study('anchoredVwap', bars)[0]).toEqual([10, 10, 20, 44]);
  });
  it('VWAP restarts at New York midnight on the days the clocks change', () => {
    const at = (time: string, price: number) => ({
      timeMs: Date.parse(time),
      open: price,
      high: price,
      low: price,
      close: price,
      volume: 1,
    });
    const spring = columnsOf([
      at('2024-03-09T23:59:00-05:00', 1),
      at('2024-03-10T00:00:00-05:00', 2),
      at('2024-03-10T23:59:00-04:00', 4),
      at('2024-03-11T00:00:00-04:00', 8),
    ]);
    expect(study('vwap', spring)[0]).toEqual([1, 2, 3, 8]);
    const autumn = columnsOf([
      at('2024-11-02T23:59:00-04:00', 1),
      at('2024-11-03T00:00:00-04:00', 2),
      at('2024-11-03T23:59:00-05:00', 4),
      at('2024-11-04T00:00:00-05:00', 8),
    ]);
    expect(study('vwap', autumn)[0]).toEqual([1, 2, 3, 8]);
  });
  it('Donchian includes the bar itself, Ichimoku draws its spans ahead and the close back', () => {
    expect(study('donchian', candles([1, 3, 1, 2], [2, 5, 2, 4], [4, 4, 3, 3]), { period: 2 })).toEqual([
      [none, 5, 5],
      [none, 3, 3.5],
      [none, 1, 2],
    ]);
    const kind = studyById('ichimoku');
    if (kind?.form !== 'series') throw new Error('no ichimoku');
    expect(kind.outputs.map(({ shiftBars }) => shiftBars?.(settleParameters(kind)) ?? 0)).toEqual([
      0, 0, 25, 25, -25,
    ]);
  });
});

describe('numbers that wear out other ways of summing', () => {
  it('a flat price after a crash has bands of no width', () => {
    const [upper = [], , lower = []] = study(
      'bb',
      closes(...Array.from({ length: 60 }, (_, i) => (i < 30 ? 700_000 + 1_000 * (i % 7) : 3))),
    );
    expect(upper[59]).toBe(3);
    expect(lower[59]).toBe(3);
  });
  it('a moving average of tiny prices far from large ones is exact to 1e-9', () => {
    const prices = Array.from({ length: 4_000 }, (_, i) => (i < 2_000 ? 700_000 : 0.0001));
    expect(study('sma10', closes(...prices))[0]?.[3_999]).toBeCloseTo(0.0001, 6);
    const kind = studyById('sma10');
    if (kind?.form !== 'series') throw new Error('no sma10');
    const value = computeStudy(kind, settleParameters(kind), closes(...prices))[0]?.[3_999] ?? 0;
    expect(Math.abs(value - 0.0001)).toBeLessThan(1e-9);
  });
  it('recursions pass over a bar without a price as if it were not there', () => {
    const prices = [10, 12, 11, 14, 12, 15, 16, 11];
    const gappy = [10, 12, none, 11, 14, none, none, 12, 15, 16, none, 11];
    for (const id of ['rsi', 'ema', 'obv', 'sar']) {
      const given = { period: 3 };
      const [whole = []] = study(id, closes(...prices), given);
      const [sparse = []] = study(id, closes(...gappy), given);
      expect(
        sparse.filter((_, i) => !Number.isNaN(gappy[i])),
        id,
      ).toEqual(whole);
      expect(sparse[2], id).toBeNaN();
    }
  });
});
