import { fc, test as propertyTest } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { formatAbbreviated, formatQuotePrice, formatTime, type TimePattern } from './format.ts';

describe('prices', () => {
  test.each([
    [1, '1.00'],
    [0, '0.00'],
    [-0, '0.00'],
    [0.1234, '0.1234'],
    [12.345, '12.345'],
    [1234567.5, '1,234,567.50'],
    [-2.5, '-2.50'],
  ])('%d prints as %s', (dollars, text) => {
    expect(formatQuotePrice(dollars)).toBe(text);
  });
  propertyTest.prop([fc.integer({ min: 0, max: 10_000_000 })])(
    'aligned prices have their decimal point four places from the end',
    (priceE4) => {
      const text = formatQuotePrice(priceE4 / 10_000, { aligned: true });
      expect(text.length - text.indexOf('.')).toBe(5);
      expect(Number(text.replaceAll(',', '').trim())).toBe(priceE4 / 10_000);
    },
  );
  test.each([
    [999, '999'],
    [1_500, '1.50K'],
    [2_000_000, '2.00M'],
    [3.25e9, '3.25B'],
    [1e12, '1.00T'],
  ])('%d is abbreviated as %s', (value, text) => {
    expect(formatAbbreviated(value)).toBe(text);
  });
});

describe('times in New York', () => {
  const summer = Date.UTC(2026, 6, 4, 3, 5, 9, 42);
  test.each<[TimePattern, string]>([
    ['YYYY-MM-DD HH:mm:ss', '2026-07-03 23:05:09'],
    ['YYYY-MM-DD', '2026-07-03'],
    ['HH:mm:ss', '23:05:09'],
    ['HH:mm:ss.SSS', '23:05:09.042'],
    ['HH:mm', '23:05'],
    ['M/D/YYYY', '7/3/2026'],
    ['M/D/YYYY HH:mm', '7/3/2026 23:05'],
    ['MMM D, YYYY', 'Jul 3, 2026'],
    ['MMM D', 'Jul 3'],
  ])('%s', (pattern, text) => {
    expect(formatTime(summer, pattern)).toBe(text);
  });
  const reference = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  propertyTest.prop([fc.integer({ min: Date.UTC(2010, 0, 1), max: Date.UTC(2035, 0, 1) })])(
    "agree with the host's own time zone data",
    (timeMs) => {
      expect(formatTime(timeMs, 'HH:mm:ss')).toBe(reference.format(timeMs));
    },
  );
});
