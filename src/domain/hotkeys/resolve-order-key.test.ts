import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { assert } from '../assert/assert.ts';
import { parseOrderKey } from './parse-order-key.ts';
import { resolveOrderKey, type KeyFacts } from './resolve-order-key.ts';

/** 300 shares bought at 99.504, and a quote of 100.00 to 100.03. */
const FACTS: KeyFacts = {
  symbol: 'SPY',
  ticketQuantity: 50,
  multiplier: 1,
  stepE4: 100,
  quote: { bidE4: 1_000_000, askE4: 1_000_300, lastE4: 1_000_100, isCurrent: true },
  position: { quantity: 300, costE4: 298_512_000 },
  equityE4: 1_000_000_000,
  stops: [
    { orderId: 's1', isBuy: false },
    { orderId: 's2', isBuy: true },
  ],
};
const SHORT: KeyFacts = { ...FACTS, position: { quantity: -300, costE4: -301_518_000 } };

function press(text: string, facts: KeyFacts = FACTS) {
  const parsed = parseOrderKey(text);
  assert(parsed.ok, `${text} is an order key`);
  const resolved = resolveOrderKey(parsed.value, facts);
  if (!resolved.ok) return resolved.error;
  const { value } = resolved;
  return value.effect === 'Send'
    ? [value.order.side, value.order.quantity, value.order.priceE4, value.order.tif]
    : value;
}

