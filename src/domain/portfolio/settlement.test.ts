import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buyingPowerE4 } from './buying-power.ts';
import { multiplierOfSymbol, securityOf } from './instruments.ts';
import { optionRequirementsE4 } from './option-margin.ts';
import { applyFill, createPosition, markPosition, type Position } from './position.ts';
import {
  applySettlement,
  assign,
  exercise,
  intrinsicE4,
  optionTermsOf,
  settleAtExpiry,
  type OptionTerms,
} from './settlement.ts';

const CALL = 'SPY261218C00500000';
const PUT = 'SPY261218P00500000';
const INDEX_CALL = '$SPX261218C05000000';
const DOLLAR = 10_000;

function termsOf(symbol: string): OptionTerms {
  return optionTermsOf(symbol) ?? expect.fail(`${symbol} is an option`);
}

describe('the terms of an option', () => {
  it('are read from its symbol', () => {
    expect(termsOf('SPY261218C00645500')).toEqual({
      symbol: 'SPY261218C00645500',
      underlying: 'SPY',
      expiration: '2026-12-18',
      right: 'C',
      strikeE4: 6_455_000,
      multiplier: 100,
      settlesIn: 'shares',
    });
    expect(termsOf(INDEX_CALL)).toMatchObject({ underlying: '$SPX', settlesIn: 'cash' });
    expect([optionTermsOf('SPY'), optionTermsOf('SPY261399C00645500')]).toEqual([null, null]);
    expect([
      securityOf(CALL),
      multiplierOfSymbol(CALL),
      securityOf('SPY'),
      multiplierOfSymbol('SPY'),
    ]).toEqual(['Option', 100, 'Stock', 1]);
  });
});

