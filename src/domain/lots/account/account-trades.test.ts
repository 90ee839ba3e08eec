import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resultOf } from '../../collections/steps.ts';
import type { OrderEvent } from '../../orders/core/types.ts';
import { PLAIN_ORDER } from '../../orders/request.ts';
import { NO_FEES } from '../../portfolio/index.ts';
import { AccountTrades } from './account-trades.ts';
import { lotsOfOrder } from './order-lots.ts';
import { choiceProblem } from './choice-problem.ts';
import { LOT_METHODS } from '../types.ts';

const DAY_MS = 86_400_000;
/** A Monday, 10:00 in New York. */
const MONDAY_MS = Date.UTC(2026, 2, 2, 15);

const acceptedOf = (orderId: string, side: 'Buy' | 'Sell', quantity: number): OrderEvent => ({
  kind: 'accepted',
  orderId,
  order: {
    ...PLAIN_ORDER,
    account: 'A',
    userId: 'u1',
    clientId: `c${orderId}`,
    symbol: 'SPY',
    side,
    source: 'Open',
    type: 'Market',
    tif: 'Day',
    quantity,
    destination: 'SMART',
    route: 'AUTO',
  },
  expiresMs: null,
  reserveE4: 0,
  openingQuantity: 0,
  timeMs: MONDAY_MS,
});
const executedOf = (orderId: string, quantity: number, priceE4: number, timeMs = MONDAY_MS): OrderEvent => ({
  kind: 'executed',
  orderId,
  quantity,
  priceE4,
  exchange: 'NYSE',
  liquidity: 'R',
  fees: { ...NO_FEES, otherE4: priceE4 % 100 },
  timeMs,
});

const step = fc.record({
  quantity: fc.integer({ min: 1, max: 300 }),
  isSale: fc.boolean(),
  priceE4: fc.integer({ min: 1, max: 900_000 }),
  isBusted: fc.boolean(),
  correctedTo: fc.option(fc.integer({ min: 1, max: 300 })),
  method: fc.option(fc.constantFrom(...LOT_METHODS)),
});

it('after busts and corrections equals a fold in which the mistakes were never made', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
      const [amended, clean] = [new AccountTrades(), new AccountTrades()];
      let seq = 0;
      const apply = (trades: readonly AccountTrades[], event: OrderEvent): void => {
        seq += 1;
        for (const each of trades) each.apply(seq, event);
      };
      const amendments: OrderEvent[] = [];
      for (const { quantity, isSale, priceE4, isBusted, correctedTo, method } of steps) {
        if (method)
          apply([amended, clean], { kind: 'lotMethodSet', account: 'A', userId: 'u1', method, timeMs: 0 });
        const orderId = String(seq + 1);
        apply([amended, clean], acceptedOf(orderId, isSale ? 'Sell' : 'Buy', 300));
        const serial = seq + 1;
        const was = { quantity, priceE4, fees: NO_FEES };
        const amendment = { orderId, serial, instruction: `i${serial}`, was, timeMs: 0 };
        apply([amended], executedOf(orderId, quantity, priceE4));
        if (isBusted) amendments.push({ kind: 'busted', ...amendment });
        else if (correctedTo === null) clean.apply(serial, executedOf(orderId, quantity, priceE4));
        else {
          amendments.push({ kind: 'corrected', ...amendment, now: { ...was, quantity: correctedTo } });
          clean.apply(serial, { ...executedOf(orderId, correctedTo, priceE4), fees: NO_FEES } as OrderEvent);
        }
        // Read in between, so that what was matched before an amendment is matched again.
        amended.lotsOf('SPY');
      }
      for (const event of amendments) apply([amended], event);
      expect(amended.lotsOf('SPY')).toEqual(clean.lotsOf('SPY'));
      expect(amended.tripsOf('SPY')).toEqual(clean.tripsOf('SPY'));
      expect(amended.size).toBe(clean.size);
    }),
  );
});

/** Bought 100 at 10 and at 20 (lots 2 and 4), sold 100 by order 5; order 7 may still sell 150. */
function tradesOfTwoLots(): AccountTrades {
  const trades = new AccountTrades();
  const events = [
    acceptedOf('1', 'Buy', 100),
    executedOf('1', 100, 100_000),
    acceptedOf('3', 'Buy', 100),
    executedOf('3', 100, 200_000),
    acceptedOf('5', 'Sell', 100),
    executedOf('5', 100, 300_000),
    acceptedOf('7', 'Sell', 150),
  ];
  events.forEach((event, at) => trades.apply(at + 1, event));
  return trades;
}
const problemOf = (
  trades: AccountTrades,
  orderId: string,
  lots: readonly { readonly lotId: string; readonly quantity: number }[],
  nowMs = MONDAY_MS,
) => resultOf(choiceProblem(trades, { orderId, symbol: 'SPY', lots }, nowMs));
const lot = (lotId: string, quantity: number) => ({ lotId, quantity });

