import fc from 'fast-check';
import { expect, it } from 'vitest';
import { conversionOf, convertPosition } from '../corporate-actions/convert-position.ts';
import { scaled } from '../corporate-actions/exact.ts';
import { applyFill, createPosition } from '../portfolio/index.ts';
import { FIFO_RULES, matchLots } from './match-lots.ts';
import { openCostE4, realisedAmounts, realisedDays } from './realised.ts';
import { roundTrips } from './round-trips.ts';
import type { PositionTrade } from './types.ts';

const DAY_MS = 86_400_000;
/** 2014-06-06, 10:00 in New York. */
const BOUGHT_MS = Date.UTC(2014, 5, 6, 14);

const fill = (
  serial: number,
  signedQuantity: number,
  priceE4: number,
  timeMs = BOUGHT_MS,
): PositionTrade => ({
  serial,
  part: 0,
  cause: 'Fill',
  signedQuantity,
  priceE4,
  feesE4: 100,
  timeMs,
  order: null,
});
const split = (serial: number, numerator: number, denominator: number, cashE4 = 0): PositionTrade => ({
  ...fill(serial, 0, 0, BOUGHT_MS + 3 * DAY_MS),
  feesE4: 0,
  cause: 'Split',
  conversion: { numerator, denominator, cashE4, multiplier: 1 },
});

it('keeps the lot of a split position: its cost, its fees and the day it was bought', () => {
  const trades = [fill(1, 100, 6_455_700), split(2, 7, 1), fill(3, -300, 930_000, BOUGHT_MS + 400 * DAY_MS)];
  const { open, closures } = matchLots(trades, FIFO_RULES);
  expect(open).toMatchObject([{ lotId: '1', quantity: 400, openedQuantity: 700, openedMs: BOUGHT_MS }]);
  const [closure] = closures;
  if (!closure) throw new Error('The sale closes a part of the lot.');
  // 300 of 700 shares that cost 64,557.00: 27,667.2857.
  expect(realisedAmounts(closure, 1)).toMatchObject({
    grossE4: 279_000_000 - 276_672_858,
    costE4: 276_672_900,
  });
  expect(realisedDays(closure)).toMatchObject({ acquired: '2014-06-06', isLongTerm: true });
  expect(openCostE4(open, 1)).toBe(645_570_000 - 276_672_858);
});

it('realises the fraction of a share that is paid in cash', () => {
  const { closures } = matchLots([fill(1, 101, 300_000), split(2, 3, 2, 90_000)], FIFO_RULES);
  expect(
    closures.map((closure) => [closure.cause, closure.quantity, realisedAmounts(closure, 1).grossE4]),
  ).toEqual([['Split', 0, -10_000]]);
});

it('states a round trip over a split in new shares', () => {
  const [trip] = roundTrips([fill(1, 100, 7_000_000), split(2, 7, 1), fill(3, -700, 1_100_000)], 1);
  expect(trip).toMatchObject({
    entryQuantity: 700,
    entryPriceE4: 1_000_000,
    exitPriceE4: 1_100_000,
    grossE4: 70_000_000,
    maxQuantity: 700,
  });
  expect(trip?.fills.map(({ signedQuantity, priceE4 }) => [signedQuantity, priceE4])).toEqual([
    [700, 1_000_000],
    [-700, 1_100_000],
  ]);
});

const step = fc.oneof(
  fc.record({
    signed: fc.integer({ min: -300, max: 300 }).filter((signed) => signed !== 0),
    priceE4: fc.integer({ min: 1, max: 3_000_000 }),
  }),
  fc.record({
    numerator: fc.integer({ min: 1, max: 12 }),
    denominator: fc.integer({ min: 1, max: 12 }),
    priceE4: fc.integer({ min: 1, max: 3_000_000 }),
  }),
);

it('has the closed P&L and the cost of the position to 1/10,000 dollar, whatever was traded and split', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      const position = createPosition();
      const trades: PositionTrade[] = [];
      for (const [at, each] of steps.entries()) {
        if ('signed' in each) {
          applyFill(position, { signedQuantity: each.signed, priceE4: each.priceE4, feesE4: 100 });
          trades.push(fill(at + 1, each.signed, each.priceE4));
          continue;
        }
        const { remainder } = conversionOf(position, each);
        const paidE4 = scaled(each.priceE4, remainder, each.denominator, 'nearest');
        const cashE4 = position.quantity < 0 && paidE4 > 0 ? -paidE4 : paidE4;
        convertPosition(position, each, cashE4);
        trades.push(split(at + 1, each.numerator, each.denominator, cashE4));
      }
      const { open, closures } = matchLots(trades, FIFO_RULES);
      const realisedE4 = closures.reduce((sum, closure) => sum + realisedAmounts(closure, 1).grossE4, 0);
      expect(realisedE4).toBe(position.closedPlE4);
      expect(openCostE4(open, 1) - position.fifoCostE4).toBe(0);
      const feesE4 =
        open.reduce((sum, lot) => sum + lot.feesE4, 0) +
        closures.reduce((sum, { openFeesE4, closeFeesE4 }) => sum + openFeesE4 + closeFeesE4, 0);
      expect(feesE4).toBe(position.feesE4);
      // Trips that are over have all the profit of a position that is flat.
      const trips = roundTrips(trades, 1);
      if (position.quantity === 0)
        expect(trips.reduce((sum, { grossE4 }) => sum + grossE4, 0)).toBe(position.closedPlE4);
    }),
    { numRuns: 300 },
  );
});
