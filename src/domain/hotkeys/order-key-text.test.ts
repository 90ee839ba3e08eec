import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { MAX_ORDER_QUANTITY } from '../orders/validate.ts';
import {
  ALL_E4,
  MAX_EQUITY_PERCENT_E4,
  MAX_OFFSET_E4,
  MAX_TICKS,
  type KeyPrice,
  type KeySize,
  type OrderKey,
} from './order-key.ts';
import { parseOrderKey } from './parse-order-key.ts';
import { printOrderKey } from './print-order-key.ts';

const sizes: fc.Arbitrary<KeySize> = fc.oneof(
  fc.constant({ by: 'Ticket' } as const),
  fc.record({ by: fc.constant('Count' as const), quantity: fc.integer({ min: 1, max: MAX_ORDER_QUANTITY }) }),
  fc.record({ by: fc.constant('Value' as const), amountE4: fc.integer({ min: 1, max: 10_000_000_000_000 }) }),
  fc.record({
    by: fc.constant('Risk' as const),
    amountE4: fc.integer({ min: 1, max: 10_000_000_000_000 }),
    distanceE4: fc.integer({ min: 1, max: MAX_OFFSET_E4 }),
  }),
  fc.record({
    by: fc.constant('Equity' as const),
    percentE4: fc.integer({ min: 1, max: MAX_EQUITY_PERCENT_E4 }),
  }),
  fc.record({
    by: fc.constant('Position' as const),
    percentE4: fc.oneof(fc.constantFrom(ALL_E4, ALL_E4 / 2), fc.integer({ min: 1, max: ALL_E4 })),
  }),
);
const distances = (max: number) => fc.integer({ min: -max, max });
const prices: fc.Arbitrary<KeyPrice> = fc.oneof(
  fc.constant({ type: 'Market' } as const),
  fc.record({
    type: fc.constant('Limit' as const),
    base: fc.constantFrom('bid', 'ask', 'mid', 'last'),
    offset: fc.oneof(
      fc.record({ unit: fc.constant('Dollars' as const), amountE4: distances(MAX_OFFSET_E4) }),
      // No distance has no unit.
      fc.record({
        unit: fc.constant('Ticks' as const),
        count: distances(MAX_TICKS).filter((count) => count !== 0),
      }),
    ),
  }),
);
const orders: fc.Arbitrary<OrderKey> = fc
  .record({
    action: fc.constant('Order' as const),
    side: fc.constantFrom('Buy', 'Sell', 'Short'),
    size: sizes,
    price: prices,
    tif: fc.constantFrom(
      'Day',
      'GoodTillCancel',
      'AtOpening',
      'ImmediateOrCancel',
      'FillOrKill',
      'GoodTillCrossing',
    ),
  })
  .filter(
    ({ side, size, price, tif }) =>
      !(side === 'Short' && size.by === 'Position') &&
      !(price.type === 'Market' && tif === 'GoodTillCrossing'),
  );
const keys: fc.Arbitrary<OrderKey> = fc.oneof(
  { weight: 5, arbitrary: orders },
  fc.constantFrom<OrderKey>(
    { action: 'StopToBreakEven' },
    { action: 'Flatten', scope: 'Symbol' },
    { action: 'Flatten', scope: 'Account' },
    { action: 'Reverse' },
    { action: 'Cancel', scope: 'Last' },
    { action: 'Cancel', scope: 'Symbol' },
    { action: 'Cancel', scope: 'All' },
  ),
);