it('lets the lots of a sale be chosen until the end of the day on which it settles', () => {
  const trades = tradesOfTwoLots();
  expect(problemOf(trades, '5', [lot('4', 100)])).toBeNull();
  // The end of Tuesday in New York.
  const endMs = Date.UTC(2026, 2, 4, 5);
  expect(problemOf(trades, '5', [lot('4', 100)], endMs - 1)).toBeNull();
  expect(problemOf(trades, '5', [lot('4', 100)], endMs)).toContain('its first fill has settled');
});

it.each([
  ['a lot that the sale could not close', '5', [lot('9', 100)], 'could not close 100 of lot 9'],
  ['more than the lot had', '5', [lot('4', 101)], 'could not close 1 of lot 4'],
  ['a lot that is named twice', '5', [lot('4', 10), lot('4', 10)], 'named twice'],
  ['an order that opened a lot', '1', [lot('2', 10)], 'has closed no lots'],
  ['a closed lot of an order that is open', '7', [lot('2', 1)], 'Of lot 2 only 0 are open'],
])('refuses %s', (_title, orderId, lots, message) => {
  expect(problemOf(tradesOfTwoLots(), orderId, lots)).toContain(message);
});

it('keeps lots that are chosen for another order', () => {
  const trades = tradesOfTwoLots();
  expect(problemOf(trades, '7', [lot('4', 100)])).toBeNull();
  trades.apply(8, {
    kind: 'lotsChosen',
    account: 'A',
    userId: 'u1',
    symbol: 'SPY',
    orderId: '7',
    lots: [lot('4', 100)],
    timeMs: 0,
  });
  trades.apply(9, executedOf('7', 100, 300_000, MONDAY_MS + DAY_MS));
  expect(trades.lotsOf('SPY').closures.at(-1)).toMatchObject({ lotId: '4', isChosen: true });
  expect(problemOf(trades, '5', [lot('4', 100)])).toBe('Lot 4 is chosen for order 7.');
  trades.apply(10, {
    kind: 'lotsChosen',
    account: 'A',
    userId: 'u1',
    symbol: 'SPY',
    orderId: '7',
    lots: [],
    timeMs: 0,
  });
  expect(problemOf(trades, '5', [lot('4', 100)])).toBeNull();
});

it('states the lots that an open order would close, by the method and by what is chosen for it', () => {
  const trades = tradesOfTwoLots();
  const lotsOf = (orderId: string) => resultOf(lotsOfOrder(trades, { orderId, symbol: 'SPY' }));
  // Order 5 has closed lot 2; order 7 sells 150, of which the account has 100.
  expect(lotsOf('7')).toEqual({
    closing: 100,
    left: 150,
    isChosen: false,
    lots: [
      {
        lotId: '4',
        isShort: false,
        priceE4: 200_000,
        openedMs: MONDAY_MS,
        open: 100,
        taken: 0,
        planned: 100,
        chosen: 0,
      },
    ],
  });
  expect([lotsOf('5'), lotsOf('99')]).toEqual([undefined, undefined]);
  trades.apply(8, acceptedOf('8', 'Buy', 40));
  trades.apply(9, executedOf('8', 40, 400_000));
  trades.apply(10, executedOf('7', 30, 300_000));
  // The spread of a union loses which event it is.
  trades.apply(11, { ...acceptedOf('11', 'Sell', 50), orderId: '11' } as OrderEvent);
  trades.apply(12, {
    kind: 'lotsChosen',
    account: 'A',
    userId: 'u1',
    symbol: 'SPY',
    orderId: '11',
    lots: [lot('9', 20)],
    timeMs: 0,
  });
  const planned = (orderId: string) =>
    lotsOf(orderId)?.lots.map(({ lotId, open, taken, planned: left, chosen }) => [
      lotId,
      open,
      taken,
      left,
      chosen,
    ]);
  expect(planned('7')).toEqual([
    ['4', 70, 30, 70, 0],
    ['9', 40, 0, 40, 0],
  ]);
  expect(planned('11')).toEqual([
    ['4', 70, 0, 30, 0],
    ['9', 40, 0, 20, 20],
  ]);
  expect([lotsOf('7')?.isChosen, lotsOf('11')?.isChosen]).toEqual([false, true]);
  // An order that buys closes no long lots.
  trades.apply(13, acceptedOf('13', 'Buy', 10));
  expect(lotsOf('13')).toMatchObject({ closing: 0, left: 10, lots: [] });
});
