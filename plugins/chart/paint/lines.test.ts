import { describe, expect, it } from 'vitest';
import { newYorkMs } from '../../../src/domain/calendar/us-equity.ts';
import type { ExtremeIndex } from '../model/extreme-index.ts';
import { paintLine } from './lines.ts';
import type { PaintScope } from './scope.ts';

const OPEN_MINUTES = 9 * 60 + 30;

/** The points of a line over the bars of some days: how often it begins, and how often it continues. */
function traced(dates: readonly string[], barsADay: number, options: { breaks?: boolean; stepX?: number }) {
  const times = dates.flatMap((date) =>
    Array.from({ length: barsADay }, (_, bar) => newYorkMs(date, barsADay === 1 ? 0 : OPEN_MINUTES + bar)),
  );
  const count = { moveTo: 0, lineTo: 0 };
  const none = () => {};
  const context = {
    beginPath: none,
    stroke: none,
    moveTo: () => (count.moveTo += 1),
    lineTo: () => (count.lineTo += 1),
  };
  const values = Float64Array.from(times, () => 10);
  // As much of a scope as a line reads.
  const scope = {
    context,
    ratio: 1,
    from: 0,
    to: times.length,
    originX: 0,
    stepX: options.stepX ?? 4,
    scale: { y: (value: number) => value },
    bars: { timeMs: Float64Array.from(times) },
  } as unknown as PaintScope;
  const extremes: Pick<ExtremeIndex, 'query'> = { query: () => ({ least: 10, largest: 10 }) };
  paintLine(scope, values, extremes, { color: 'red', widthPx: 1, breaksBySession: options.breaks });
  return count;
}

describe('a line that starts again with each session', () => {
  // Over the change to summer time.
  const dates = ['2019-03-07', '2019-03-08', '2019-03-11'];

  it('is not joined from one session to the next', () => {
    expect(traced(dates, 20, { breaks: true })).toEqual({ moveTo: 3, lineTo: 57 });
    expect(traced(dates, 20, {})).toEqual({ moveTo: 1, lineTo: 59 });
  });

  it('is not joined either where several bars share a pixel', () => {
    expect(traced(dates, 40, { breaks: true, stepX: 0.25 }).moveTo).toBe(3);
    expect(traced(dates, 40, { stepX: 0.25 }).moveTo).toBe(1);
  });

  it('is one line through bars of whole days', () => {
    expect(traced(dates, 1, { breaks: true })).toEqual({ moveTo: 1, lineTo: 2 });
  });
});
