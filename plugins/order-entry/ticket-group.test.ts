import { describe, expect, it } from 'vitest';
import { exitPrice, groupTicketOf } from './ticket-group.ts';
import { ticketProblems } from './ticket-rules.ts';
import { ticketText } from './ticket-labels.ts';
import { NEW_TICKET, withSymbol, type Ticket } from './ticket.ts';

const NOW_MS = Date.UTC(2026, 6, 6, 15);
const MARKET = { bid: 99.98, ask: 100.02, last: 100 };
const ROUTE = { destination: 'SMART', route: 'AUTO' };
const bracket: Ticket = {
  ...NEW_TICKET,
  symbol: 'SPY',
  type: 'Limit',
  price: 100,
  attach: 'Bracket',
  target: { basis: 'Percent', amount: 2 },
  exitStop: { basis: 'Offset', amount: 1.5 },
};
const oneCancelsOther: Ticket = {
  ...bracket,
  side: 'Sell',
  price: 110,
  attach: 'OneCancelsOther',
  otherType: 'Stop',
  otherPrice: 95,
};
const problemsOf = (ticket: Ticket) => ticketProblems(ticket, NOW_MS);

describe('a ticket with a target and a stop', () => {
  it('makes a bracket with the exits that have an amount', () => {
    expect(problemsOf(bracket)).toEqual({});
    expect(groupTicketOf(bracket, ROUTE)).toMatchObject({
      kind: 'Bracket',
      entry: { symbol: 'SPY', side: 'Buy', type: 'Limit', price: 100, quantity: 100 },
      target: { basis: 'Percent', amount: 2, tif: 'GoodTillCancel' },
      stop: { basis: 'Offset', amount: 1.5, tif: 'GoodTillCancel' },
    });
    const withoutTarget = { ...bracket, target: { basis: 'Percent', amount: null } } as const;
    expect(groupTicketOf(withoutTarget, ROUTE)).toMatchObject({ target: null });
    expect(groupTicketOf({ ...bracket, attach: 'None' }, ROUTE)).toBeNull();
  });

  it('names every leg on its button', () => {
    expect(ticketText(bracket, NOW_MS)).toBe('Buy 100 SPY at 100.00, target 2.00%, stop $1.50');
    const price = { basis: 'Price', amount: 103.5 } as const;
    expect(ticketText({ ...bracket, target: price }, NOW_MS)).toContain(', target 103.50, stop');
  });

  it.each([
    ['a limit entry', {}, 102, 98.5],
    ['a stop entry', { type: 'Stop', stopPrice: 101 }, 103.02, 99.5],
    ['an entry at the market', { type: 'Market' }, 102.03, 98.52],
    ['a short entry', { side: 'Short' }, 98, 101.5],
  ] as const)('computes the prices of the exits from %s', (_title, change, target, stop) => {
    const ticket: Ticket = { ...bracket, ...change };
    expect([exitPrice(ticket, 'Target', MARKET), exitPrice(ticket, 'Stop', MARKET)]).toEqual([target, stop]);
  });

  it('has no price for an exit without an amount, without a market, and while the entry has no price', () => {
    const noTarget: Ticket = { ...bracket, target: { basis: 'Price', amount: null } };
    expect(exitPrice(noTarget, 'Target', MARKET)).toBeNull();
    const noMarket = { bid: 0, ask: 0, last: 0 };
    expect(exitPrice({ ...bracket, type: 'Market' }, 'Target', noMarket)).toBeNull();
    expect(exitPrice({ ...bracket, price: Number.NaN }, 'Target', MARKET)).toBeNull();
  });

  it.each([
    [
      'no exit',
      { target: { basis: 'Price', amount: null }, exitStop: { basis: 'Price', amount: null } },
      'attach',
      'A bracket has a target, a stop or both.',
    ],
    [
      'a target below the entry',
      { target: { basis: 'Price', amount: 99 } },
      'attach',
      'The target is above the entry.',
    ],
    ['a sale that closes', { side: 'Sell' }, 'attach', 'The entry of a bracket opens a position.'],
    [
      'a stop of 100 per cent',
      { exitStop: { basis: 'Percent', amount: 100 } },
      'attach',
      'The stop is less than 100 % below the entry.',
    ],
    [
      'what is no number',
      { target: { basis: 'Percent', amount: Number.NaN } },
      'target',
      'Enter a number, such as 12.34',
    ],
    [
      'a fraction of a cent',
      { exitStop: { basis: 'Price', amount: 98.123 } },
      'exitStop',
      'Prices go in steps of 0.01',
    ],
  ] as const)('refuses %s by the rule of the server', (_title, change, field, problem) => {
    expect(problemsOf({ ...bracket, ...change })).toEqual({ [field]: problem });
  });

  it('forgets prices with their symbol, and keeps per cents', () => {
    const next = withSymbol({ ...bracket, otherPrice: 95 }, 'AAPL');
    expect([next.target.amount, next.exitStop.amount, next.otherPrice]).toEqual([2, null, null]);
  });
});

describe('a ticket whose orders cancel each other', () => {
  it('makes two orders that differ in type and price', () => {
    expect(problemsOf(oneCancelsOther)).toEqual({});
    expect(groupTicketOf(oneCancelsOther, ROUTE)).toMatchObject({
      kind: 'OneCancelsOther',
      orders: [
        { side: 'Sell', type: 'Limit', price: 110, quantity: 100 },
        { side: 'Sell', type: 'Stop', price: null, stopPrice: 95, stopType: 'Static', quantity: 100 },
      ],
    });
    expect(ticketText(oneCancelsOther, NOW_MS)).toBe(
      'Sell 100 SPY at 110.00 or stop 95.00, one cancels other',
    );
  });

  it('refuses an order that does not wait, and a missing price', () => {
    expect(problemsOf({ ...oneCancelsOther, type: 'Market' })).toEqual({
      attach: 'A one-cancels-other group takes limit, stop and stop limit orders.',
    });
    expect(problemsOf({ ...oneCancelsOther, otherPrice: null })).toEqual({ otherPrice: 'Enter a price' });
  });
});
