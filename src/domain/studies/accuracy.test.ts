import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BarColumns } from './columns.ts';
import { settleParameters } from './parameters.ts';
import { studyById } from './registry.ts';
import { computeStudy, createStudyRun } from './run.ts';
import type { SeriesStudy } from './study.ts';
import { closes, columnsOf, firstBars } from './testing/bars.ts';
import {
  exactDeviation,
  exactEma,
  exactly,
  exactMean,
  exactRegression,
  exactVwap,
  exactWeighted,
  exactWilder,
  exactWilderSums,
  inDollars,
  percentOf,
} from './testing/exact.ts';
import { list, plainStochastic } from './testing/plain.ts';

/**
 * Prices that fall to a billionth, or stand a billion times higher for one bar: what a running sum keeps of them must not show. The largest
 * error is a billionth of the value, or of the mean of its window where the value passes through zero.
 */
const TOLERANCE = 1e-9;

function seriesStudy(id: string): SeriesStudy {
  const study = studyById(id);
  if (study?.form !== 'series') throw new Error(`no study ${id}`);
  return study;
}

const outputsOf = (
  id: string,
  bars: BarColumns,
  given: Readonly<Record<string, number>>,
): readonly Float64Array[] => computeStudy(seriesStudy(id), settleParameters(seriesStudy(id), given), bars);

/** The largest error of a column, as a part of the larger of the value and its scale. */
function largestError(
  actual: Float64Array | undefined,
  expected: readonly number[],
  scale: readonly number[] | number = 0,
): number {
  let largest = 0;
  expected.forEach((value, index) => {
    const found = actual?.[index] ?? Number.NaN;
    if (Number.isNaN(value) && Number.isNaN(found)) return;
    const size = Math.max(Math.abs(value), typeof scale === 'number' ? scale : (scale[index] ?? 0));
    const error = size === 0 ? Math.abs(found) : Math.abs(found - value) / size;
    largest = Math.max(largest, Number.isNaN(error) ? Number.POSITIVE_INFINITY : error);
  });
  return largest;
}

const windowed = (
  values: readonly number[],
  period: number,
  work: (window: readonly number[]) => number,
): number[] =>
  values.map((_, last) => (last < period - 1 ? Number.NaN : work(values.slice(last - period + 1, last + 1))));

const dollarsOf = (values: readonly (bigint | undefined)[]): number[] =>
  values.map((value) => (value === undefined ? Number.NaN : inDollars(value)));

const positive = (value: bigint): bigint => (value > 0n ? value : 0n);

/** True ranges, rises of the high and falls of the low, in exact units; the first bar has none. */
function movesOf(bars: BarColumns): { ranges: bigint[]; rises: bigint[]; falls: bigint[] } {
  const exact = (column: Float64Array): bigint[] => list(column, bars).map(exactly);
  const [high, low, close] = [exact(bars.high), exact(bars.low), exact(bars.close)];
  const before = (values: readonly bigint[], index: number): bigint => values[index - 1] ?? 0n;
  const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
  const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
  const rises = high.map((top, index) => positive(top - before(high, index)));
  const falls = low.map((bottom, index) => positive(before(low, index) - bottom));
  return {
    ranges: high.map(
      (top, index) => max(top, before(close, index)) - min(low[index] ?? 0n, before(close, index)),
    ),
    rises: rises.map((rise, index) => (rise > (falls[index] ?? 0n) ? rise : 0n)),
    falls: falls.map((fall, index) => (fall > (rises[index] ?? 0n) ? fall : 0n)),
  };
}

/** Stretches of prices around one level each: flat, wandering, falling by a factor, or one bar far away. */
const stretch = fc.record({
  level: fc.constantFrom(2e8, 1e6, 700, 7, 0.5, 0.0001),
  form: fc.constantFrom('flat', 'walk', 'fall', 'spike'),
  bars: fc.integer({ min: 1, max: 90 }),
});
const hostilePrices = fc
  .tuple(
    fc.array(stretch, { minLength: 1, maxLength: 8 }),
    fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
  )
  .map(([stretches, stream]) => {
    const random = (): number => stream.next().value ?? 0;
    return stretches.flatMap(({ level, form, bars }) =>
      form === 'spike'
        ? [level * 1e9]
        : Array.from({ length: bars }, (_, bar) => {
            if (form === 'flat') return level;
            if (form === 'fall') return Math.max(0.0001, level * Math.exp(-bar / 4));
            return Math.max(0.0001, Math.round(level * (0.98 + 0.04 * random()) * 1e4) / 1e4);
          }),
    );
  });

