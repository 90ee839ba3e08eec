import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { ORDER_SIDES, ORDER_SOURCES, ORDER_TYPE_NAMES, TIME_IN_FORCES } from '../enumerations.ts';
import {
  SCHWAB_ROUTES,
  schwabRoute,
  fromBrokerSymbol,
  instructionOf,
  priceText,
  sideOfInstruction,
  toBrokerSymbol,
  toSchwabOrder,
  withoutUsPrefix,
  withUsPrefix,
  type ExternalTicket,
} from './index.ts';

const ticket = (change: Partial<ExternalTicket> = {}): ExternalTicket => ({
  symbol: 'AMD',
  side: 'Buy',
  source: 'Open',
  type: 'Limit',
  tif: 'Day',
  quantity: 10,
  priceE4: 1_909_000,
  stopPriceE4: 0,
  route: 'AUTO',
  ...change,
});
const bodyOf = (change: Partial<ExternalTicket> = {}) => {
  const mapped = toSchwabOrder(ticket(change));
  return mapped.ok ? mapped.value : mapped.error;
};

describe('the order for the external broker', () => {
  it('is a normal, single, cancelable day order with one leg', () => {
    expect(bodyOf()).toEqual({
      session: 'NORMAL',
      duration: 'DAY',
      orderStrategyType: 'SINGLE',
      complexOrderStrategyType: 'NONE',
      cancelable: true,
      orderType: 'LIMIT',
      price: '190.90',
      orderLegCollection: [
        { instruction: 'BUY', quantity: 10, instrument: { assetType: 'EQUITY', symbol: 'AMD' } },
      ],
    });
  });

  it.each([
    ['Market', 'MARKET', undefined, undefined],
    ['Limit', 'LIMIT', '190.90', undefined],
    ['Stop', 'STOP', undefined, '189.00'],
    ['StopLimit', 'STOP_LIMIT', '190.90', '189.00'],
  ] as const)(
    'of type %s carries the prices of that type and no other',
    (type, orderType, price, stopPrice) => {
      expect(bodyOf({ type, stopPriceE4: 1_890_000 })).toMatchObject({
        orderType,
        ...(price && { price }),
        ...(stopPrice && { stopPrice }),
      });
      expect(
        Object.keys(bodyOf({ type, stopPriceE4: 1_890_000 }))
          .filter((key) => /price/i.test(key))
          .sort(),
      ).toEqual([...(price ? ['price'] : []), ...(stopPrice ? ['stopPrice'] : [])]);
    },
  );

  it.each(['MarketOnClose', 'LimitOnClose', 'Pegged'] as const)('of type %s is not sent', (type) => {
    expect(bodyOf({ type })).toEqual({ code: -15, message: 'Invalid trade condition' });
  });

  it.each([
    ['Buy', 'Open', 'AMD', 'BUY'],
    ['Buy', 'Cover', 'AMD', 'BUY_TO_COVER'],
    ['Sell', 'Close', 'AMD', 'SELL'],
    ['Sell', 'Open', 'AMD', 'SELL'],
    ['Short', 'Open', 'AMD', 'SELL_SHORT'],
    ['Buy', 'Open', 'AAPL240517P00190000', 'BUY_TO_OPEN'],
    ['Buy', 'Close', 'AAPL240517P00190000', 'BUY_TO_CLOSE'],
    ['Buy', 'Cover', 'AAPL240517P00190000', 'BUY_TO_CLOSE'],
    ['Sell', 'Open', 'AAPL240517P00190000', 'SELL_TO_OPEN'],
    ['Sell', 'Close', 'AAPL240517P00190000', 'SELL_TO_CLOSE'],
    ['Short', 'Open', 'AAPL240517P00190000', 'SELL_TO_OPEN'],
  ] as const)('to %s with source %s of %s says %s', (side, source, symbol, instruction) => {
    expect(bodyOf({ side, source, symbol })).toMatchObject({ orderLegCollection: [{ instruction }] });
  });

  it('to buy and close a stock makes no sense and is not sent', () => {
    expect(bodyOf({ side: 'Buy', source: 'Close' })).toMatchObject({ code: -15 });
  });

  it.each([
    ['an index', { symbol: '$SPX' }, -3],
    ['a synthetic symbol', { symbol: '~X' }, -3],
    ['no shares', { quantity: 0 }, -16],
    ['a part of a share', { quantity: 1.5 }, -16],
    ['no price', { priceE4: 0 }, -47],
    ['a stop without a stop price', { type: 'Stop' }, -47],
    ['another time in force', { tif: 'GoodTillCancel' }, -15],
    ['an order id that is no number', { orderId: 'ord1' }, -13],
  ] as const)('with %s is refused', (_case, change, code) => {
    expect(bodyOf(change)).toMatchObject({ code });
  });

  it('names its route when that is another than AUTO, and the order that it replaces', () => {
    expect(bodyOf({ route: 'INET' })).toMatchObject({ destinationLinkName: 'INET' });
    expect(bodyOf({ route: 'AUTO' })).not.toHaveProperty('destinationLinkName');
    expect(bodyOf({ route: 'SMART' })).not.toHaveProperty('destinationLinkName');
    expect(bodyOf({ orderId: '1001234567890' })).toMatchObject({ orderId: 1_001_234_567_890 });
  });

  it('pads the root of an option to six characters', () => {
    expect(bodyOf({ symbol: 'AAPL240517P00190000' })).toMatchObject({
      orderLegCollection: [{ instrument: { assetType: 'OPTION', symbol: 'AAPL  240517P00190000' } }],
    });
  });

  it.each(SCHWAB_ROUTES)('knows the route %s', (route) => expect(schwabRoute(route)).toBe(route));
  it.each(['', 'SMART', 'inet', 'ARCA'])('takes AUTO for the route "%s"', (route) =>
    expect(schwabRoute(route)).toBe('AUTO'),
  );

  it.each([
    [10_000, '1.00'],
    [10_099, '1.00'],
    [1_909_999, '190.99'],
    [9_999, '0.9999'],
    [1, '0.0001'],
    [1_000_000_000, '100000.00'],
  ])('writes the price %i as %s: cut, not rounded', (priceE4, text) => {
    expect(priceText(priceE4)).toBe(text);
  });

  test.prop([fc.integer({ min: 1, max: 1e12 })])(
    'never writes a price above the one meant, and at most a cent below',
    (priceE4) => {
      const written = Math.round(Number(priceText(priceE4)) * 10_000);
      expect(written).toBeLessThanOrEqual(priceE4);
      expect(priceE4 - written).toBeLessThan(100);
    },
  );

  test.prop([
    fc.record({
      symbol: fc.string({ maxLength: 25 }),
      side: fc.constantFrom(...ORDER_SIDES),
      source: fc.constantFrom(...ORDER_SOURCES),
      type: fc.constantFrom(...ORDER_TYPE_NAMES),
      tif: fc.constantFrom(...TIME_IN_FORCES),
      quantity: fc.double(),
      priceE4: fc.double(),
      stopPriceE4: fc.double(),
      route: fc.string(),
    }),
  ])('is made or refused with words, whatever the ticket says', (wild) => {
    const mapped = toSchwabOrder(wild);
    expect(
      mapped.ok ? Number.isInteger(mapped.value.orderLegCollection[0].quantity) : mapped.error.message !== '',
    ).toBe(true);
  });
});