describe('the end of an option', () => {
  it.each([
    ['a long call buys at the strike', CALL, 2, 'exercised', 200, -200 * 500],
    ['a short call sells at the strike', CALL, -2, 'assigned', -200, 200 * 500],
  ] as const)('in the money: %s', (_, symbol, quantity, kind, shares, dollars) => {
    expect(settleAtExpiry(termsOf(symbol), quantity, 510 * DOLLAR)).toMatchObject({
      kind,
      contracts: -quantity,
      optionPriceE4: 0,
      shareQuantity: shares,
      strikeE4: 500 * DOLLAR,
      cashE4: dollars * DOLLAR,
    });
    expect(settleAtExpiry(termsOf(symbol), quantity, 500 * DOLLAR)).toMatchObject({
      kind: 'expired',
      contracts: -quantity,
      shareQuantity: 0,
      cashE4: 0,
    });
  });

  it.each([
    ['a long put sells at the strike', PUT, 3, 'exercised', -300, 300 * 500],
    ['a short put buys at the strike', PUT, -3, 'assigned', 300, -300 * 500],
  ] as const)('in the money: %s', (_, symbol, quantity, kind, shares, dollars) => {
    expect(settleAtExpiry(termsOf(symbol), quantity, 490 * DOLLAR)).toMatchObject({
      kind,
      shareQuantity: shares,
      cashE4: dollars * DOLLAR,
    });
    expect(settleAtExpiry(termsOf(symbol), quantity, 510 * DOLLAR)).toMatchObject({
      kind: 'expired',
      cashE4: 0,
    });
  });

  it('is decided by one cent', () => {
    expect(settleAtExpiry(termsOf(CALL), 1, 500 * DOLLAR + 99).kind).toBe('expired');
    expect(settleAtExpiry(termsOf(CALL), 1, 500 * DOLLAR + 100).kind).toBe('exercised');
  });

  it('of an option on an index is paid in cash', () => {
    expect(settleAtExpiry(termsOf(INDEX_CALL), 2, 5_010 * DOLLAR)).toMatchObject({
      kind: 'exercised',
      optionPriceE4: 10 * DOLLAR,
      shareQuantity: 0,
      cashE4: 2_000 * DOLLAR,
    });
    expect(settleAtExpiry(termsOf(INDEX_CALL), -2, 5_010 * DOLLAR)).toMatchObject({
      kind: 'assigned',
      cashE4: -2_000 * DOLLAR,
    });
    expect(() => exercise(termsOf(INDEX_CALL), 2, 1)).toThrow();
  });

  it('may come early for a part, and never for more than there is', () => {
    expect(exercise(termsOf(CALL), 5, 2)).toMatchObject({
      kind: 'exercised',
      contracts: -2,
      shareQuantity: 200,
    });
    expect(assign(termsOf(PUT), -5, 2)).toMatchObject({ kind: 'assigned', contracts: 2, shareQuantity: 200 });
    for (const [held, contracts] of [
      [1, 2],
      [-1, 1],
      [0, 1],
      [2, 0],
      [2, 1.5],
    ] as const)
      expect(() => exercise(termsOf(CALL), held, contracts)).toThrow();
    for (const [held, contracts] of [
      [-1, 2],
      [1, 1],
    ] as const)
      expect(() => assign(termsOf(CALL), held, contracts)).toThrow();
  });

  it('leaves cash and positions that reconcile, for any holding, strike and close', () => {
    const fill = fc.record({
      contracts: fc.integer({ min: -20, max: 20 }).filter((quantity) => quantity !== 0),
      priceE4: fc.integer({ min: 1, max: 500_000 }),
    });
    const held = fc.record({
      shares: fc.integer({ min: -3_000, max: 3_000 }),
      priceE4: fc.integer({ min: 1, max: 10_000_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(fill, { minLength: 1, maxLength: 12 }),
        held,
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.constantFrom(CALL, PUT, INDEX_CALL),
        (fills, stock, closeE4, symbol) => {
          const terms = termsOf(symbol);
          const option = createPosition(terms.multiplier);
          const shares = createPosition();
          let cashE4 = 0;
          for (const { contracts, priceE4 } of fills) {
            applyFill(option, { signedQuantity: contracts, priceE4, feesE4: 0 });
            cashE4 -= contracts * priceE4 * terms.multiplier;
          }
          if (stock.shares !== 0) {
            applyFill(shares, { signedQuantity: stock.shares, priceE4: stock.priceE4, feesE4: 0 });
            cashE4 -= stock.shares * stock.priceE4;
          }
          markPosition(option, 20_000);
          if (option.quantity === 0) return;
          const worthBeforeE4 =
            cashE4 +
            shares.quantity * closeE4 +
            option.quantity *
              terms.multiplier *
              (intrinsicE4(terms, closeE4) < 100 ? 0 : intrinsicE4(terms, closeE4));
          const event = settleAtExpiry(terms, option.quantity, closeE4);
          applySettlement({ option, shares }, event);
          cashE4 += event.cashE4;
          expect(option).toMatchObject({ quantity: 0, lots: [], fifoCostE4: 0, mtmCostE4: 0 });
          expect(option.mtmPlE4).toBe(option.closedPlE4);
          for (const position of [option, shares]) expectSound(position);
          // Nothing is won or lost by settling: shares for cash at the strike is what the option was worth.
          expect(cashE4 + shares.quantity * closeE4).toBe(worthBeforeE4);
          expect(cashE4).toBe(option.closedPlE4 + shares.closedPlE4 - shares.fifoCostE4);
        },
      ),
    );
  });
});

function expectSound(position: Position): void {
  for (const lot of position.lots) expect(lot.quantity).toBeGreaterThan(0);
  expect(position.lots.reduce((sum, lot) => sum + lot.quantity, 0)).toBe(Math.abs(position.quantity));
}

describe('the margin of written options', () => {
  const requirements = (
    held: Record<string, number>,
    marks: Record<string, number> = {},
  ): Record<string, number> =>
    Object.fromEntries(
      optionRequirementsE4(
        new Map(Object.entries(held).map(([symbol, quantity]) => [symbol, { quantity }])),
        (symbol) => marks[symbol],
      ),
    );

  it('is the strike of every uncovered share, of a call the price of the underlying when that is higher', () => {
    expect(requirements({ [PUT]: -2 })).toEqual({ [PUT]: 200 * 500 * DOLLAR });
    expect(requirements({ [CALL]: -1 }, { SPY: 520 * DOLLAR })).toEqual({ [CALL]: 100 * 520 * DOLLAR });
    expect(requirements({ [CALL]: -1 }, { SPY: 480 * DOLLAR })).toEqual({ [CALL]: 100 * 500 * DOLLAR });
  });

  it('is nothing for what shares or better long options cover, each of them once', () => {
    expect(requirements({ [CALL]: -2, SPY: 250 })).toEqual({ [CALL]: 0 });
    expect(requirements({ [CALL]: -3, SPY: 250 })).toEqual({ [CALL]: 100 * 500 * DOLLAR });
    expect(requirements({ [PUT]: -1, SPY: 1_000 })).toEqual({ [PUT]: 100 * 500 * DOLLAR });
    expect(requirements({ [CALL]: -1, SPY261120C00500000: 1 })).toEqual({ [CALL]: 100 * 500 * DOLLAR });
    expect(requirements({ [INDEX_CALL]: -1, $SPX: 100 })).toEqual({ [INDEX_CALL]: 100 * 5_000 * DOLLAR });
  });

  it('of one expiration is no more than its largest loss together', () => {
    const total = (held: Record<string, number>): number =>
      Object.values(requirements(held)).reduce((sum, each) => sum + each, 0);
    const LONG_PUT = 'SPY261218P00490000';
    const LONG_CALL = 'SPY261218C00520000';
    expect(total({ [PUT]: -1, [LONG_PUT]: 1 })).toBe(100 * 10 * DOLLAR);
    expect(total({ [CALL]: -1, [LONG_CALL]: 1 })).toBe(100 * 20 * DOLLAR);
    // Both sides of a condor cannot lose, so the wider one counts.
    expect(total({ [PUT]: -1, [LONG_PUT]: 1, [CALL]: -1, [LONG_CALL]: 1 })).toBe(100 * 20 * DOLLAR);
    // A better long put covers one of two; the most that is lost is at an underlying of 0.
    expect(total({ [PUT]: -2, SPY261218P00510000: 1 })).toBe(100 * 490 * DOLLAR);
    expect(total({ [PUT]: -2, [LONG_PUT]: 1 })).toBe(100 * (2 * 500 - 490) * DOLLAR);
    // More calls written than held can lose without limit.
    expect(total({ [CALL]: -2, [LONG_CALL]: 1 })).toBe(2 * 100 * 500 * DOLLAR);
    // A long option of a sooner expiration is gone when the written one ends.
    expect(total({ [PUT]: -1, SPY261120P00490000: 1 })).toBe(100 * 500 * DOLLAR);
    // One long contract is not cover twice: for a sooner option and for its own expiration.
    expect(total({ SPY261120P00490000: -1, [PUT]: -1, [LONG_PUT]: 1 })).toBe(100 * 500 * DOLLAR);
  });

  it('is what writing takes from the buying power; the premium buys nothing, a loss counts at once', () => {
    const before = buyingPowerE4(100_000 * DOLLAR, 0, []);
    const premiumE4 = 500 * DOLLAR;
    const written = (markE4: number): number =>
      buyingPowerE4(100_000 * DOLLAR + premiumE4, 0, [
        { quantity: -1, costE4: -premiumE4, markE4, multiplier: 100, requirementE4: 50_000 * DOLLAR },
      ]);
    expect(before - written(5 * DOLLAR)).toBe(50_000 * DOLLAR);
    expect(before - written(DOLLAR)).toBe(50_000 * DOLLAR);
    expect(before - written(7 * DOLLAR)).toBe(50_000 * DOLLAR + 2 * 200 * DOLLAR);
  });

  it('and a bought option lends nothing: it is paid in full, whatever it is worth since', () => {
    for (const mark of [4, 5, 6])
      expect(
        buyingPowerE4(-500 * DOLLAR, 0, [
          { quantity: 1, costE4: 500 * DOLLAR, markE4: mark * DOLLAR, multiplier: 100 },
        ]),
      ).toBe(-1000 * DOLLAR);
  });
});
