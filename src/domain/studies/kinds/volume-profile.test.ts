import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settleParameters } from '../parameters.ts';
import { candles, columnsOf, randomWalk } from '../testing/bars.ts';
import { volumeProfile } from './volume-profile.ts';

describe('volume profile', () => {
  it('distributes a bar over the rows that it overlaps, up and down separately', () => {
    // Rows of 1 from 10 to 14. The first bar covers all; the second 11.5..13.5, one share of 20 a half row.
    const bars = candles([10, 14, 10, 14, 40], [13.5, 13.5, 11.5, 11.5, 20]);
    const profile = volumeProfile.profile(bars, 0, 2, { rows: 4, valuePercent: 70 });
    expect([...(profile?.upVolumes ?? [])]).toEqual([10, 10, 10, 10]);
    expect([...(profile?.downVolumes ?? [])]).toEqual([0, 5, 10, 5]);
    expect(profile).toMatchObject({
      low: 10,
      high: 14,
      rowHeight: 1,
      totalVolume: 60,
      busiestRow: 2,
      valueFromRow: 1,
      valueToRow: 3,
    });
  });
  it('counts the visible bars only', () => {
    const bars = candles([1, 2, 1, 2, 1_000], [10, 12, 10, 12, 7], [90, 99, 90, 91, 1_000]);
    expect(volumeProfile.profile(bars, 1, 2, { rows: 4, valuePercent: 70 })).toMatchObject({
      low: 10,
      high: 12,
      totalVolume: 7,
    });
  });
  it('has all volume in the lowest row when every price is the same', () => {
    const profile = volumeProfile.profile(candles([5, 5, 5, 5, 10], [5, 5, 5, 5, 20]), 0, 2, {
      rows: 4,
      valuePercent: 70,
    });
    expect(profile).toMatchObject({
      low: 5,
      high: 5,
      rowHeight: 0,
      totalVolume: 30,
      busiestRow: 0,
      valueFromRow: 0,
      valueToRow: 0,
    });
  });
  it('returns null without bars, volume or prices', () => {
    const parameters = { rows: 4, valuePercent: 70 };
    expect(volumeProfile.profile(candles(), 0, 0, parameters)).toBeNull();
    expect(volumeProfile.profile(candles([5, 6, 4, 5, 0]), 0, 1, parameters)).toBeNull();
    expect(volumeProfile.profile(columnsOf(randomWalk(20, 1, 1)), 0, 20, parameters)).toBeNull();
  });
  it('adds the larger adjacent row until the value area is full', () => {
    const bars = candles(
      [0.5, 0.5, 0.5, 0.5, 10],
      [1.5, 1.5, 1.5, 1.5, 50],
      [2.5, 2.5, 2.5, 2.5, 30],
      [3.5, 3.5, 3.5, 3.5, 5],
      [0, 0, 0, 0, 1],
      [4, 4, 4, 4, 1],
    );
    const at = (valuePercent: number): unknown =>
      volumeProfile.profile(bars, 0, 6, { rows: 4, valuePercent });
    expect(at(50)).toMatchObject({ busiestRow: 1, valueFromRow: 1, valueToRow: 1 });
    expect(at(70)).toMatchObject({ valueFromRow: 1, valueToRow: 2 });
    expect(at(90)).toMatchObject({ valueFromRow: 0, valueToRow: 2 });
    expect(at(100)).toMatchObject({ valueFromRow: 0, valueToRow: 3 });
  });
  it('counts every share, agrees with a plain overlap of rows and bars, and is never negative', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 4, max: 200 }),
        (seed, length, rows) => {
          const bars = columnsOf(randomWalk(length, seed, 20));
          const profile = volumeProfile.profile(bars, 0, length, settleParameters(volumeProfile, { rows })); // settled: every name is there
          const sizes = [...bars.volume].filter((size) => size > 0);
          if (sizes.length === 0) {
            expect(profile).toBeNull();
            return;
          }
          if (profile === null) throw new Error('there is volume and no profile');
          expect(profile.totalVolume).toBeCloseTo(
            sizes.reduce((sum, size) => sum + size, 0),
            4,
          );
          const plain = new Float64Array(rows);
          for (let row = 0; row < rows; row += 1) {
            const [from, to] = [
              profile.low + row * profile.rowHeight,
              profile.low + (row + 1) * profile.rowHeight,
            ];
            for (let i = 0; i < length; i += 1) {
              const [low, high, size] = [bars.low[i] ?? 0, bars.high[i] ?? 0, bars.volume[i] ?? 0];
              if (size > 0 && high > low)
                plain[row] =
                  (plain[row] ?? 0) +
                  (size * Math.max(0, Math.min(high, to) - Math.max(low, from))) / (high - low);
            }
            if ([...bars.high].every((high, i) => high !== bars.low[i]))
              expect((profile.upVolumes[row] ?? 0) + (profile.downVolumes[row] ?? 0)).toBeCloseTo(
                plain[row] ?? 0,
                4,
              );
            expect(profile.upVolumes[row]).toBeGreaterThanOrEqual(0);
            expect(profile.downVolumes[row]).toBeGreaterThanOrEqual(0);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
