import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExternalFill, ExternalOrder } from './external-order.ts';
import {
  countOrder,
  differencesOf,
  effectOf,
  firstFigures,
  withAccepted,
  withoutOldOrders,
  withRoundedCash,
} from './figures.ts';

const DAY_MS = 86_400_000;
const NOW_MS = 1_000 * DAY_MS;
const OPTION = 'SPY   260619C00600000';

const fillOf = (quantity: number, priceE4: number, index = 0): ExternalFill => ({
  executionId: String(index),
  priceE4,
  quantity,
  timeMs: NOW_MS,
});

/** An order to buy 10 SPY that is working, with some fields changed. */
const order = (change: Partial<ExternalOrder> = {}): ExternalOrder => ({
  orderId: '1',
  account: '7',
  symbol: 'SPY',
  isOption: false,
  side: 'Buy',
  source: 'Open',
  type: 'Limit',
  tif: 'Day',
  quantity: 10,
  filled: 0,
  unfilled: 10,
  priceE4: 1_000_000,
  stopPriceE4: 0,
  brokerStatus: 'WORKING',
  reportType: 'OrderAccepted',
  status: 'Pending',
  description: '',
  route: 'AUTO',
  enteredMs: NOW_MS,
  closedMs: null,
  fills: [],
  ...change,
});
const filled = (quantity: number, priceE4 = 1_000_000, change: Partial<ExternalOrder> = {}): ExternalOrder =>
  order({ filled: quantity, fills: [fillOf(quantity, priceE4)], ...change });
const over = { status: 'Executed', reportType: 'OrderExecuted', closedMs: NOW_MS } as const;
const empty = { positions: {}, cashE4: 10_000_000 };

describe('what an order has done to its account', () => {
  it('is shares and cash of each fill, and a hundred times that for options', () => {
    expect(effectOf(filled(4, 1_000_001))).toMatchObject({ shares: { SPY: 4 }, cashE4: -4_000_004 });
    expect(effectOf(filled(4, 1_000_001, { side: 'Short' }))).toMatchObject({ shares: { SPY: -4 } });
    expect(effectOf(filled(2, 15_000, { symbol: OPTION }))).toMatchObject({
      shares: { [OPTION]: 2 },
      cashE4: -3_000_000,
    });
  });

  it('counts what is filled and not listed, and no listed fill beyond what is filled', () => {
    expect(effectOf(order({ filled: 3 }))).toMatchObject({ shares: { SPY: 3 }, cashE4: -3_000_000 });
    const busted = order({ filled: 6, fills: [fillOf(4, 10_000), fillOf(6, 20_000, 1)] });
    expect(effectOf(busted)).toMatchObject({ shares: { SPY: 6 }, cashE4: -80_000 });
  });

  it('is that of each leg of a multi-leg order, also of one that filled alone', () => {
    const leg = (symbol: string, side: 'Buy' | 'Sell', quantity: number, priceE4: number) => ({
      symbol,
      side,
      quantity,
      priceE4,
    });
    const spread = order({
      legs: [
        { symbol: OPTION, side: 'Sell', ratio: 1 },
        { symbol: 'SPY', side: 'Buy', ratio: 100 },
      ],
      filled: 1,
      fills: [
        { ...fillOf(1, 0), legFills: [leg(OPTION, 'Sell', 1, 20_000), leg('SPY', 'Buy', 100, 1_000_000)] },
      ],
      apart: [leg('SPY', 'Buy', 100, 1_000_100)],
    });
    expect(effectOf(spread)).toMatchObject({
      shares: { [OPTION]: -1, SPY: 200 },
      cashE4: 2_000_000 - 100_000_000 - 100_010_000,
    });
  });
});

