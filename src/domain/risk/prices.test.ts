import { describe, expect, it } from 'vitest';
import { exposureOf, openingOf, totalOf, valueOfSide, workingOf } from './exposure.ts';
import {
  countedPriceE4,
  freeMoneyE4,
  isMarketable,
  mayTradeWith,
  openingCostE4,
  unitPowerE4,
  waitsForStop,
} from './prices.ts';
import {
  CALL,
  DOLLAR,
  hold,
  makeContext,
  makeOption,
  rest,
  SELL,
  SHORT,
  type TestContext,
} from './testing/contexts.ts';

const contextOf = (
  change: Partial<TestContext['order']>,
  market: Partial<TestContext['market']> = {},
): TestContext => {
  const context = makeContext();
  Object.assign(context.order, change);
  Object.assign(context.market, market);
  return context;
};

describe('the price one share is counted at', () => {
  const dollars = (...parameters: Parameters<typeof contextOf>) =>
    (countedPriceE4(contextOf(...parameters)) ?? Number.NaN) / DOLLAR;
  const NONE = { type: 'Market', priceE4: 0 } as const;
  const STOP = { type: 'Stop', priceE4: 0 } as const;
  it.each<[string, Parameters<typeof contextOf>, number]>([
    ['a limit purchase at its limit', [{ priceE4: 90 * DOLLAR }], 90],
    [
      'a stop-limit purchase at its limit',
      [{ type: 'StopLimit', stopPriceE4: 101 * DOLLAR, priceE4: 102 * DOLLAR }],
      102,
    ],
    ['a market purchase at the ask and 5 %', [NONE], 105],
    ['a closing purchase too', [{ ...NONE, type: 'MarketOnClose' }], 105],
    [
      'a market purchase without an ask at the last trade and 5 %',
      [NONE, { askE4: 0, lastE4: 80 * DOLLAR }],
      84,
    ],
    [
      'before the first trade at the close before and 5 %',
      [NONE, { askE4: 0, lastE4: 0, previousCloseE4: 60 * DOLLAR }],
      63,
    ],
    ['a stop purchase at its stop and 5 %', [{ ...STOP, stopPriceE4: 120 * DOLLAR }], 126],
    ['a stop purchase below the market at the ask and 5 %', [{ ...STOP, stopPriceE4: 80 * DOLLAR }], 105],
    [
      'a trailing stop by value at where it would trigger',
      [{ ...STOP, stopType: 'Trailing', offsetType: 'Value', offsetE4: 10 * DOLLAR }, { askE4: 50 * DOLLAR }],
      63,
    ],
    [
      'a trailing stop by per cent at where it would trigger',
      [{ ...STOP, stopType: 'Trailing', offsetType: 'Percent', offsetE4: 200_000 }, { askE4: 50 * DOLLAR }],
      63,
    ],
    [
      'a trailing stop by a little per cent',
      [{ ...STOP, stopType: 'Trailing', offsetType: 'Percent', offsetE4: 15_000 }, { askE4: 200 * DOLLAR }],
      213.15,
    ],
    ['a pegged purchase at its cap', [{ type: 'Pegged', priceE4: 99 * DOLLAR }], 99],
    ['a pegged purchase without a cap at the ask and 5 %', [{ type: 'Pegged', priceE4: 0 }], 105],
    ['a short sale at the dearest of limit, bid and last', [{ ...SHORT, priceE4: 90 * DOLLAR }], 100],
    ['a short sale above the market at its limit', [{ ...SHORT, priceE4: 130 * DOLLAR }], 130],
  ])('%s', (_title, parameters, expected) => expect(dollars(...parameters)).toBe(expected));
  it('is 0 where the market has none, and not known where that is not known', () => {
    expect(dollars(NONE, { askE4: 0, bidE4: 0, lastE4: 0, previousCloseE4: 0 })).toBe(0);
    for (const name of ['askE4', 'bidE4', 'lastE4', 'previousCloseE4'] as const) {
      const context = contextOf(NONE);
      Object.assign(context.market, { [name]: undefined });
      expect(countedPriceE4(context), name).toBeUndefined();
    }
  });
});

describe('what one share or contract takes from the buying power', () => {
  it('is its price, of a bought option twice that: it is paid in full, whether the order opens or covers', () => {
    expect(unitPowerE4(contextOf({}))).toBe(100 * DOLLAR);
    const context = contextOf({});
    makeOption(context);
    expect(unitPowerE4(context)).toBe(2 * 100 * 3 * DOLLAR);
    hold(context, CALL, -1);
    expect([openingCostE4(context), unitPowerE4(context)]).toEqual([0, 2 * 100 * 3 * DOLLAR]);
  });
});