describe('the text of an order key', () => {
  test.prop([keys])('is read back as the key that it was printed from', (key) => {
    // JSON: fast-check makes objects without a prototype, and a distance of minus zero.
    const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
    expect(plain(parseOrderKey(printOrderKey(key)))).toEqual(plain({ ok: true, value: key }));
  });

  test.prop([keys, fc.boolean()])('does not depend on upper and lower case', (key, isUpper) => {
    const text = printOrderKey(key);
    expect(parseOrderKey(isUpper ? text.toUpperCase() : text.toLowerCase())).toEqual(parseOrderKey(text));
  });

  const fragments = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          'buy',
          'sell',
          'at',
          'of',
          'position',
          'equity',
          'half',
          '%',
          '$',
          '100',
          '+',
          'ask',
          'stop',
        ),
        fc.string({ maxLength: 6 }),
      ),
      { maxLength: 9 },
    )
    .map((parts) => parts.join(' '));
  test.prop([fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fragments)])(
    'is a key that can be printed and read again, or has a problem with a place in the text',
    (text) => {
      const parsed = parseOrderKey(text);
      if (parsed.ok) expect(parseOrderKey(printOrderKey(parsed.value))).toEqual(parsed);
      else {
        expect(parsed.error.message).not.toBe('');
        expect(parsed.error.at >= 0 && parsed.error.at <= text.length).toBe(true);
      }
    },
  );

  test.each([
    ['buy 1,000 at ASK+.02', null],
    ['buy 1,000 at ASK+0.02 ioc', 'Buy 1000 at ask + 0.02 IOC'],
    ['Sell half of position at bid', 'Sell half of position at bid'],
    ['sell 100% of position at market', 'Sell all at market'],
    ['sell all of position at market DAY', 'Sell all at market'],
    ['Buy $5000 at mid', 'Buy $5000 at mid'],
    ['buy $ 99.5 at last - 1 ticks gtc', 'Buy $99.50 at last - 1 tick GTC'],
    ['Buy 2.5% of equity at last - 5 ticks DAY', 'Buy 2.5% of equity at last - 5 ticks'],
    ['Short ticket quantity at bid', 'Short ticket quantity at bid'],
    ['stop to breakeven', 'Stop to break-even'],
    ['flatten account', 'Flatten account'],
    ['reverse POSITION', 'Reverse position'],
    ['cancel last', 'Cancel last'],
  ])('"%s" is "%s"', (text, canonical) => {
    const parsed = parseOrderKey(text);
    expect(parsed.ok ? printOrderKey(parsed.value) : null).toBe(canonical);
  });

  test.each([
    ['', 0, 'Expected Buy, Sell, Short, Stop, Flatten, Reverse or Cancel at the end'],
    [
      'Hold 5',
      0,
      'Expected Buy, Sell, Short, Stop, Flatten, Reverse or Cancel at character 1, in place of "Hold"',
    ],
    ['Buy', 3, /^Expected a size: 100, \$5000, .* at the end$/],
    ['Buy 100 ask', 8, 'Expected "at" and a price at character 9, in place of "ask"'],
    ['Buy 100 at', 10, 'Expected market, bid, ask, mid or last at the end'],
    ['Buy 100 at ask +', 16, 'Expected a distance, such as 0.02 or 5 ticks at the end'],
    ['Buy 100 at ask + 1.5 ticks', 21, 'Enter a whole number of ticks, at most 10,000'],
    [
      'Buy 100 at ask 0.02',
      15,
      /^Expected \+, - or a time in force \(DAY, GTC, OPG, IOC, FOK or GTX\) at character 16/,
    ],
    ['Buy 100 at ask IOC FOK', 19, 'Expected nothing more at character 20, in place of "FOK"'],
    ['Buy 1.5 at ask', 4, 'Enter a whole number of shares or contracts'],
    ['Buy 0 at ask', 4, 'Enter a quantity from 1 to 1,000,000'],
    ['Buy 2000000 at ask', 4, 'Enter a quantity from 1 to 1,000,000'],
    ['Buy $0 at ask', 5, 'Enter an amount above zero'],
    ['Sell 101% of position at bid', 13, 'Enter a share above 0% and up to 100% of position'],
    ['Buy 401% of equity at ask', 12, 'Enter a share above 0% and up to 400% of equity'],
    ['Sell half at bid', 10, 'Expected "of position" at character 11, in place of "at"'],
    ['Short half of position at bid', 14, /^A part of the position is sold or bought back/],
    ['Buy 100 at market GTX', 18, /^GTX needs a limit/],
    ['Stop at break-even', 5, 'Expected "to break-even" at character 6, in place of "at"'],
    ['Reverse all', 8, 'Expected "position" at character 9, in place of "all"'],
    ['Flatten all', 8, 'Expected "symbol" or "account" at character 9, in place of "all"'],
    ['Buy 12345678901234567890 at ask', 4, /^Expected a size/],
    [`Buy ${' '.repeat(120)}`, 100, 'At most 100 characters'],
  ])('"%s" has a problem at %d: %s', (text, at, message) => {
    expect(parseOrderKey(text)).toMatchObject({
      ok: false,
      error: { at, message: typeof message === 'string' ? message : expect.stringMatching(message) },
    });
  });
});
