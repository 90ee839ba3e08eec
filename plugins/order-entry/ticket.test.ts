import { fc, test as propertyTest } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { BROKERS } from '../../src/domain/orders/brokers.ts';
import { ORDER_TYPE_NAMES, TIME_IN_FORCES } from '../../src/domain/orders/enumerations.ts';
import { orderOf } from './ticket-order.ts';
import { hasOffset, ticketProblems, withType } from './ticket-rules.ts';
import { ticketText, tifOptions, typeOptions } from './ticket-labels.ts';
import {
  NEW_TICKET,
  orderRoutes,
  permittedRoute,
  ticketFrom,
  ticketOf,
  withPrices,
  type Ticket,
} from './ticket.ts';

const ticket: Ticket = ticketFrom({ symbol: 'spy' }, { symbol: 'QQQ' });
const NOW_MS = Date.UTC(2026, 6, 6, 15);
const problemsOf = (part: Partial<Ticket>) => ticketProblems({ ...ticket, ...part }, NOW_MS);
const textOf = (part: Partial<Ticket>) => ticketText({ ...ticket, ...part }, NOW_MS);
const ROUTE = { destination: 'SMART', route: 'AUTO' };

describe('a ticket', () => {
  it('starts as a market order to buy 100 for the day', () => {
    expect(ticket).toEqual({ ...NEW_TICKET, symbol: 'SPY' });
    expect(NEW_TICKET).toMatchObject({
      side: 'Buy',
      quantity: 100,
      type: 'Market',
      tif: 'Day',
      price: null,
      stopPrice: null,
      route: ROUTE,
    });
  });

  it('takes side, quantity and price of a command; a price makes it a limit order', () => {
    expect(ticketFrom({ side: 'Short', quantity: 50, price: 12.5 }, { symbol: 'QQQ' })).toEqual({
      ...NEW_TICKET,
      symbol: 'QQQ',
      side: 'Short',
      quantity: 50,
      type: 'Limit',
      price: 12.5,
    });
  });

  it('does without arguments that make no sense', () => {
    expect(ticketFrom({ side: 'Borrow', quantity: -5, price: 0, symbol: ' ' }, { symbol: 'QQQ' })).toEqual({
      ...ticket,
      symbol: 'QQQ',
    });
  });

  it('of a replacement takes the prices that a command names, in cents', () => {
    const stop: Ticket = { ...ticket, type: 'StopLimit', price: 10, stopPrice: 9 };
    expect(withPrices(stop, { price: 10.006, stopPrice: 8.5 })).toEqual({
      ...stop,
      price: 10.01,
      stopPrice: 8.5,
    });
    expect(withPrices(stop, { price: NaN, stopPrice: -1 })).toEqual(stop);
  });

  it('says on its button what it sends', () => {
    expect(textOf({})).toBe('Buy 100 SPY at market');
    expect(textOf({ side: 'Short', quantity: 1500, type: 'Limit', price: 512.3 })).toBe(
      'Short 1,500 SPY at 512.30',
    );
    expect(textOf({ quantity: 1.5, type: 'Limit', price: 200.123 })).toBe('Buy … SPY at …');
    expect(textOf({ side: 'Sell', type: 'Stop', stopPrice: 95, tif: 'GoodTillCancel' })).toBe(
      'Sell 100 SPY stop 95.00, GTC',
    );
    expect(textOf({ tif: 'GoodTillDate', goodTill: '2026-12-31' })).toBe('Buy 100 SPY at market, GTD 12/31');
    expect(textOf({ tif: 'GoodTillDate', goodTill: '2027-01-15' })).toBe(
      'Buy 100 SPY at market, GTD 01/15/2027',
    );
    expect([
      textOf({ tif: 'GoodTillDate' }),
      textOf({ tif: 'GoodTillDate', goodTill: '2026-07-05' }),
    ]).toEqual(['Buy 100 SPY at market, GTD …', 'Buy 100 SPY at market, GTD …']);
    expect(textOf({ side: 'Sell', type: 'StopLimit', stopPrice: 95, price: 94.5 })).toBe(
      'Sell 100 SPY stop 95.00 limit 94.50',
    );
    expect(textOf({ side: 'Sell', type: 'Stop', stopKind: 'TrailingPercent', offset: 2 })).toBe(
      'Sell 100 SPY trailing stop 2.00%',
    );
    expect(textOf({ type: 'MarketOnClose' })).toBe('Buy 100 SPY at the close');
    expect(textOf({ type: 'LimitOnClose', price: 99 })).toBe('Buy 100 SPY at the close, limit 99.00');
    expect([textOf({ type: 'Pegged' }), textOf({ type: 'Pegged', pegType: 'Midpoint' })]).toEqual([
      'Buy 100 SPY pegged to the bid',
      'Buy 100 SPY pegged to the midpoint',
    ]);
    expect(textOf({ symbol: 'SPY260821C00645500', quantity: 2 })).toBe(
      "Buy 2 SPY Aug 21 '26 645.5 Call at market",
    );
  });

  it('names every type and time in force with its label', () => {
    expect(typeOptions(BROKERS.tapedeck.capabilities).map(({ label }) => label)).toEqual([
      'Market (MKT)',
      'Limit (LMT)',
      'Stop (STOP)',
      'Stop limit (STOP LMT)',
      'Market on close (MKT)',
      'Limit on close (LMT)',
      'Pegged (PEG)',
    ]);
    expect(tifOptions('Limit', BROKERS.tapedeck.capabilities).map(({ label }) => label)).toEqual([
      'Day',
      'Good till cancelled (GTC)',
      'At the opening (OPG)',
      'Immediate or cancel (IOC)',
      'Fill or kill (FOK)',
      'Extended hours (GTX)',
      'Good till date (GTD)',
    ]);
  });

  it('disables the types and times in force that the broker does not take', () => {
    const enabled = (options: readonly { readonly value: string; readonly isDisabled: boolean }[]) =>
      options.flatMap(({ value, isDisabled }) => (isDisabled ? [] : [value]));
    const { capabilities } = BROKERS.schwab;
    expect(enabled(typeOptions(capabilities))).toEqual(['Market', 'Limit', 'Stop', 'StopLimit']);
    expect(enabled(tifOptions('Limit', capabilities))).toEqual(['Day']);
    expect(enabled(typeOptions(BROKERS.tapedeck.capabilities))).toEqual([...ORDER_TYPE_NAMES]);
    expect(enabled(tifOptions('MarketOnClose', BROKERS.tapedeck.capabilities))).toEqual(['Day']);
  });

  it.each([
    [{ quantity: null }, { quantity: 'Enter a quantity' }],
    [{ quantity: 0 }, { quantity: 'Enter a whole number from 1 up' }],
    [{ quantity: 1.5 }, { quantity: 'Enter a whole number from 1 up' }],
    [{ quantity: NaN }, { quantity: 'Enter a whole number from 1 up' }],
    [{ quantity: -5 }, { quantity: 'Enter a whole number from 1 up' }],
    [{ quantity: 1_000_001 }, { quantity: 'At most 1,000,000 shares per order' }],
    [{ type: 'Limit', price: null }, { price: 'Enter a price' }],
    [{ type: 'Limit', price: 0.001 }, { price: 'At least 0.01' }],
    [{ type: 'Limit', price: NaN }, { price: 'Enter a number, such as 12.34' }],
    [{ type: 'Limit', price: 99_999_999_999 }, { price: 'At most $1,000,000,000.00 per order' }],
    [{ type: 'Limit', price: 10.005 }, { price: 'Prices go in steps of 0.01' }],
    [{ type: 'Limit', price: 512.37 }, {}],
    [{ type: 'Market', price: 0.001 }, {}],
    [{ symbol: '' }, { symbol: 'Enter a symbol' }],
    [{ type: 'Stop', stopPrice: null }, { stopPrice: 'Enter a price' }],
    [{ type: 'StopLimit', price: 10, stopPrice: 0 }, { stopPrice: 'At least 0.01' }],
    [{ type: 'Limit', price: 10, stopPrice: 0.001 }, {}],
    [{ type: 'Stop', stopKind: 'TrailingValue' }, { offset: 'Enter a trail amount' }],
    [{ type: 'Stop', stopKind: 'TrailingPercent', offset: 100 }, { offset: 'Less than 100 per cent' }],
    [{ type: 'Stop', stopKind: 'TrailingPercent', offset: 2.5 }, {}],
    [{ type: 'Pegged', offset: 0.015 }, { offset: 'Prices go in steps of 0.01' }],
    [{ type: 'Pegged' }, {}],
    [{ type: 'Limit', price: 10, tif: 'GoodTillDate' }, { goodTill: 'Choose a date' }],
    [
      { type: 'Limit', price: 10, tif: 'GoodTillDate', goodTill: '2026-07-05' },
      { goodTill: 'Choose today or a later day' },
    ],
    [{ type: 'Limit', price: 10, tif: 'GoodTillDate', goodTill: '2026-07-06' }, {}],
    [
      { type: 'Limit', price: 10, tif: 'GoodTillDate', goodTill: '2026-07-11' },
      { goodTill: 'The market is closed on that day' },
    ],
    [{ minQuantity: 101 }, { minQuantity: 'Not more than the quantity' }],
    [{ displayQuantity: 0 }, { displayQuantity: 'Enter a whole number from 1 up, or nothing' }],
    [{ displayQuantity: 20 }, {}],
  ] as const)('judges %j', (part, problems) => {
    expect(problemsOf(part)).toEqual(problems);
  });

  it('enables the offset for trailing stops and pegs', () => {
    expect(ORDER_TYPE_NAMES.filter((type) => hasOffset({ type, stopKind: 'TrailingValue' }))).toEqual([
      'Stop',
      'StopLimit',
      'Pegged',
    ]);
  });

  it('goes back to Day when the time in force does not go with the new type', () => {
    expect(withType({ ...ticket, type: 'Limit', tif: 'GoodTillCrossing' }, 'Market').tif).toBe('Day');
    expect(withType({ ...ticket, tif: 'FillOrKill' }, 'Stop').tif).toBe('Day');
    expect(withType({ ...ticket, tif: 'GoodTillCancel' }, 'Stop').tif).toBe('GoodTillCancel');
  });
});

