import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bar } from '../bars/bar.ts';
import { newYorkMs } from '../calendar/us-equity.ts';
import { adjustBar, productOf, ratioBetween, splitsInBars } from './price-scale.ts';
import type { StockSplit } from './types.ts';

const dayMs = (date: string): number => newYorkMs(date, 0);

const day = (date: string, priceE4: number, volume = 1_000): Bar => ({
  timeMs: dayMs(date),
  openE4: priceE4,
  highE4: priceE4,
  lowE4: priceE4,
  closeE4: priceE4,
  volume,
});

const split = (exDate: string, numerator: number, denominator: number): StockSplit => ({
  kind: 'Split',
  symbol: 'AAPL',
  exDate,
  numerator,
  denominator,
  cashInLieuE4: 0,
});

const SEVEN = split('2014-06-09', 7, 1);

describe('adjustBar', () => {
  it('divides the recorded closes before the 7-for-1 split of AAPL, each to the nearest 1/10,000 dollar', () => {
    // Closes of 2014-06-05 and 06-06: 647.35 and 645.57.
    const closes = [6_473_500, 6_455_700].map(
      (priceE4) => adjustBar(day('2014-06-06', priceE4), SEVEN).closeE4,
    );
    expect(closes).toEqual([924_786, 922_243]);
  });

  it('multiplies the volume, and divides the price by 0.1 at a reverse split of 1 for 10', () => {
    expect(adjustBar(day('2020-01-02', 12_345, 999), { numerator: 1, denominator: 10 })).toEqual(
      day('2020-01-02', 123_450, 100),
    );
  });

  it('never makes a price 0', () => {
    expect(adjustBar(day('2020-01-02', 1), { numerator: 100, denominator: 1 }).lowE4).toBe(1);
  });

  it('is off from the exact quotient by half of 1/10,000 dollar at most, whatever the size', () => {
    const part = fc.integer({ min: 1, max: 1_000 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000_000 }),
        part,
        part,
        (priceE4, numerator, denominator) => {
          fc.pre(numerator !== denominator);
          const made = adjustBar(day('2020-01-02', priceE4), { numerator, denominator }).closeE4;
          const missBy = BigInt(made) * BigInt(numerator) - BigInt(priceE4) * BigInt(denominator);
          const miss = missBy < 0n ? -missBy : missBy;
          expect(2n * miss <= BigInt(numerator) || made === 1).toBe(true);
        },
      ),
    );
  });
});

describe('splitsInBars', () => {
  it('distinguishes bars as they traded from adjusted ones, and from those on one side only', () => {
    const raw = [day('2014-06-06', 6_455_700), day('2014-06-09', 937_000)];
    const adjusted = [day('2014-06-06', 922_243), day('2014-06-09', 937_000)];
    const shownAs = (bars: readonly Bar[]) => splitsInBars([SEVEN], bars)[0]?.shownAs;
    expect([raw, adjusted, raw.slice(0, 1), raw.slice(1)].map(shownAs)).toEqual([
      'Step',
      'Adjusted',
      'Unknown',
      'Unknown',
    ]);
  });
});

describe('ratioBetween', () => {
  const raw = [
    day('2014-06-06', 6_455_700),
    day('2014-06-09', 937_000),
    day('2020-08-28', 4_992_300),
    day('2020-08-31', 1_290_400),
  ];
  const splits = splitsInBars([SEVEN, split('2020-08-31', 4, 1)], raw);
  const between = (date: string, present: string, scale: 'adjusted' | 'raw') => {
    const { numerator, denominator } = ratioBetween(splits, dayMs(date), dayMs(present), scale);
    return [numerator, denominator];
  };

  it('multiplies the splits that have happened since the bar, and leaves out later ones', () => {
    expect(between('2014-06-06', '2021-01-04', 'adjusted')).toEqual([28, 1]);
    expect(between('2014-06-06', '2014-06-09', 'adjusted')).toEqual([7, 1]);
    expect(between('2014-06-09', '2014-06-10', 'adjusted')).toEqual([1, 1]);
    expect(between('2014-06-06', '2021-01-04', 'raw')).toEqual([1, 1]);
  });

  it('multiplies back what the source has adjusted', () => {
    const adjusted = splitsInBars([SEVEN], [day('2014-06-06', 922_243), day('2014-06-09', 937_000)]);
    const present = dayMs('2014-06-10');
    expect(ratioBetween(adjusted, dayMs('2014-06-06'), present, 'raw')).toEqual({
      numerator: 1,
      denominator: 7,
    });
    expect(ratioBetween(adjusted, dayMs('2014-06-06'), present, 'adjusted')).toEqual({
      numerator: 1,
      denominator: 1,
    });
  });
});

it('keeps ratios in lowest terms', () => {
  expect(productOf({ numerator: 3, denominator: 2 }, { numerator: 2, denominator: 1 })).toEqual({
    numerator: 3,
    denominator: 1,
  });
});