describe('an order in the market', () => {
  it('waits for its stop unless that was triggered before it was replaced', () => {
    const context = contextOf({ type: 'StopLimit', stopPriceE4: 101 * DOLLAR });
    expect(waitsForStop(context)).toBe(true);
    context.replaced = { side: 'Buy', filled: 0, leaves: 100, reservedE4: 0, isTriggered: false };
    expect(waitsForStop(context)).toBe(true);
    context.replaced.isTriggered = true;
    expect(waitsForStop(context)).toBe(false);
    expect([waitsForStop({ ...context, replaced: undefined }), waitsForStop(contextOf({}))]).toEqual([
      false,
      false,
    ]);
  });
  it('is marketable when its limit reaches the other side, or without a limit', () => {
    expect(isMarketable(contextOf({}))).toBe(true);
    expect(isMarketable(contextOf({ priceE4: 999_900 }))).toBe(false);
    expect(isMarketable(contextOf({ ...SELL, priceE4: 999_800 }))).toBe(true);
    expect(isMarketable(contextOf({ ...SELL, priceE4: 999_900 }))).toBe(false);
    expect(isMarketable(contextOf({ type: 'Market', priceE4: 0 }))).toBe(true);
    expect(isMarketable(contextOf({}, { askE4: 0 }))).toBe(false);
  });
  it('may trade with a price that its limit reaches, and with what has no price', () => {
    expect(mayTradeWith(contextOf({}), 100 * DOLLAR)).toBe(true);
    expect(mayTradeWith(contextOf({}), 100 * DOLLAR + 1)).toBe(false);
    expect(mayTradeWith(contextOf(SELL), 100 * DOLLAR - 1)).toBe(false);
    expect(mayTradeWith(contextOf({}), null)).toBe(true);
    expect(mayTradeWith(contextOf({ type: 'Pegged', priceE4: 0 }), 500 * DOLLAR)).toBe(true);
    expect(mayTradeWith(contextOf({ type: 'Pegged' }), 500 * DOLLAR)).toBe(false);
    expect(mayTradeWith(contextOf({}), undefined)).toBe(true);
  });
});

describe('exposure', () => {
  it('of a purchase covers the short position first, after the purchases that rest', () => {
    const context = contextOf({ source: 'Cover', quantity: 100 });
    hold(context, 'SPY', -120);
    expect(openingOf(context)).toBe(0);
    rest(context, { side: 'Buy', leaves: 50 });
    expect(openingOf(context)).toBe(30);
    expect(exposureOf(context)).toMatchObject({ long: 30, short: 120 });
  });
  it('counts a position at its worst on both sides', () => {
    const context = contextOf({ ...SHORT, quantity: 10 });
    rest(context, { side: 'Short', leaves: 40 });
    rest(context, { side: 'Buy', leaves: 25 });
    hold(context, 'QQQ', -7);
    context.portfolio.openInterest.set('PENNY', { buy: 3, sell: 0 });
    expect(exposureOf(context)).toMatchObject({ long: 25, short: 50 });
    expect(totalOf(context, 'Stock')).toBe(50 + 7 + 3);
  });
  it('reads no price of the side that is not valued', () => {
    const context = contextOf({});
    hold(context, 'UNKNOWN', -5);
    const priceOf = (symbol: string) => (symbol === 'SPY' ? 100 * DOLLAR : undefined);
    expect(valueOfSide(context, 'long', priceOf)).toBe(100 * 100 * DOLLAR);
    expect(valueOfSide(context, 'short', priceOf)).toBeUndefined();
  });
  it('of a replacement leaves out what the replaced order still wanted, and what it got', () => {
    const context = contextOf({ quantity: 100 });
    rest(context, { side: 'Buy', leaves: 60 });
    context.replaced = { side: 'Buy', filled: 40, leaves: 60, reservedE4: 60 * DOLLAR, isTriggered: false };
    expect(workingOf(context)).toBe(60);
    expect(exposureOf(context)?.long).toBe(60);
    expect(freeMoneyE4(context, DOLLAR)).toBe(61 * DOLLAR);
    context.replaced.leaves = 61;
    expect(exposureOf(context)).toBeUndefined();
  });
});
