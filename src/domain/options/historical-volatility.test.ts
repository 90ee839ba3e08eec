import { expect, it } from 'vitest';
import { historicalVolatility } from './historical-volatility.ts';

it('is the deviation of the logarithmic returns times the root of 252', () => {
  // Returns ln 1.1, ln 0.9, ln 1.2: worked out by hand.
  const mean = (Math.log(1.1) + Math.log(0.9) + Math.log(1.2)) / 3;
  const squares = (Math.log(1.1) - mean) ** 2 + (Math.log(0.9) - mean) ** 2 + (Math.log(1.2) - mean) ** 2;
  const expected = Math.sqrt(squares / 2) * Math.sqrt(252);
  expect(historicalVolatility([100, 110, 99, 118.8])).toBeCloseTo(expected, 12);
});

it('is zero for a steady growth and does not depend on the price level', () => {
  expect(historicalVolatility([100, 101, 102.01, 103.0301])).toBeCloseTo(0, 10);
  const closes = [50, 51, 49.5, 52, 53, 51];
  expect(historicalVolatility(closes.map((close) => close * 7))).toBeCloseTo(
    historicalVolatility(closes) ?? 0,
    12,
  );
});

it('passes over days without a price, and is unknown with too few', () => {
  expect(historicalVolatility([100, 0, 110, Number.NaN, 99, -1, 118.8])).toBe(
    historicalVolatility([100, 110, 99, 118.8]),
  );
  expect([historicalVolatility([]), historicalVolatility([100]), historicalVolatility([100, 101])]).toEqual([
    null,
    null,
    null,
  ]);
});
