import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalCdf } from '../../options/normal.ts';
import {
  deflatedSharpe,
  expectedMaxSharpe,
  momentsOf,
  normalQuantile,
  probabilisticSharpe,
} from './deflated-sharpe.ts';
import { monteCarlo } from './monte-carlo.ts';
import { ranked, scoreOf, type SetFigures } from './objectives.ts';
import { seeded } from './testing/seeded.ts';

describe('the normal quantile', () => {
  it.each([
    [0.5, 0],
    [0.975, 1.959_963_984_540_054],
    [0.99, 2.326_347_874_040_841],
    [1e-9, -5.997_807_015_007_687],
  ])('is that of the tables at %d', (probability, x) => {
    expect(normalQuantile(probability)).toBeCloseTo(x, 10);
  });

  it('is the inverse of the distribution function', () => {
    fc.assert(
      fc.property(fc.double({ min: -7, max: 7, noNaN: true }), (x) => {
        // Above 5 the probability has too few digits left.
        const lower = -Math.abs(x);
        expect(normalQuantile(normalCdf(lower))).toBeCloseTo(lower, 8);
      }),
    );
  });
});

describe('the deflated Sharpe ratio', () => {
  it('has the moments of a sample worked out by hand', () => {
    // Mean 2, distances −2, −1, 0, 3: second moment 14/4, third (−8 − 1 + 27)/4, fourth (16 + 1 + 81)/4.
    const moments = momentsOf([0, 1, 2, 5]);
    expect(moments?.count).toBe(4);
    expect(moments?.sharpe).toBeCloseTo(2 / Math.sqrt(14 / 3), 12);
    expect(moments?.skewness).toBeCloseTo(4.5 / 3.5 ** 1.5, 12);
    expect(moments?.kurtosis).toBeCloseTo(24.5 / 3.5 ** 2, 12);
    expect([momentsOf([1]), momentsOf([0.5, 0.5, 0.5])]).toEqual([null, null]);
  });

  it('is that of the example of Bailey and López de Prado (2014)', () => {
    // 1,250 days with an annual ratio of 2.5 (250 days a year), skewness −3, kurtosis 10; 100 trials with an annual variance of 1/2.
    const best = { count: 1_250, sharpe: 2.5 / Math.sqrt(250), skewness: -3, kurtosis: 10 };
    const deviation = Math.sqrt(0.5 / 250);
    expect(expectedMaxSharpe(deviation, 100)).toBeCloseTo(0.1132, 4);
    expect(probabilisticSharpe(best, expectedMaxSharpe(deviation, 100))).toBeCloseTo(0.9004, 4);
    expect(probabilisticSharpe(best, expectedMaxSharpe(deviation, 46))).toBeCloseTo(0.9505, 4);
  });

  it('of one trial is measured against 0, and of equal trials, too', () => {
    const trial = { count: 101, sharpe: 0.1, skewness: 0, kurtosis: 3 };
    const expected = normalCdf(1 / Math.sqrt(1.005));
    expect(deflatedSharpe(trial, [trial])).toEqual({ trialCount: 1, expectedMax: 0, probability: expected });
    expect(deflatedSharpe(trial, [trial, trial]).expectedMax).toBe(0);
  });

  it('falls with every trial of the same spread, and is null for moments without an estimate', () => {
    const trial = (sharpe: number) => ({ count: 500, sharpe, skewness: 0, kurtosis: 3 });
    const after = (count: number): number =>
      deflatedSharpe(
        trial(0.15),
        Array.from({ length: count }, (_, at) => trial(at % 2 ? 0.1 : -0.1)),
      ).probability ?? Number.NaN;
    expect(after(10)).toBeGreaterThan(after(100));
    expect(after(100)).toBeGreaterThan(after(1_000));
    expect(probabilisticSharpe({ count: 30, sharpe: 1, skewness: 5, kurtosis: 3 }, 0)).toBeNull();
  });
});

describe('a Monte Carlo simulation', () => {
  it('of equal results has no spread', () => {
    const drawn = monteCarlo([-10, -10, -10], { runs: 50, blockLength: 1, random: seeded(1) });
    const [net, drawdown] = [-30, 30].map((value) => ({ p5E4: value, p50E4: value, p95E4: value }));
    expect(drawn).toEqual({ runs: 50, net, drawdown, lossShare: 1 });
    expect(monteCarlo([], { runs: 50, blockLength: 1, random: seeded(1) })).toBeNull();
  });

  it('of two results has the net profits and their shares of a binomial', () => {
    // Two draws of 10 or −30: 20 and −20 and −60 with 1/4, 1/2 and 1/4. Drawdowns 0 (20), 30 (10 and −30 both ways), 60.
    const drawn = monteCarlo([10, -30], { runs: 4_000, blockLength: 1, random: seeded(2) });
    expect(drawn?.net).toEqual({ p5E4: -60, p50E4: -20, p95E4: 20 });
    expect(drawn?.drawdown).toEqual({ p5E4: 0, p50E4: 30, p95E4: 60 });
    // Standard error √(3/16 ÷ 4,000) = 0.007.
    expect(Math.abs((drawn?.lossShare ?? 0) - 0.75)).toBeLessThan(0.03);
  });

  it('with a block as long as the results rotates them: the net profit is always theirs', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -999, max: 999 }), { minLength: 1, maxLength: 30 }),
        (results) => {
          const sum = results.reduce((total, value) => total + value, 0);
          const drawn = monteCarlo(results, { runs: 20, blockLength: results.length, random: seeded(3) });
          expect(drawn?.net).toEqual({ p5E4: sum, p50E4: sum, p95E4: sum });
        },
      ),
    );
  });

  it('is the same again with the same seed', () => {
    const results = Array.from({ length: 40 }, (_, at) => (at * 37) % 23);
    const run = (seed: number) => monteCarlo(results, { runs: 200, blockLength: 5, random: seeded(seed) });
    expect(run(7)).toEqual(run(7));
    expect(run(8)).not.toEqual(run(7));
  });
});

describe('the score of a run', () => {
  const figures: SetFigures = {
    netE4: 120_000,
    drawdownE4: 40_000,
    baseE4: 0,
    tradeCount: 5,
    winRate: 0.4,
    profitFactor: 1.5,
    expectancyE4: 24_000,
    cagr: null,
    volatility: null,
    sharpe: -0.5,
    sortino: null,
    calmar: null,
    moments: null,
  };

  it('is the objective, in dollars where it is money, and null below the trades that are required', () => {
    expect(scoreOf('net', 5, figures)).toBe(12);
    expect(scoreOf('net', 6, figures)).toBeNull();
    expect(scoreOf('return-drawdown', 0, figures)).toBe(3);
    expect(scoreOf('return-drawdown', 0, { ...figures, drawdownE4: 0 })).toBeNull();
    expect(scoreOf('expectancy', 0, figures)).toBe(2.4);
    expect([scoreOf('sharpe', 0, figures), scoreOf('calmar', 0, figures)]).toEqual([-0.5, null]);
  });

  it('ranks the best first, runs without a score last, equal ones in their sequence', () => {
    const items = [
      { id: 1, score: null },
      { id: 2, score: -1 },
      { id: 3, score: 4 },
      { id: 4, score: -1 },
    ];
    expect(ranked(items).map(({ id }) => id)).toEqual([3, 2, 4, 1]);
  });
});
