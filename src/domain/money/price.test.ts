import { fc, test } from '@fast-check/vitest';
import { describe, expect, expectTypeOf } from 'vitest';
import {
  fromE4,
  isExactE4,
  notionalE4,
  tickSizeE4,
  toMoneyE4,
  toPriceE4,
  type Dollars,
  type MoneyE4,
  type PriceE4,
} from './price.ts';

describe('prices and money as integers of 1/10,000 dollar', () => {
  test.prop([fc.integer({ min: -9e12, max: 9e12 })])(
    'every E4 amount up to 900 million dollars survives the way to the wire and back',
    (e4) => {
      expect(toPriceE4(JSON.parse(JSON.stringify(fromE4(e4))))).toBe(e4 === 0 ? 0 : e4);
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
    expect(toPriceE4(dollars)).toBe(e4);
    expect(toMoneyE4(dollars)).toBe(e4);
  });
  test('what cannot be held exactly is refused', () => {
    expect(() => toPriceE4(1e15)).toThrow(RangeError);
    expect(() => toPriceE4(Number.NaN)).toThrow(RangeError);
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

// The compiler checks these lines; an unused "@ts-expect-error" is an error as well.
describe('units of prices and money in types', () => {
  const priceE4: PriceE4 = 1_000_000;
  const cashE4: MoneyE4 = 5_000_000;
  const dollars: Dollars = 100;
  const spend = (amountE4: MoneyE4): number => amountE4;
  const quote = (limitE4: PriceE4): number => limitE4;

  test('a price is rejected where money is expected, and money where a price is', () => {
    // @ts-expect-error a price without its quantity
    spend(priceE4);
    // @ts-expect-error an amount is no price per share
    quote(cashE4);
    // @ts-expect-error the same in a field
    const order: { readonly priceE4: PriceE4 } = { priceE4: cashE4 };
    // @ts-expect-error the same in a list
    const fees: readonly MoneyE4[] = [priceE4];
    expect([order.priceE4, ...fees]).toEqual([cashE4, priceE4]);
  });
  test('dollars are rejected where E4 is expected, and E4 where dollars are', () => {
    // @ts-expect-error dollars before their conversion
    spend(dollars);
    // @ts-expect-error dollars before their conversion
    quote(dollars);
    // @ts-expect-error a second conversion
    expect(toPriceE4(priceE4)).toBe(1e10);
    // @ts-expect-error a second conversion
    expect(fromE4(fromE4(priceE4))).toBe(0.01);
  });
  test('a conversion has the unit of its result', () => {
    expectTypeOf(toPriceE4(dollars)).toEqualTypeOf<PriceE4>();
    expectTypeOf(toMoneyE4(dollars)).toEqualTypeOf<MoneyE4>();
    expectTypeOf(fromE4(cashE4)).toEqualTypeOf<Dollars>();
    expectTypeOf(notionalE4(priceE4, 3)).toEqualTypeOf<MoneyE4>();
    expect(spend(notionalE4(priceE4, 3))).toBe(3_000_000);
  });
  test('the result of arithmetic fits without a cast', () => {
    expect(spend(cashE4 - 2 * cashE4)).toBe(-5_000_000);
    expect(quote((priceE4 + priceE4) / 2)).toBe(1_000_000);
  });
});
