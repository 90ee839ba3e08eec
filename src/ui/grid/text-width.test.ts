import { expect, test } from 'vitest';
import { surelyFits } from './text-width.ts';

test('figures of a column as wide as it comes need not be cut off', () => {
  for (const text of ['-35.27%', '1,234.50', '14.09K', '+0.01', '–', ''])
    expect(surelyFits(text, 77), text).toBe(true);
});

test('a text that may be wider than its cell has to be cut off', () => {
  for (const text of ["SPY Dec 10 '26 658 Put", 'SPY261210P658', '1,234,567,890.50', '𝟘𝟘𝟘𝟘𝟘𝟘'])
    expect(surelyFits(text, 77), text).toBe(false);
  expect(surelyFits('0', 12)).toBe(false);
  expect(surelyFits('', 10)).toBe(false);
});

test('a wider cell takes what a narrower one took', () => {
  for (let px = 20; px < 400; px++)
    expect(Number(surelyFits('ABC 123.45', px + 1))).toBeGreaterThanOrEqual(
      Number(surelyFits('ABC 123.45', px)),
    );
});
