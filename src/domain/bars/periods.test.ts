import { describe, expect, it } from 'vitest';
import { newYorkMs } from '../calendar/us-equity.ts';
import { monthsBefore, partialYearSince, yearStartMs } from './periods.ts';

const day = (date: string): number => newYorkMs(date, 0);

describe('the 52 weeks of a session', () => {
  it.each([
    ['2026-03-02', '2025-03-02', '2025-03-03'],
    // The year before has no 29 February.
    ['2024-02-29', '2023-02-28', '2023-03-01'],
    ['2025-02-28', '2024-02-28', '2024-02-29'],
    // Summer and winter time.
    ['2026-07-01', '2025-07-01', '2025-07-02'],
  ])('of %s begin after %s, with %s', (date, before, first) => {
    expect(day(before)).toBeLessThanOrEqual(yearStartMs(day(date)));
    expect(day(first)).toBeGreaterThan(yearStartMs(day(date)));
  });

  it('are whole when the first bar lies within eight days of their start', () => {
    expect(partialYearSince(day('2025-03-03'), day('2026-03-02'))).toBeUndefined();
    expect(partialYearSince(day('2025-03-10'), day('2026-03-02'))).toBeUndefined();
    expect(partialYearSince(day('2025-03-12'), day('2026-03-02'))).toBe(day('2025-03-12'));
    expect(partialYearSince(undefined, day('2026-03-02'))).toBe(day('2026-03-02'));
  });
});

describe('monthsBefore', () => {
  it('ends on the last day of a shorter month', () => {
    expect(new Date(monthsBefore(day('2026-03-31'), 1)).toISOString()).toBe('2026-02-28T23:59:59.999Z');
  });
});