describe('our own count', () => {
  it('begins with the figures of the broker, which contain the fills until then', () => {
    const figures = firstFigures(empty, [filled(4)], NOW_MS);
    expect(countOrder(figures, filled(4))).toBe(figures);
    expect(countOrder(figures, filled(6)).positions).toEqual({ SPY: 2 });
  });

  it('leaves out orders that were over before it began, however late they are read', () => {
    const figures = firstFigures(empty, [], NOW_MS);
    const old = filled(10, 1_000_000, { ...over, orderId: '0', closedMs: NOW_MS - DAY_MS });
    expect(countOrder(figures, old)).toBe(figures);
  });

  it('keeps its count when a reading has fewer fills, until the user accepts it', () => {
    const figures = countOrder(firstFigures(empty, [], NOW_MS), filled(6));
    expect(countOrder(figures, filled(4))).toBe(figures);
    expect(countOrder(figures, filled(4), true)).toMatchObject({ positions: { SPY: 4 }, cashE4: 6_000_000 });
  });

  it('forgets an order ten days after it ended, and does not count it again', () => {
    const done = filled(10, 1_000_000, over);
    const figures = countOrder(firstFigures(empty, [], NOW_MS), done);
    expect(withoutOldOrders(figures, NOW_MS + 9 * DAY_MS).counted).toHaveProperty('1');
    const later = withoutOldOrders(figures, NOW_MS + 11 * DAY_MS);
    expect(later.counted).toEqual({});
    expect(countOrder(later, done)).toBe(later);
  });

  it('agrees with cash that differs by rounding, and takes over the rounded amount', () => {
    const figures = countOrder(firstFigures(empty, [], NOW_MS), filled(10, 1_000_333));
    const rounded = { positions: { SPY: 10 }, cashE4: -3_300 };
    expect(differencesOf(figures, rounded)).toEqual([]);
    expect(withRoundedCash(figures, rounded)).toMatchObject({ cashE4: -3_300, doubtE4: 0 });
    const fee = { ...rounded, cashE4: -3_500 };
    expect(differencesOf(figures, fee)).toMatchObject([{ kind: 'cash', there: -3_500 }]);
    expect(withRoundedCash(figures, fee)).toBe(figures);
  });

  it('is equal to the sum of all fills, in whatever parts and however often they are read', () => {
    const trade = fc.record({
      parts: fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 4 }),
      priceE4: fc.integer({ min: 1, max: 5_000_000 }),
      isBuy: fc.boolean(),
      symbol: fc.constantFrom('SPY', 'AAPL', OPTION),
      repeats: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 12 }), (trades) => {
        let figures = firstFigures(empty, [], NOW_MS);
        const positions: Record<string, number> = {};
        let cashE4 = empty.cashE4;
        for (const [index, { parts, priceE4, isBuy, symbol, repeats }] of trades.entries()) {
          const sign = isBuy ? 1 : -1;
          const fills: ExternalFill[] = [];
          for (const part of parts) {
            fills.push(fillOf(part, priceE4, fills.length));
            const count = fills.reduce((sum, { quantity }) => sum + quantity, 0);
            const read = order({
              orderId: `o${index}`,
              symbol,
              side: isBuy ? 'Buy' : 'Sell',
              filled: count,
              fills: [...fills],
            });
            for (let times = 0; times < repeats; times += 1) figures = countOrder(figures, read);
            positions[symbol] = (positions[symbol] ?? 0) + sign * part;
            cashE4 -= sign * part * priceE4 * (symbol === OPTION ? 100 : 1);
          }
        }
        expect(differencesOf(figures, { positions, cashE4 })).toEqual([]);
        expect(figures.cashE4).toBe(cashE4);
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});

describe('a difference', () => {
  it('is gone once it was accepted, and leaves all else', () => {
    const figures = firstFigures({ positions: { SPY: 10, IBM: 1 }, cashE4: 100 }, [], NOW_MS);
    const there = { positions: { SPY: 3 }, cashE4: -900 };
    const found = differencesOf(figures, there);
    expect(found.map(({ kind, symbol }) => `${kind} ${symbol}`)).toEqual([
      'cash ',
      'position IBM',
      'position SPY',
    ]);
    const settled = found.reduce(withAccepted, figures);
    expect(differencesOf(settled, there)).toEqual([]);
    expect(settled.positions).toEqual({ SPY: 3 });
  });

  it('of cash needs both sides', () => {
    const figures = firstFigures({ positions: {}, cashE4: null }, [], NOW_MS);
    expect(differencesOf(figures, { positions: {}, cashE4: 5 })).toEqual([]);
    expect(withRoundedCash(figures, { positions: {}, cashE4: 5 }).cashE4).toBe(5);
  });
});