describe('an order key', () => {
  test.each([
    ['Buy 100 at ask + 0.02 IOC', ['Buy', 100, 1_000_500, 'ImmediateOrCancel']],
    ['Buy ticket quantity at ask', ['Buy', 50, 1_000_300, 'Day']],
    ['Sell half of position at bid', ['Sell', 150, 1_000_000, 'Day']],
    ['Sell 33% of position at last - 5 ticks', ['Sell', 99, 999_600, 'Day']],
    ['Sell all at market', ['Sell', 300, null, 'Day']],
    ['Buy $5000 at mid', ['Buy', 49, 1_000_100, 'Day']],
    ['Sell 100 at mid', ['Sell', 100, 1_000_200, 'Day']],
    ['Short 100 at mid', ['Short', 100, 1_000_200, 'Day']],
    ['Buy $5000 at market', ['Buy', 49, null, 'Day']],
    ['Buy 2% of equity at last', ['Buy', 19, 1_000_100, 'Day']],
    ['Buy $100 risk 0.30 at ask', ['Buy', 333, 1_000_300, 'Day']],
    ['Sell $100 risk 0.4 at market', ['Sell', 250, null, 'Day']],
    ['Short $100 risk 2 at bid', ['Short', 50, 1_000_000, 'Day']],
  ])('"%s" becomes %j', (text, order) => {
    expect(press(text)).toEqual(order);
  });

  test('rounds to a price step so that it fills against the other side, and waits at its own', () => {
    const facts = { ...FACTS, quote: { ...FACTS.quote, bidE4: 999_940, askE4: 1_000_060 } };
    const priceOf = (text: string) => Object.values(press(text, facts))[2] as unknown;
    expect(
      ['Buy 1 at ask', 'Sell 1 at bid', 'Buy 1 at bid', 'Sell 1 at ask', 'Short 1 at bid'].map(priceOf),
    ).toEqual([1_000_100, 999_900, 999_900, 1_000_100, 999_900]);
  });

  test.each([
    ['Buy 100 at ask', { symbol: null }, { why: 'NoSymbol' }],
    ['Flatten symbol', { symbol: null }, { why: 'NoSymbol' }],
    ['Reverse position', { symbol: null }, { why: 'NoSymbol' }],
    ['Reverse position', { position: null }, { why: 'PositionUnknown' }],
    ['Reverse position', { position: { quantity: 0, costE4: 0 } }, { why: 'NoPosition', needs: 'any' }],
    ['Cancel symbol', { symbol: null }, { why: 'NoSymbol' }],
    ['Stop to break-even', { symbol: null }, { why: 'NoSymbol' }],
    ['Buy 100 at ask', { quote: { ...FACTS.quote, isCurrent: false } }, { why: 'NoQuote', base: 'ask' }],
    ['Buy 100 at mid', { quote: { ...FACTS.quote, bidE4: 0 } }, { why: 'NoQuote', base: 'mid' }],
    ['Buy $50 at market', { quote: { ...FACTS.quote, askE4: 0 } }, { why: 'NoQuote', base: 'ask' }],
    ['Buy 100 at bid - 200', {}, { why: 'PriceTooLow' }],
    ['Sell all at bid', { position: null }, { why: 'PositionUnknown' }],
    ['Sell all at bid', { position: SHORT.position }, { why: 'NoPosition', needs: 'long' }],
    ['Buy all at ask', {}, { why: 'NoPosition', needs: 'short' }],
    ['Sell half of position at bid', { position: { quantity: 1, costE4: 1 } }, { why: 'TooSmall' }],
    ['Sell all at bid', { position: { quantity: 1_000_001, costE4: 1 } }, { why: 'TooLarge' }],
    ['Buy $99 at ask', {}, { why: 'TooSmall' }],
    ['Buy $5000 at ask', { multiplier: 100 }, { why: 'TooSmall' }],
    ['Buy $1 risk 2 at ask', {}, { why: 'TooSmall' }],
    ['Buy $100 risk 1 at ask', { quote: { ...FACTS.quote, askE4: 0 } }, { why: 'NoQuote', base: 'ask' }],
    ['Buy $900000000 at ask', {}, { why: 'TooLarge' }],
    ['Buy 2% of equity at ask', { equityE4: null }, { why: 'EquityUnknown' }],
    ['Buy 2% of equity at ask', { equityE4: -5 }, { why: 'TooSmall' }],
    ['Stop to break-even', { position: { quantity: 0, costE4: 0 } }, { why: 'NoPosition', needs: 'any' }],
    ['Stop to break-even', { stops: [{ orderId: 's2', isBuy: true }] }, { why: 'NoStop' }],
    [
      'Stop to break-even',
      { quote: { ...FACTS.quote, bidE4: 995_100 } },
      { why: 'PastBreakEven', stopE4: 995_100 },
    ],
    ['Stop to break-even', { quote: { ...FACTS.quote, isCurrent: false } }, { why: 'NoQuote', base: 'bid' }],
  ])('"%s" with %j is refused: %j', (text, change, refusal) => {
    expect(press(text, { ...FACTS, ...change })).toEqual(refusal);
  });

  test('buys back a part of a short position', () => {
    expect(press('Buy half of position at ask', SHORT)).toEqual(['Buy', 150, 1_000_300, 'Day']);
  });

  test('moves the stops of the position to its average price, on the side of a gain', () => {
    const moved = { effect: 'MoveStops', symbol: 'SPY' };
    expect(press('Stop to break-even')).toEqual({ ...moved, orderIds: ['s1'], stopE4: 995_100 });
    expect(press('Stop to break-even', SHORT)).toEqual({ ...moved, orderIds: ['s2'], stopE4: 1_005_000 });
  });

  test.each([
    ['Flatten symbol', { effect: 'Flatten', symbol: 'SPY' }],
    ['Flatten account', { effect: 'Flatten', symbol: null }],
    ['Reverse position', { effect: 'Reverse', symbol: 'SPY' }],
    ['Cancel symbol', { effect: 'Cancel', symbol: 'SPY' }],
    ['Cancel all', { effect: 'Cancel', symbol: null }],
    ['Cancel last', { effect: 'CancelLast' }],
  ])('"%s" is %j', (text, effect) => {
    expect(press(text)).toEqual(effect);
  });

  const facts = fc.record({
    bidE4: fc.integer({ min: 0, max: 5_000_000 }),
    spreadE4: fc.integer({ min: 0, max: 500 }),
    quantity: fc.integer({ min: -2_000_000, max: 2_000_000 }),
    equityE4: fc.integer({ min: -1_000_000, max: 1e13 }),
    stepE4: fc.constantFrom(1, 100),
    multiplier: fc.constantFrom(1, 100),
  });
  const texts = fc.constantFrom(
    'Buy $5000 at mid',
    'Buy 3% of equity at ask + 0.0155',
    'Sell 37% of position at bid - 3 ticks',
    'Buy 66% of position at last',
    'Sell all at market',
    'Short $700 at ask',
    'Buy $70 risk 0.35 at last',
  );
  test.prop([texts, facts])(
    'orders a whole quantity within the limits, at a price on a step, and never more than is held',
    (text, { bidE4, spreadE4, quantity, equityE4, stepE4, multiplier }) => {
      const quote = { bidE4, askE4: bidE4 + spreadE4, lastE4: bidE4, isCurrent: true };
      const position = { quantity, costE4: quantity * bidE4 };
      const parsed = parseOrderKey(text);
      assert(parsed.ok, `${text} is an order key`);
      const resolved = resolveOrderKey(parsed.value, {
        ...FACTS,
        ...{ quote, position, equityE4, stepE4, multiplier },
      });
      if (!resolved.ok) return;
      assert(resolved.value.effect === 'Send', 'each of the texts is an order');
      const { order } = resolved.value;
      expect(Number.isInteger(order.quantity) && order.quantity >= 1 && order.quantity <= 1_000_000).toBe(
        true,
      );
      if (order.priceE4 !== null) expect([order.priceE4 % stepE4, order.priceE4 > 0]).toEqual([0, true]);
      if (/position|all/.test(text)) expect(order.quantity).toBeLessThanOrEqual(Math.abs(quantity));
    },
  );
});
