import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buyingPowerE4 } from './buying-power.ts';
import { applyFill, createPosition, markPosition, type Position } from './position.ts';

const trade = (position: Position, signedQuantity: number, price: number, feesE4 = 0) =>
  applyFill(position, { signedQuantity, priceE4: price * 10_000, feesE4 });

describe('position', () => {
  it('closes the oldest lot first', () => {
    const position = createPosition();
    trade(position, 100, 10);
    trade(position, 100, 12);
    trade(position, -150, 13);
    expect(position.quantity).toBe(50);
    expect(position.fifoCostE4).toBe(50 * 12 * 10_000);
    expect(position.closedPlE4).toBe((100 * 3 + 50 * 1) * 10_000);
    expect(position.tradedShares).toBe(350);
  });
  it('flips through zero: the rest opens the other side at the fill price', () => {
    const position = createPosition();
    trade(position, 100, 10);
    trade(position, -250, 9);
    expect(position.quantity).toBe(-150);
    expect(position.lots).toEqual([{ quantity: 150, priceE4: 90_000, markE4: 90_000 }]);
    expect(position.fifoCostE4).toBe(-150 * 90_000);
    expect(position.closedPlE4).toBe(-100 * 10_000);
  });
  it('earns on a short that is bought back lower', () => {
    const position = createPosition();
    trade(position, -100, 20);
    trade(position, 100, 18);
    expect(position).toMatchObject({
      quantity: 0,
      lots: [],
      fifoCostE4: 0,
      mtmCostE4: 0,
      closedPlE4: 200 * 10_000,
    });
  });
  it("counts today's P&L from the close before the session, less the session's fees", () => {
    const position = createPosition();
    trade(position, 100, 10, 3_000);
    markPosition(position, 120_000);
    expect(position).toMatchObject({ todayPlE4: 0, mtmCostE4: 100 * 120_000, fifoCostE4: 100 * 100_000 });
    trade(position, -100, 11, 5_000);
    expect(position.todayPlE4).toBe(-100 * 10_000 - 5_000);
    expect(position.closedPlE4).toBe(100 * 10_000);
  });
  it('keeps the marks of a symbol without a known close', () => {
    const position = createPosition();
    trade(position, 10, 10, 7);
    markPosition(position, undefined);
    expect(position).toMatchObject({ todayPlE4: 0, mtmCostE4: 10 * 100_000 });
  });

  it('keeps a lot bought at the price of a marked one apart from it', () => {
    const position = createPosition();
    trade(position, 10, 10);
    markPosition(position, 120_000);
    trade(position, 10, 10);
    expect(position.lots).toEqual([
      { quantity: 10, priceE4: 100_000, markE4: 120_000 },
      { quantity: 10, priceE4: 100_000, markE4: 100_000 },
    ]);
    trade(position, 5, 10);
    expect(position.lots.map((lot) => lot.quantity)).toEqual([10, 15]);
  });

  // Few prices and closes, so that equal neighbours are common, or the whole range.
  const price = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 5_000_000 }));
  const step = fc.oneof(
    fc.record({
      signedQuantity: fc.integer({ min: -500, max: 500 }).filter((quantity) => quantity !== 0),
      priceE4: price,
      feesE4: fc.integer({ min: -2_000, max: 50_000 }),
    }),
    fc.record({ closeE4: fc.option(price, { nil: undefined }) }),
  );
  it('reconciles with cash exactly, keeps its lots sound, and agrees on total P&L when flat', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60 }),
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.constantFrom(1, 100),
        (steps, lastPriceE4, multiplier) => {
          const position = createPosition(multiplier);
          let cashE4 = 0;
          let feesE4 = 0;
          const book = (signedQuantity: number, priceE4: number, fee: number) => {
            applyFill(position, { signedQuantity, priceE4, feesE4: fee });
            cashE4 -= signedQuantity * priceE4 * multiplier + fee;
            feesE4 += fee;
          };
          const check = () => {
            const direction = Math.sign(position.quantity);
            const sum = (valueOf: (lot: Position['lots'][number]) => number) =>
              position.lots.reduce((total, lot) => total + valueOf(lot), 0);
            for (const lot of position.lots) expect(lot.quantity).toBeGreaterThan(0);
            expect(sum((lot) => lot.quantity)).toBe(Math.abs(position.quantity));
            expect(sum((lot) => lot.quantity * lot.priceE4 * multiplier)).toBe(Math.abs(position.fifoCostE4));
            expect(sum((lot) => lot.quantity * lot.markE4 * multiplier)).toBe(Math.abs(position.mtmCostE4));
            expect(Math.sign(position.fifoCostE4)).toBe(direction);
            // What was paid is what was lost and what is still held.
            expect(cashE4).toBe(position.closedPlE4 - position.fifoCostE4 - feesE4);
            expect(position.closedPlE4 - position.fifoCostE4).toBe(position.mtmPlE4 - position.mtmCostE4);
          };
          for (const item of steps) {
            if ('signedQuantity' in item) book(item.signedQuantity, item.priceE4, item.feesE4);
            else markPosition(position, item.closeE4);
            check();
          }
          if (position.quantity !== 0) book(-position.quantity, lastPriceE4, 0);
          check();
          expect(position.lots).toEqual([]);
          expect(position.mtmPlE4).toBe(position.closedPlE4);
          expect(cashE4).toBe(position.closedPlE4 - feesE4);
        },
      ),
    );
  });
});

describe('buyingPowerE4', () => {
  it('is twice the cash of a flat account, less what open orders reserve', () =>
    expect(buyingPowerE4(1_000, 300, [])).toBe(1_700));
  it('takes the full cost of a purchase off', () =>
    expect(buyingPowerE4(0, 0, [{ quantity: 10, costE4: 1_000, markE4: 100 }])).toBe(1_000));
  it('counts unrealised losses at once and gains not at all', () => {
    expect(buyingPowerE4(0, 0, [{ quantity: 10, costE4: 1_000, markE4: 60 }])).toBe(600);
    expect(buyingPowerE4(0, 0, [{ quantity: 10, costE4: 1_000, markE4: 200 }])).toBe(1_000);
    // A short sale of 1,000: its proceeds are in the cash.
    expect(buyingPowerE4(2_000, 0, [{ quantity: -10, costE4: -1_000, markE4: 100 }])).toBe(1_000);
    expect(buyingPowerE4(2_000, 0, [{ quantity: -10, costE4: -1_000, markE4: 120 }])).toBe(400);
    expect(buyingPowerE4(2_000, 0, [{ quantity: -10, costE4: -1_000, markE4: 50 }])).toBe(1_000);
  });
  it('falls back on cost without a market price', () =>
    expect(buyingPowerE4(0, 0, [{ quantity: 10, costE4: 1_000, markE4: 0 }])).toBe(1_000));
});
