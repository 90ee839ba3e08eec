import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionFigures, type PositionFacts } from './figures.ts';
import { applyFill, createPosition, markPosition, type Position } from './position.ts';

const factsOf = (position: Position, lockedQuantity = 0): PositionFacts => ({
  quantity: position.quantity,
  multiplier: position.multiplier,
  fifoCost: position.fifoCostE4,
  mtmCost: position.mtmCostE4,
  closedPl: position.closedPlE4,
  todayPl: position.todayPlE4,
  lockedQuantity,
  tradedShares: position.tradedShares,
});
const trade = (position: Position, signedQuantity: number, priceE4: number, feesE4 = 0): void =>
  applyFill(position, { signedQuantity, priceE4, feesE4 });

describe('the figures of a position', () => {
  it('of a long one: value, average, open P&L by trade prices and by marks, and what is free to sell', () => {
    const position = createPosition();
    trade(position, 100, 100_000);
    trade(position, 100, 120_000);
    markPosition(position, 130_000);
    expect(positionFigures(factsOf(position, 50), 121_000)).toEqual({
      side: 'Long',
      total: 200,
      locked: 50,
      available: 150,
      traded: 200,
      fifoCost: 22_000_000,
      mtmCost: 26_000_000,
      value: 24_200_000,
      shareAverage: 110_000,
      openFifoPl: 2_200_000,
      openMtmPl: -1_800_000,
      openFifoPercent: 10,
      openMtmPercent: (-1_800_000 / 26_000_000) * 100,
      closedPl: 0,
      todayPl: -1_800_000,
      totalPl: 2_200_000,
    });
  });

  it('of a short one: it earns as the price falls', () => {
    const position = createPosition();
    trade(position, -100, 200_000, 500);
    expect(positionFigures(factsOf(position), 190_000)).toMatchObject({
      side: 'Short',
      total: 100,
      available: 100,
      fifoCost: -20_000_000,
      value: -19_000_000,
      shareAverage: 200_000,
      openFifoPl: 1_000_000,
      openFifoPercent: 5,
      todayPl: 999_500,
    });
  });

  it('of one that flipped through zero: the closed part stays, the rest is new', () => {
    const position = createPosition();
    trade(position, 100, 100_000);
    trade(position, -150, 110_000);
    expect(positionFigures(factsOf(position), 110_000)).toMatchObject({
      side: 'Short',
      total: 50,
      traded: 250,
      closedPl: 1_000_000,
      openFifoPl: 0,
      todayPl: 1_000_000,
      totalPl: 1_000_000,
    });
  });

  it('of an option: 100 shares a contract', () => {
    const position = createPosition(100);
    trade(position, 3, 25_000);
    expect(positionFigures(factsOf(position), 30_000)).toMatchObject({
      total: 3,
      fifoCost: 7_500_000,
      value: 9_000_000,
      shareAverage: 25_000,
      openFifoPl: 1_500_000,
      openFifoPercent: 20,
    });
  });

  it('of a flat one are zeros, and of an unpriced one unknown', () => {
    const position = createPosition();
    expect(positionFigures(factsOf(position), null)).toMatchObject({
      side: 'Flat',
      value: 0,
      shareAverage: 0,
      openFifoPl: 0,
      openFifoPercent: 0,
      todayPl: 0,
      totalPl: 0,
    });
    trade(position, 1, 10_000);
    for (const price of [null, 0, Number.NaN])
      expect(positionFigures(factsOf(position), price)).toMatchObject({
        value: null,
        openFifoPl: null,
        openMtmPercent: null,
        todayPl: null,
        totalPl: null,
      });
  });

  it('add up: what was won since the beginning is the cash that came in plus what is held', () => {
    const fill = fc.record({
      signedQuantity: fc.integer({ min: -300, max: 300 }).filter((quantity) => quantity !== 0),
      priceE4: fc.integer({ min: 1, max: 3_000_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(fill, { maxLength: 40 }),
        fc.integer({ min: 1, max: 3_000_000 }),
        fc.constantFrom(1, 100),
        (fills, priceE4, multiplier) => {
          const position = createPosition(multiplier);
          let cashE4 = 0;
          for (const { signedQuantity, priceE4: paidE4 } of fills) {
            trade(position, signedQuantity, paidE4);
            cashE4 -= signedQuantity * paidE4 * multiplier;
          }
          const { value, totalPl, side, available, locked, total } = positionFigures(
            factsOf(position, 100),
            priceE4,
          );
          expect(totalPl).toBe(cashE4 + (value ?? Number.NaN));
          expect(available + locked).toBe(total);
          expect(side).toBe(position.quantity > 0 ? 'Long' : position.quantity < 0 ? 'Short' : 'Flat');
        },
      ),
    );
  });
});
