import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BarColumns } from './columns.ts';
import { settleParameters } from './parameters.ts';
import { STUDIES } from './registry.ts';
import { computeStudy, createStudyRun } from './run.ts';
import { BLOCK_BARS } from './study.ts';
import type { SeriesStudy } from './study.ts';
import { candles, columnsOf, firstBars, randomWalk } from './testing/bars.ts';
import type { TestBar } from './testing/bars.ts';

const SERIES = STUDIES.filter((study): study is SeriesStudy => study.form === 'series');

/** The same doubles bit for bit (any NaN counts as any other). */
function expectBitEqual(
  actual: readonly Float64Array[],
  expected: readonly Float64Array[],
  length: number,
): void {
  expected.forEach((column, n) => {
    for (let i = 0; i < length; i += 1)
      if (!Object.is(actual[n]?.[i], column[i]))
        expect.fail(`output ${n}, bar ${i}: ${actual[n]?.[i]} and not ${column[i]}`);
  });
}

/** Feeds bars one by one; each comes first as it might look halfway, and is updated to what it became. */
function feed(
  study: SeriesStudy,
  given: Record<string, number>,
  bars: BarColumns,
  from: number,
  halfway: (i: number) => TestBar | null,
): ReturnType<typeof createStudyRun> {
  const forming = columnsOf(
    Array.from({ length: bars.length }, (_, i) => ({
      timeMs: bars.timeMs[i] ?? 0,
      open: bars.open[i] ?? 0,
      high: bars.high[i] ?? 0,
      low: bars.low[i] ?? 0,
      close: bars.close[i] ?? 0,
      volume: bars.volume[i] ?? 0,
    })),
  );
  const run = createStudyRun(study, settleParameters(study, given), firstBars(forming, from));
  for (let i = from; i < bars.length; i += 1) {
    const half = halfway(i);
    if (half !== null) {
      for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) forming[name][i] = half[name];
      run.push(firstBars(forming, i + 1));
      for (const name of ['open', 'high', 'low', 'close', 'volume'] as const)
        forming[name][i] = bars[name][i] ?? 0;
      run.update(firstBars(forming, i + 1));
    } else run.push(firstBars(forming, i + 1));
  }
  return run;
}

