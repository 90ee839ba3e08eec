import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { fromE4, isExactE4, tickSizeE4, toE4 } from './price.ts';

describe('prices as integers of 1/10,000 dollar', () => {
  test.prop([fc.integer({ min: -9e12, max: 9e12 })])(
    'every E4 amount up to 900 million dollars survives the way to the wire and back',
    (e4) => {
      expect(toE4(JSON.parse(JSON.stringify(fromE4(e4))))).toBe(e4 === 0 ? 0 : e4);
    },
  );
  test.prop([fc.integer({ min: 0, max: 9e9 })])(
    'a price on the wire never shows more than four decimals',
    (e4) => {
      expect(JSON.stringify(fromE4(e4))).toMatch(/^\d+(\.\d{1,4})?$/);
    },
  );
  test.each([
    [0.1 + 0.2, 3000],
    [1.005, 10050],
    [170.6755, 1706755],
    [-0.00005, -1],
    [-0.00001, 0],
  ])('%d dollars are %d', (dollars, e4) => {
    expect(toE4(dollars)).toBe(e4);
  });
  test('what cannot be held exactly is refused', () => {
    expect(() => toE4(1e15)).toThrow(RangeError);
    expect(() => toE4(Number.NaN)).toThrow(RangeError);
  });
  test('a fifth decimal is noticed', () => {
    expect([0.1 + 0.2, 170.6755, 12, 0.00005, 1.23456].map(isExactE4)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
  test('stocks from one dollar up move in cents, below in 1/10,000', () => {
    expect([9999, 10_000, 5_000_000].map(tickSizeE4)).toEqual([1, 100, 100]);
  });
});