const barsOf = (prices: readonly number[], sizes: readonly number[]): BarColumns =>
  columnsOf(
    prices.map((close, index) => {
      const open = prices[index - 1] ?? close;
      return {
        timeMs: index * 60_000,
        open,
        high: Math.max(open, close),
        low: Math.min(open, close),
        close,
        volume: sizes[index % sizes.length] ?? 1,
      };
    }),
  );

describe('on prices that collapse and spike', () => {
  const given = fc.record({ prices: hostilePrices, period: fc.integer({ min: 1, max: 60 }) });

  it('SMA, WMA and MLR are exact to 1e-9', () => {
    fc.assert(
      fc.property(given, ({ prices, period }) => {
        const bars = closes(...prices);
        const means = windowed(prices, period, exactMean);
        for (const [id, work] of [
          ['sma10', exactMean],
          ['wma', exactWeighted],
          ['mlr10', exactRegression],
        ] as const)
          expect(
            largestError(outputsOf(id, bars, { period })[0], windowed(prices, period, work), means),
            id,
          ).toBeLessThan(TOLERANCE);
      }),
      { numRuns: 150 },
    );
  });

  it('Bollinger bands are exact to 1e-9, and have no width where the window is flat', () => {
    fc.assert(
      fc.property(given, ({ prices, period }) => {
        const [upper, middle, lower] = outputsOf('bb', closes(...prices), { period, n: 2 });
        const means = windowed(prices, period, exactMean);
        const deviations = windowed(prices, period, exactDeviation);
        const at = (values: readonly number[], index: number): number => values[index] ?? Number.NaN;
        expect(largestError(middle, means)).toBeLessThan(TOLERANCE);
        const uppers = means.map((mean, index) => mean + 2 * at(deviations, index));
        const lowers = means.map((mean, index) => mean - 2 * at(deviations, index));
        expect(largestError(upper, uppers, means)).toBeLessThan(TOLERANCE);
        expect(largestError(lower, lowers, means)).toBeLessThan(TOLERANCE);
        deviations.forEach((deviation, index) => {
          if (deviation === 0) expect((upper?.[index] ?? 0) - (lower?.[index] ?? 0)).toBe(0);
        });
      }),
      { numRuns: 150 },
    );
  });

  it('VWAP is exact to 1e-9', () => {
    fc.assert(
      fc.property(
        hostilePrices,
        fc.array(fc.constantFrom(1, 100, 12_345, 1e9, 1e12), { minLength: 1, maxLength: 9 }),
        (prices, sizes) => {
          const bars = barsOf(prices, sizes);
          const typical = prices.map(
            (close, index) => ((bars.high[index] ?? 0) + (bars.low[index] ?? 0) + close) / 3,
          );
          const expected = typical.map((_, last) =>
            exactVwap(typical.slice(0, last + 1), list(bars.volume, bars).slice(0, last + 1)),
          );
          expect(largestError(outputsOf('anchoredVwap', bars, {})[0], expected)).toBeLessThan(TOLERANCE);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('recursions are exact to 1e-9 of their value or scale', () => {
    fc.assert(
      fc.property(given, ({ prices, period }) => {
        const bars = barsOf(prices, [100]);
        const { ranges, rises, falls } = movesOf(bars);
        const check = (
          name: string,
          actual: Float64Array | undefined,
          expected: readonly number[],
          scale: readonly number[] | number = 0,
        ): void => expect(largestError(actual, expected, scale), name).toBeLessThan(TOLERANCE);

        check('ema', outputsOf('ema', bars, { period })[0], dollarsOf(exactEma(prices, period)));
        check('atr', outputsOf('atr', bars, { period })[0], dollarsOf(exactWilder(ranges, period)), 1e-12);

        const changes = prices.map((price, index) => exactly(price) - exactly(prices[index - 1] ?? price));
        const gains = exactWilder(changes.map(positive), period);
        const moves = exactWilder(
          changes.map((change) => positive(change) + positive(-change)),
          period,
        );
        const rsi = gains.map((gain, index) => percentOf(gain, moves[index]));
        check('rsi', outputsOf('rsi', bars, { period })[0], rsi, 100);

        const rangeSums = exactWilderSums(ranges, period);
        const [, plusDi, minusDi] = outputsOf('adx', bars, { period });
        for (const [name, actual, sums] of [
          ['+DI', plusDi, exactWilderSums(rises, period)],
          ['-DI', minusDi, exactWilderSums(falls, period)],
        ] as const)
          check(
            name,
            actual,
            sums.map((part, index) => percentOf(part, rangeSums[index])),
            100,
          );

        const slow = period + 7;
        const slowEma = exactEma(prices, slow);
        const line = exactEma(prices, period, slow - period).map((fast, index) => {
          const slowMean = slowEma[index];
          return fast === undefined || slowMean === undefined ? Number.NaN : inDollars(fast - slowMean);
        });
        const macd = outputsOf('macd', bars, { fast: period, slow, signal: 9 })[1];
        check('macd', macd, line, dollarsOf(slowEma));
      }),
      { numRuns: 80 },
    );
  });

  it('the stochastic is exact to 1e-9 of its scale, and 0 where every raw value is', () => {
    fc.assert(
      fc.property(given, ({ prices, period }) => {
        const bars = barsOf(prices, [100]);
        const [k, d] = outputsOf('sto', bars, { period, k: 3, d: 5 });
        const [percentK, percentD] = plainStochastic(bars, period, 3, 5);
        expect(largestError(k, percentK, 100)).toBeLessThan(TOLERANCE);
        expect(largestError(d, percentD, 100)).toBeLessThan(TOLERANCE);
        percentK.forEach((value, index) => {
          if (value === 0) expect(k?.[index]).toBe(0);
        });
      }),
      { numRuns: 80 },
    );
  });

  it.each(['sma10', 'wma', 'mlr10', 'bb', 'sto', 'anchoredVwap', 'vwap'])(
    '%s gives the same bits bar by bar as in one batch',
    (id) => {
      fc.assert(
        fc.property(given, ({ prices, period }) => {
          const bars = barsOf(prices, [100, 7]);
          const study = seriesStudy(id);
          const parameters = settleParameters(study, { period });
          const run = createStudyRun(study, parameters, firstBars(bars, Math.min(5, bars.length)));
          for (let length = 6; length <= bars.length; length += 1) run.push(firstBars(bars, length));
          computeStudy(study, parameters, bars).forEach((column, output) => {
            for (let index = 0; index < bars.length; index += 1)
              if (!Object.is(run.outputs[output]?.[index], column[index]))
                expect.fail(
                  `output ${output}, bar ${index}: ${run.outputs[output]?.[index]}, batch ${column[index]}`,
                );
          });
        }),
        { numRuns: 60 },
      );
    },
  );
});

describe('a decay from 200,000,000 to 0.50', () => {
  const prices = Array.from({ length: 2_000 }, (_, index) =>
    Math.max(0.5, Math.round(2e8 * Math.exp(-index / 75) * 1e4) / 1e4 + (index % 7) / 100),
  );

  it.each([
    ['sma200', 200, exactMean],
    ['wma', 200, exactWeighted],
    ['mlr10', 10, exactRegression],
    ['mlr100', 100, exactRegression],
  ] as const)('leaves no trace in %s', (id, period, work) => {
    const [column] = outputsOf(id, closes(...prices), { period });
    expect(
      largestError(column, windowed(prices, period, work), windowed(prices, period, exactMean)),
    ).toBeLessThan(TOLERANCE);
  });
});

it('Bollinger bands over one bar are the close', () => {
  const prices = Array.from(
    { length: 5_000 },
    (_, index) => Math.round((7 + Math.sin(index) * 3) * 100) / 100,
  );
  for (const column of outputsOf('bb', closes(...prices), { period: 1, n: 2 }))
    expect([...column.subarray(0, prices.length)]).toEqual(prices);
});
