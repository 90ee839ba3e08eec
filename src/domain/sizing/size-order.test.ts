import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_ORDER_QUANTITY } from '../orders/validate.ts';
import { quantityOf, type SizeRule, type UnsizedOrder } from './size-order.ts';

const SHARES: UnsizedOrder = { isBuy: true, priceE4: 1_864_000, multiplier: 1 };
const value = (dollars: number): SizeRule => ({ by: 'Value', amountE4: dollars * 10_000 });
const risk = (dollars: number, stop: number): SizeRule => ({
  by: 'Risk',
  amountE4: dollars * 10_000,
  stopE4: Math.round(stop * 10_000),
});

describe('the quantity of an order', () => {
  it('is what an amount of dollars buys, rounded down', () => {
    expect(quantityOf(value(5_000), SHARES)).toEqual({ ok: true, value: 26 });
    expect(quantityOf(value(186.4), SHARES)).toEqual({ ok: true, value: 1 });
    expect(quantityOf(value(186.39), SHARES)).toEqual({ ok: false, error: 'TooSmall' });
  });

  it('counts a contract as the shares that it stands for', () => {
    const contract = { isBuy: true, priceE4: 25_000, multiplier: 100 };
    expect(quantityOf(value(1_000), contract)).toEqual({ ok: true, value: 4 });
  });

  it('is a share of what the account is worth', () => {
    const rule = { by: 'AccountShare', percentE4: 20_000, accountE4: 1_000_000_000 } as const;
    expect(quantityOf(rule, SHARES)).toEqual({ ok: true, value: 10 });
    expect(quantityOf({ ...rule, accountE4: -1 }, SHARES)).toEqual({ ok: false, error: 'NoAmount' });
  });

  it('loses at most the amount at the stop, on either side', () => {
    expect(quantityOf(risk(250, 184.3), SHARES)).toEqual({ ok: true, value: 119 });
    expect(quantityOf(risk(250, 188.5), { ...SHARES, isBuy: false })).toEqual({ ok: true, value: 119 });
  });

  it('is refused for a stop that closes with a gain, or at the price itself', () => {
    for (const stop of [186.4, 190])
      expect(quantityOf(risk(250, stop), SHARES)).toEqual({ ok: false, error: 'StopBeyondPrice' });
    expect(quantityOf(risk(250, 186), { ...SHARES, isBuy: false })).toMatchObject({
      error: 'StopBeyondPrice',
    });
  });

  it('is refused without a price or an amount, and beyond what an order may have', () => {
    for (const priceE4 of [0, -1, Number.NaN])
      expect(quantityOf(value(100), { ...SHARES, priceE4 })).toEqual({ ok: false, error: 'NoPrice' });
    for (const dollars of [0, -5, Number.NaN])
      expect(quantityOf(value(dollars), SHARES)).toEqual({ ok: false, error: 'NoAmount' });
    expect(quantityOf(value(MAX_ORDER_QUANTITY), { ...SHARES, priceE4: 100 })).toMatchObject({
      error: 'TooLarge',
    });
  });

  it('stays within the amount, and one more would not', () => {
    const order = fc.record({
      isBuy: fc.boolean(),
      priceE4: fc.integer({ min: 1, max: 10_000_000_000 }),
      multiplier: fc.constantFrom(1, 100),
    });
    fc.assert(
      fc.property(order, fc.integer({ min: 1, max: 1_000_000_000_000 }), (unsized, amountE4) => {
        const sized = quantityOf({ by: 'Value', amountE4 }, unsized);
        const unit = BigInt(unsized.priceE4) * BigInt(unsized.multiplier);
        if (sized.ok) {
          expect(BigInt(sized.value) * unit <= BigInt(amountE4)).toBe(true);
          expect(BigInt(sized.value + 1) * unit > BigInt(amountE4)).toBe(true);
        } else if (sized.error === 'TooSmall') expect(unit > BigInt(amountE4)).toBe(true);
        else expect(BigInt(amountE4) / unit > BigInt(MAX_ORDER_QUANTITY)).toBe(true);
      }),
    );
  });
});