describe.each(SERIES.map((study) => [study.id, study] as const))('%s', (_id, study) => {
  const parameters = settleParameters(study);
  const warmUp = study.warmUpBars(parameters);

  it("gives the batch's numbers bit for bit when bars come one by one and the last one changes", () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.integer(),
          length: fc.integer({ min: 0, max: 260 }),
          start: fc.nat(260),
          gapEvery: fc.constantFrom(0, 0, 9, 40),
          period: fc.integer({ min: 1, max: 60 }),
        }),
        ({ seed, length, start, gapEvery, period }) => {
          const rows = randomWalk(length, seed, gapEvery);
          const bars = columnsOf(rows);
          const halves = randomWalk(length, seed + 1, gapEvery);
          const given = { period, k: (period % 5) + 1, fast: period, conversion: period };
          const run = feed(study, given, bars, Math.min(start, length), (i) =>
            i % 3 === 0 ? null : (halves[i] ?? null),
          );
          expect(run.length).toBe(length);
          expectBitEqual(run.outputs, computeStudy(study, settleParameters(study, given), bars), length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('stays bit-equal where running sums are rebuilt', () => {
    const rows = randomWalk(BLOCK_BARS + 60, 7);
    const bars = columnsOf(rows);
    const run = feed(
      study,
      {},
      bars,
      BLOCK_BARS - 40,
      (i) => ({ ...(rows[i - 1] ?? rows[0]), timeMs: 0 }) as TestBar,
    ); // the walk is not empty
    expectBitEqual(run.outputs, computeStudy(study, parameters, bars), bars.length);
  });

  it('has no value before its warm-up and every line from then on', () => {
    const bars = columnsOf(randomWalk(warmUp + 300, 11));
    const outputs = computeStudy(study, parameters, bars);
    const lines = study.outputs.flatMap(({ form }, n) =>
      form === 'markAbove' || form === 'markBelow' ? [] : [outputs[n] ?? new Float64Array(0)],
    );
    if (warmUp > 0 && lines.length > 0)
      expect(lines.some((line) => Number.isNaN(line[warmUp - 1]))).toBe(true);
    for (const line of lines)
      expect(line.subarray(warmUp).findIndex((value) => !Number.isFinite(value))).toBe(-1);
  });

  it('takes zero bars, one bar, and nothing but bars without prices', () => {
    expect(computeStudy(study, parameters, columnsOf([])).map((output) => output.length)).toEqual(
      study.outputs.map(() => 0),
    );
    for (const output of computeStudy(study, parameters, candles([10, 12, 9, 11, 500])))
      expect(output.length).toBe(1);
    const gaps = columnsOf(randomWalk(300, 3, 1));
    for (const output of computeStudy(study, parameters, gaps)) expect(output.every(Number.isNaN)).toBe(true);
  });

  it('comes back after a bar without a price', () => {
    const rows = randomWalk(600, 5);
    const bars = columnsOf(
      rows.map((row, i) =>
        i === 230
          ? {
              ...row,
              open: Number.NaN,
              high: Number.NaN,
              low: Number.NaN,
              close: Number.NaN,
              volume: Number.NaN,
            }
          : row,
      ),
    );
    const outputs = computeStudy(study, parameters, bars);
    study.outputs.forEach(({ form }, n) => {
      if (form === 'markAbove' || form === 'markBelow') return;
      expect(Number.isNaN(outputs[n]?.[230]), `output ${n} at the gap`).toBe(true);
      expect(
        outputs[n]?.subarray(230 + 2 + 200).findIndex((value) => !Number.isFinite(value)),
        `output ${n}`,
      ).toBe(-1);
    });
  });

  it('takes prices of 0.0001 and 700,000 that never move, without volume', () => {
    for (const price of [0.0001, 700_000]) {
      const bars = candles(...Array.from({ length: 300 }, () => [price, price, price, price, 0] as const));
      for (const output of computeStudy(study, parameters, bars))
        expect(output.some((value) => Math.abs(value) === Infinity)).toBe(false);
    }
  });

  it('gives no infinite value at the ends of its bounds', () => {
    const bars = columnsOf(randomWalk(450, 23));
    for (const end of ['min', 'max'] as const) {
      const given = settleParameters(
        study,
        Object.fromEntries(
          Object.entries(study.parameters).map(([name, parameter]) => [name, parameter[end]]),
        ),
      );
      for (const output of computeStudy(study, given, bars))
        expect(output.some((value) => Math.abs(value) === Infinity)).toBe(false);
    }
  });
});

describe('a run', () => {
  const sma = SERIES.find(({ id }) => id === 'sma10');

  it('starts again when bars were put in front', () => {
    if (sma === undefined) throw new Error('no sma10');
    const all = columnsOf(randomWalk(400, 2));
    const later = columnsOf(randomWalk(400, 2).slice(100));
    const run = createStudyRun(sma, settleParameters(sma), later);
    run.reset(all);
    expectBitEqual(run.outputs, computeStudy(sma, run.parameters, all), 400);
  });

  it('starts again by itself when there are fewer bars than before', () => {
    if (sma === undefined) throw new Error('no sma10');
    const run = createStudyRun(sma, settleParameters(sma), columnsOf(randomWalk(400, 2)));
    const other = columnsOf(randomWalk(90, 9));
    run.update(other);
    expect(run.length).toBe(90);
    expectBitEqual(run.outputs, computeStudy(sma, run.parameters, other), 90);
  });

  it('takes several new bars at once', () => {
    if (sma === undefined) throw new Error('no sma10');
    const all = columnsOf(randomWalk(5_000, 4));
    const run = createStudyRun(sma, settleParameters(sma), firstBars(all, 30));
    run.push(firstBars(all, 31));
    run.push(all);
    expectBitEqual(run.outputs, computeStudy(sma, run.parameters, all), 5_000);
  });
});
