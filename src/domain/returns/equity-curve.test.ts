import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  continueEquity,
  EquityCurve,
  MAX_EQUITY_POINTS,
  packEquity,
  readEquity,
  type EquityFigures,
  type EquityPoint,
} from './equity-curve.ts';

function curveOf(values: readonly number[]): EquityCurve {
  const curve = new EquityCurve(0);
  values.forEach((value, at) => curve.mark((at + 1) * 1_000, value));
  return curve;
}

/** The figures of a list of points, worked out in the plainest way. */
function figuresOf(points: readonly EquityPoint[]): EquityFigures {
  let [peakE4, troughE4, drawdownE4] = [0, 0, 0];
  for (const { valueE4 } of points) {
    peakE4 = Math.max(peakE4, valueE4);
    troughE4 = Math.min(troughE4, valueE4);
    drawdownE4 = Math.max(drawdownE4, peakE4 - valueE4);
  }
  return { endE4: points.at(-1)?.valueE4 ?? 0, peakE4, troughE4, drawdownE4 };
}

describe('the equity curve of a run', () => {
  it('begins at 0 and has every mark while there are few', () => {
    expect(curveOf([5, -3, 8]).points()).toEqual([
      { timeMs: 0, valueE4: 0 },
      { timeMs: 1_000, valueE4: 5 },
      { timeMs: 2_000, valueE4: -3 },
      { timeMs: 3_000, valueE4: 8 },
    ]);
    expect(curveOf([]).figures).toEqual({ endE4: 0, peakE4: 0, troughE4: 0, drawdownE4: 0 });
  });

  it('keeps end, peak, trough and drawdown exactly, in a bounded number of points', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer(), (length, seed) => {
        let state = Math.abs(seed) % 2_147_483_646 || 1;
        let value = 0;
        const values = Array.from({ length }, () => {
          state = (state * 48_271) % 2_147_483_647;
          value += (state % 2_001) - 1_000;
          return value;
        });
        const curve = curveOf(values);
        const points = curve.points();
        expect(points.length).toBeLessThanOrEqual(MAX_EQUITY_POINTS);
        const all = figuresOf(values.map((valueE4, at) => ({ timeMs: at, valueE4 })));
        expect(curve.figures).toEqual(all);
        expect(figuresOf(points)).toEqual(all);
        expect(points.every(({ timeMs }, at) => at === 0 || timeMs > (points[at - 1]?.timeMs ?? 0))).toBe(
          true,
        );
      }),
      { numRuns: 60 },
    );
  });

  it('keeps a drawdown whose peak and low fall into one bucket', () => {
    const values = Array.from({ length: 100_000 }, () => 0);
    values.splice(50_000, 4, 10, 900, 100, 950);
    expect(curveOf(values).figures.drawdownE4).toBe(950);
    values.fill(2_000, 50_004);
    const curve = curveOf(values);
    expect(curve.figures.drawdownE4).toBe(800);
    expect(figuresOf(curve.points()).drawdownE4).toBe(800);
  });

  it('is the same after it was packed, and continues where it ended', () => {
    const curve = curveOf([5, -3, 8]);
    const read = readEquity(packEquity(curve, 1_234));
    expect(read).toEqual({ ...curve.figures, lastPriceE4: 1_234, points: curve.points() });
    const continued = continueEquity(read?.points ?? []);
    continued.mark(9_000, 1);
    expect(continued.figures).toEqual({ endE4: 1, peakE4: 8, troughE4: -3, drawdownE4: 8 });
  });

  it('is refused when the numbers are no curve', () => {
    expect(readEquity(new Float64Array(4))).toBeNull();
    expect(readEquity(new Float64Array(8))).toBeNull();
    expect(readEquity(Float64Array.from([0, 0, 0, 0, 0, 1, Number.NaN]))).toBeNull();
    expect(readEquity(new Float64Array(5 + 2 * (MAX_EQUITY_POINTS + 1)))).toBeNull();
  });
});