describe('symbols of the external broker', () => {
  const root = fc.stringMatching(/^[A-Z]{1,6}$/);
  test.prop([root, fc.constantFrom('C', 'P'), fc.integer({ min: 1, max: 99_999_999 })])(
    'an option comes back as it went',
    (letters, right, strike) => {
      const symbol = `${letters}260821${right}${String(strike).padStart(8, '0')}`;
      expect(toBrokerSymbol(symbol)).toHaveLength(21);
      expect(fromBrokerSymbol(toBrokerSymbol(symbol))).toBe(symbol);
    },
  );
  test.prop([root])(
    'a stock stays as it is, and the prefix comes off as it was put on, for USB as well',
    (symbol) => {
      expect(fromBrokerSymbol(toBrokerSymbol(symbol))).toBe(symbol);
      expect(withUsPrefix(symbol)).toBe(`US${symbol}`);
      expect(withoutUsPrefix(withUsPrefix(symbol))).toBe(symbol);
      expect(withoutUsPrefix(withUsPrefix('USB'))).toBe('USB');
    },
  );
  it('does not take a prefix off what has none', () =>
    expect(() => withoutUsPrefix('AAPL')).toThrow('prefix'));
});

describe('instructions read back', () => {
  it.each([
    ['BUY', 'OPENING', 'Buy', 'Open'],
    ['BUY', 'CLOSING', 'Buy', 'Cover'],
    ['BUY_TO_COVER', 'CLOSING', 'Buy', 'Cover'],
    ['SELL', 'CLOSING', 'Sell', 'Close'],
    ['SELL_SHORT', 'OPENING', 'Short', 'Open'],
    ['BUY_TO_OPEN', undefined, 'Buy', 'Open'],
    ['BUY_TO_CLOSE', undefined, 'Buy', 'Cover'],
    ['SELL_TO_OPEN', undefined, 'Short', 'Open'],
    ['SELL_TO_CLOSE', undefined, 'Sell', 'Close'],
  ])('%s (%s) is %s with source %s', (instruction, effect, side, source) =>
    expect(sideOfInstruction(instruction, effect)).toEqual({ side, source }),
  );
  it('an unknown one is none', () => expect(sideOfInstruction('EXCHANGE', undefined)).toBeUndefined());
  it('means the same there and back', () => {
    for (const [side, source, isOption] of [
      ['Buy', 'Open', false],
      ['Buy', 'Cover', false],
      ['Sell', 'Close', false],
      ['Short', 'Open', false],
      ['Buy', 'Open', true],
      ['Sell', 'Close', true],
      ['Short', 'Open', true],
    ] as const) {
      expect(sideOfInstruction(instructionOf(side, source, isOption) ?? '', undefined)).toEqual({
        side,
        source,
      });
    }
  });
});
