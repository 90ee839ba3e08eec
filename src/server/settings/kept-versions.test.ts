import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/calendar/durations.ts';
import { MAX_AGE_MS, MAX_STORED_CHARS, MAX_VERSIONS, surplusVersions } from './kept-versions.ts';

const NOW_MS = Date.UTC(2026, 2, 2, 15, 30);
const at = (agoMs: number, storedChars = 100) => ({ startedMs: NOW_MS - agoMs, storedChars });
const keptAgo = (versions: readonly { readonly startedMs: number; readonly storedChars: number }[]) => {
  const surplus = new Set(surplusVersions(versions, NOW_MS));
  return versions
    .filter(({ startedMs }) => !surplus.has(startedMs))
    .map(({ startedMs }) => NOW_MS - startedMs);
};

describe('the versions that are kept', () => {
  it('are all of the last two hours, one an hour for two days, and one a day before that', () => {
    const everyTenMinutes = Array.from({ length: 6 * 24 * 40 }, (_, n) => at(n * 10 * MINUTE_MS));
    const kept = keptAgo(everyTenMinutes);
    const within = (fromMs: number, untilMs: number) =>
      kept.filter((agoMs) => agoMs > fromMs && agoMs <= untilMs).length;
    expect(within(-1, 2 * HOUR_MS)).toBe(13);
    expect(within(2 * HOUR_MS, 48 * HOUR_MS)).toBeGreaterThanOrEqual(46);
    expect(within(48 * HOUR_MS, MAX_AGE_MS)).toBeGreaterThanOrEqual(27);
    expect(Math.max(...kept)).toBeLessThanOrEqual(MAX_AGE_MS);
    expect(kept.length).toBeLessThanOrEqual(MAX_VERSIONS);
  });

  it('of earlier days stay, however many changes a day brings', () => {
    const days = Array.from({ length: 29 }, (_, day) => at((day + 1) * DAY_MS));
    const hours = Array.from({ length: 45 }, (_, hour) => at((hour + 3) * HOUR_MS));
    const flood = Array.from({ length: 500 }, (_, n) => at(n * 10_000));
    const kept = new Set(keptAgo([...days, ...hours, ...flood]));
    expect(days.filter(({ startedMs }) => !kept.has(NOW_MS - startedMs)).length).toBeLessThanOrEqual(2);
    expect(flood.filter(({ startedMs }) => kept.has(NOW_MS - startedMs))).toHaveLength(24);
    expect(kept.size).toBeLessThanOrEqual(MAX_VERSIONS);
  });

  it('include the newest one, however old it is and however large', () => {
    expect(keptAgo([at(90 * DAY_MS, 2 * MAX_STORED_CHARS)])).toEqual([90 * DAY_MS]);
  });

  it('are the newer ones when they take too much room together', () => {
    const third = MAX_STORED_CHARS / 3;
    expect(keptAgo([at(1), at(2, third), at(3, third), at(4, third)])).toEqual([1, 2, 3]);
  });

  it('stay when they are thinned out again later, but for those that have become too dense or too old', () => {
    const ages = fc.uniqueArray(fc.integer({ min: 0, max: 40 * DAY_MS }), { maxLength: 150 });
    fc.assert(
      fc.property(ages, fc.integer({ min: 0, max: 5 * DAY_MS }), (list, laterMs) => {
        const versions = list.map((agoMs) => at(agoMs));
        const now = new Set(surplusVersions(versions, NOW_MS));
        const rest = versions.filter(({ startedMs }) => !now.has(startedMs));
        expect(surplusVersions(rest, NOW_MS)).toEqual([]);
        const later = new Set(surplusVersions(rest, NOW_MS + laterMs));
        const newest = Math.max(...rest.map(({ startedMs }) => startedMs));
        expect(later.has(newest)).toBe(false);
        // A day that had a version and is not too old still has one.
        const daysOf = (each: readonly { readonly startedMs: number }[]) =>
          new Set(
            each
              .filter(({ startedMs }) => NOW_MS + laterMs - startedMs <= MAX_AGE_MS)
              .map(({ startedMs }) => Math.floor(startedMs / DAY_MS)),
          );
        expect(daysOf(rest.filter(({ startedMs }) => !later.has(startedMs)))).toEqual(daysOf(rest));
      }),
    );
  });
});
