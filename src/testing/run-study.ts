import { settleParameters } from '../domain/studies/parameters.ts';
import { computeStudy, createStudyRun } from '../domain/studies/run.ts';
import type { SeriesStudy } from '../domain/studies/study.ts';
import { columnsOf, randomWalk, type TestBar } from '../domain/studies/testing/bars.ts';

/** A bar as a test writes it: prices in dollars, volume in shares, `timeMs` the start of the bar in UTC ms. */
export type StudyBar = TestBar;

/** Minute bars of a random walk with volume, the same for the same seed. With `gapEvery` about one bar in so many has no prices (NaN). */
export function randomBars(count: number, seed: number, gapEvery = 0): readonly StudyBar[] {
  return randomWalk(count, seed, gapEvery);
}

/**
 * Computes a study on bars as a chart does. Returns the values of each output by its id, one for each bar; NaN = no value. Missing parameters have their defaults.
 * Throws when the study does not resume: its values differ when the bars arrive one at a time and the last one changes, or it changes the bars.
 *
 * @example
 * ```tsx
 * import { expect, test } from 'vitest';
 * import { columnAt, defineStudy } from '@tapedeck/plugin-api/domain';
 * import { randomBars, runStudy } from '@tapedeck/plugin-api/testing';
 *
 * const range = defineStudy({
 *   id: 'range',
 *   title: 'Range',
 *   help: 'High less low of each bar.',
 *   pane: 'own',
 *   parameters: {},
 *   outputs: [{ id: 'range', title: 'Range', form: 'histogram', tone: 'main', format: 'price' }],
 *   workColumns: 0,
 *   stateLength: 0,
 *   warmUpBars: () => 0,
 *   compute({ high, low }, from, to, _parameters, columns) {
 *     const out = columnAt(columns, 0);
 *     for (let i = from; i < to; i += 1) out[i] = (high[i] ?? NaN) - (low[i] ?? NaN);
 *   },
 * });
 *
 * test('is the height of a bar', () => {
 *   const bars = randomBars(300, 1);
 *   expect(runStudy(range, bars)['range']).toEqual(bars.map(({ high, low }) => high - low));
 * });
 * ```
 */
export function runStudy(
  study: SeriesStudy,
  bars: readonly StudyBar[],
  parameters: Readonly<Record<string, number>> = {},
): Readonly<Record<string, readonly number[]>> {
  const settled = settleParameters(study, parameters);
  const columns = columnsOf(bars);
  const outputs = computeStudy(study, settled, columns);
  const before = columnsOf(bars);
  for (const name of ['timeMs', 'open', 'high', 'low', 'close', 'volume'] as const)
    if (firstDifference(columns[name], before[name], bars.length) !== null)
      throw new Error(`The study "${study.id}" changes ${name} of the bars, which other studies read.`);
  const resumed = resume(study, settled, bars);
  study.outputs.forEach(({ id }, n) => {
    const index = firstDifference(outputs[n], resumed[n], bars.length);
    if (index !== null)
      throw new Error(
        `The study "${study.id}" does not resume: output "${id}" of bar ${index} is ${outputs[n]?.[index]} for all bars at once, and ${resumed[n]?.[index]} bar by bar. Keep what later bars need in state, or read it from the bars.`,
      );
  });
  return Object.fromEntries(study.outputs.map(({ id }, n) => [id, [...(outputs[n] ?? [])]]));
}

/** The outputs when the bars arrive one at a time, each at first as its opening price alone. */
function resume(
  study: SeriesStudy,
  settled: ReturnType<typeof settleParameters>,
  bars: readonly StudyBar[],
): readonly Float64Array[] {
  const columns = columnsOf(bars);
  const run = createStudyRun(study, settled);
  bars.forEach(({ open, high, low, close, volume }, i) => {
    const upTo = { ...columns, length: i + 1 };
    columns.high[i] = open;
    columns.low[i] = open;
    columns.close[i] = open;
    columns.volume[i] = volume / 2;
    run.push(upTo);
    columns.high[i] = high;
    columns.low[i] = low;
    columns.close[i] = close;
    columns.volume[i] = volume;
    run.update(upTo);
  });
  return run.outputs;
}

/** The index of the first number that differs; null when none does. */
function firstDifference(
  some: Float64Array | undefined,
  others: Float64Array | undefined,
  length: number,
): number | null {
  for (let i = 0; i < length; i += 1) if (!Object.is(some?.[i], others?.[i])) return i;
  return null;
}