describe('the order of a ticket', () => {
  it('carries only what applies to its type', () => {
    const full: Ticket = {
      ...ticket,
      price: 10,
      stopPrice: 9,
      stopKind: 'TrailingPercent',
      offset: 2,
      pegType: 'Midpoint',
      goodTill: '2026-07-10',
    };
    expect(orderOf(full, ROUTE)).toEqual({
      symbol: 'SPY',
      side: 'Buy',
      quantity: 100,
      type: 'Market',
      tif: 'Day',
      price: null,
      ...ROUTE,
    });
    expect(
      orderOf({ ...full, type: 'Limit', tif: 'GoodTillDate', minQuantity: 10, displayQuantity: 20 }, ROUTE),
    ).toEqual({
      symbol: 'SPY',
      side: 'Buy',
      quantity: 100,
      type: 'Limit',
      tif: 'GoodTillDate',
      price: 10,
      ...ROUTE,
      goodTillMs: Date.UTC(2026, 6, 10, 20),
      minQuantity: 10,
      displayQuantity: 20,
    });
    expect(orderOf({ ...full, type: 'StopLimit' }, ROUTE)).toMatchObject({
      price: 10,
      stopPrice: 9,
      stopType: 'Trailing',
      offsetType: 'Percent',
      offsetValue: 2,
    });
    expect(orderOf({ ...full, type: 'Stop', stopKind: 'Static' }, ROUTE)).toEqual({
      symbol: 'SPY',
      side: 'Buy',
      quantity: 100,
      type: 'Stop',
      tif: 'Day',
      price: null,
      stopPrice: 9,
      stopType: 'Static',
      ...ROUTE,
    });
    expect(orderOf({ ...full, type: 'Pegged', offset: 0.05, price: null }, ROUTE)).toMatchObject({
      price: null,
      pegType: 'Midpoint',
      offsetValue: 0.05,
    });
  });

  it('carries the limit of a peg, which is optional and never the one of another type', () => {
    const peg: Ticket = { ...ticket, type: 'Pegged', price: 99.5 };
    expect([orderOf(peg, ROUTE).price, textOf(peg), textOf({ ...peg, price: null })]).toEqual([
      99.5,
      'Buy 100 SPY pegged to the bid limit 99.50',
      'Buy 100 SPY pegged to the bid',
    ]);
    expect([problemsOf(peg), problemsOf({ ...peg, price: 0.001 })]).toEqual([{}, { price: 'At least 0.01' }]);
    expect([
      withType({ ...ticket, type: 'Limit', price: 12 }, 'Pegged').price,
      withType(peg, 'Pegged').price,
      withType(peg, 'Limit').price,
    ]).toEqual([null, 99.5, 99.5]);
  });

  const anyTicket = fc.record({
    type: fc.constantFrom(...ORDER_TYPE_NAMES),
    tif: fc.constantFrom(...TIME_IN_FORCES),
    side: fc.constantFrom('Buy' as const, 'Sell' as const, 'Short' as const),
    quantity: fc.integer({ min: 1, max: 9999 }),
    cents: fc.integer({ min: 1, max: 100_000 }),
    stopCents: fc.integer({ min: 1, max: 100_000 }),
    stopKind: fc.constantFrom('Static' as const, 'TrailingValue' as const, 'TrailingPercent' as const),
    offsetCents: fc.integer({ min: 1, max: 9999 }),
    pegType: fc.constantFrom('Primary' as const, 'Midpoint' as const),
  });
  propertyTest.prop([anyTicket])(
    'replaced by itself is the order it was',
    ({ cents, stopCents, offsetCents, ...rest }) => {
      const sent: Ticket = {
        ...ticket,
        ...rest,
        price: cents / 100,
        stopPrice: stopCents / 100,
        offset: offsetCents / 100,
        goodTill: '2026-07-10',
      };
      const order = orderOf(sent, ROUTE);
      const again = orderOf(
        ticketOf({
          OrderId: 'o1',
          ClientId: 'c1',
          ExecInst: '',
          Qualifier: 'None',
          Currency: 'USD',
          Account: 'A',
          UserId: 'u',
          Symbol: order.symbol,
          Side: order.side,
          Source: 'Open',
          Type: order.type,
          TifType: order.tif ?? 'Day',
          Quantity: order.quantity,
          Price: order.price ?? 0,
          StopPrice: order.stopPrice ?? 0,
          StopType: order.stopType,
          OffsetType: order.offsetType,
          OffsetValue: order.offsetValue,
          PegType: order.pegType,
          TifPeriod: order.goodTillMs,
          Fill: 0,
          Unfill: order.quantity,
          AveragePrice: 0,
          Status: 'Confirmed',
          Destination: order.destination,
          Route: order.route,
          Timestamp: 1,
          TimeCompleted: null,
          Description: '',
        }),
        ROUTE,
      );
      const { stopPrice: _start, ...trailing } = order;
      // A trailing stop keeps its present stop price.
      expect(again).toEqual(order.stopType === 'Trailing' ? trailing : order);
    },
  );
});

describe('routes', () => {
  const permissions = [
    { Destination: 'OPT', Routes: ['CBOE'], Stock: false, Option: true },
    { Destination: 'SMART', Routes: ['NYSE', 'ARCA'], Stock: true, Option: false },
  ];
  const choices = orderRoutes(permissions);

  it('are those that orders of the kind may take', () => {
    expect(choices).toEqual([
      { destination: 'SMART', route: 'NYSE' },
      { destination: 'SMART', route: 'ARCA' },
    ]);
    expect(orderRoutes(permissions, true)).toEqual([{ destination: 'OPT', route: 'CBOE' }]);
    expect(orderRoutes([])).toEqual([{ destination: 'SMART', route: 'AUTO' }]);
  });

  it('fall back to the first permitted one', () => {
    expect(permittedRoute({ destination: 'SMART', route: 'ARCA' }, choices).route).toBe('ARCA');
    expect(permittedRoute({ destination: 'SMART', route: 'AUTO' }, choices).route).toBe('NYSE');
  });
});
