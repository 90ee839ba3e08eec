import { describe, expect, it } from 'vitest';
import { newYorkMs } from './new-york-time.ts';
import { hasWorkDay, isWorkDay } from './work-days.ts';

const day = (date: string) => ({ Start: newYorkMs(date, 570), End: newYorkMs(date, 960) });

describe('isWorkDay', () => {
  it('skips weekends and exchange holidays when no calendar is loaded', () => {
    expect(
      ['2026-07-02', '2026-07-03', '2026-07-04', '2026-07-06'].map((date) => isWorkDay(date, [])),
    ).toEqual([true, false, false, true]);
  });

  it('follows the calendar of the server within the span that it covers', () => {
    const calendar = ['2026-07-02', '2026-07-04', '2026-07-06'].map(day);
    expect(isWorkDay('2026-07-04', calendar)).toBe(true);
    expect(isWorkDay('2026-07-03', calendar)).toBe(false);
    expect(isWorkDay('2026-07-05', calendar)).toBe(false);
  });

  it('falls back to the exchange calendar beyond the span of the server', () => {
    const calendar = [day('2026-07-02')];
    expect(isWorkDay('2026-07-06', calendar)).toBe(true);
    expect(isWorkDay('2026-07-01', calendar)).toBe(true);
    expect(isWorkDay('2026-12-25', calendar)).toBe(false);
  });
});

describe('hasWorkDay', () => {
  it('finds a session between two days, both included, by the calendar of the server where it has one', () => {
    const spans = [
      ['2026-07-03', '2026-07-05'],
      ['2026-07-02', '2026-07-05'],
      ['2026-07-03', '2026-07-06'],
      ['2026-07-06', '2026-07-02'],
    ] as const;
    expect(spans.map(([from, to]) => hasWorkDay(from, to, []))).toEqual([false, true, true, false]);
    const calendar = ['2026-07-02', '2026-07-04', '2026-07-06'].map(day);
    expect(hasWorkDay('2026-07-03', '2026-07-05', calendar)).toBe(true);
  });
});
