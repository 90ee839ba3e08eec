import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newYorkDate, newYorkMs } from '../calendar/us-equity.ts';
import { barStartMs } from './bar-period.ts';

const at = (date: string, minutes = 600) => newYorkMs(date, minutes);

test('a week starts on Monday, a month and a quarter on their first day, at New York midnight', () => {
  expect(barStartMs(at('2024-03-15'), 'week')).toBe(at('2024-03-11', 0));
  expect(barStartMs(at('2024-03-11', 0), 'week')).toBe(at('2024-03-11', 0));
  expect(barStartMs(at('2024-03-10'), 'week')).toBe(at('2024-03-04', 0));
  expect(barStartMs(at('2024-03-15'), 'month')).toBe(at('2024-03-01', 0));
  expect(barStartMs(at('2024-12-31'), 'quarter')).toBe(at('2024-10-01', 0));
  expect(barStartMs(at('2024-01-01', 0), 'quarter')).toBe(at('2024-01-01', 0));
});

test('a long period starts at or before each moment in it, and later moments never start earlier', () => {
  const momentMs = fc.integer({ min: 0, max: 4e12 });
  fc.assert(
    fc.property(
      momentMs,
      momentMs,
      fc.constantFrom('week' as const, 'month' as const, 'quarter' as const),
      (a, b, period) => {
        const [earlier, later] = a < b ? [a, b] : [b, a];
        const startMs = barStartMs(earlier, period);
        expect(startMs).toBeLessThanOrEqual(earlier);
        expect(barStartMs(startMs, period)).toBe(startMs);
        expect(barStartMs(later, period)).toBeGreaterThanOrEqual(startMs);
        expect(newYorkMs(newYorkDate(startMs), 0)).toBe(startMs);
      },
    ),
  );
});
