import { describe, expect, it } from 'vitest';
import { exitPrices, groupTicketOf } from './ticket-group.ts';
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
    expect(Object.values(exitPrices(ticket, MARKET, null)).flat()).toEqual([stop, target]);
  });

  it('has no price for an exit without an amount, without a market, and while the entry has no price', () => {
    const noTarget: Ticket = { ...bracket, target: { basis: 'Price', amount: null } };
    expect(exitPrices(noTarget, MARKET, null).targets).toEqual([null]);
    const noMarket = { bid: 0, ask: 0, last: 0 };
    expect(exitPrices({ ...bracket, type: 'Market' }, noMarket, null).targets).toEqual([null]);
    expect(exitPrices({ ...bracket, price: Number.NaN }, MARKET, null).targets).toEqual([null]);
  });

  it('has no price for an exit that would be refused', () => {
    const stopPrice = (exitStop: Ticket['exitStop']) =>
      exitPrices({ ...bracket, exitStop }, MARKET, null).stop;
    expect(stopPrice({ basis: 'Percent', amount: -1 })).toBeNull();
    expect(stopPrice({ basis: 'Percent', amount: 100 })).toBeNull();
    expect(stopPrice({ basis: 'Price', amount: 100.5 })).toBeNull();
    expect(stopPrice({ basis: 'Price', amount: 99.5 })).toBe(99.5);
  });

  it.each([
    [
      'no exit',
      { target: { basis: 'Price', amount: null }, exitStop: { basis: 'Price', amount: null } },
      'attach',
      'A bracket has a target, a stop or a time exit.',
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

describe('a ticket with several targets', () => {
  const several: Ticket = {
    ...bracket,
    targets: [
      { amount: 1, quantity: 40 },
      { amount: 2, quantity: 35 },
      { amount: 3, quantity: null },
    ],
  };

  it('makes a bracket that closes in parts, the last one for the rest', () => {
    expect(problemsOf(several)).toEqual({});
    expect(groupTicketOf(several, ROUTE)).toMatchObject({
      kind: 'Bracket',
      target: null,
      targets: [
        { basis: 'Percent', amount: 1, quantity: 40, tif: 'GoodTillCancel' },
        { amount: 2, quantity: 35 },
        { amount: 3, quantity: 25 },
      ],
      stop: { basis: 'Offset', amount: 1.5 },
    });
    expect(exitPrices(several, MARKET, null).targets).toEqual([101, 102, 103]);
    expect(ticketText(several, NOW_MS)).toBe(
      'Buy 100 SPY at 100.00, targets 1.00% / 2.00% / 3.00%, stop $1.50',
    );
  });

  it('names the first target without an amount', () => {
    const targets = several.targets.map((each, at) => (at === 0 ? each : { ...each, amount: null }));
    expect(problemsOf({ ...several, targets })).toEqual({
      attach: 'Enter target 2, or remove the last target.',
    });
  });

  it('moves its stop to break-even when it has one', () => {
    const moving: Ticket = { ...several, isBreakEven: true };
    expect(groupTicketOf(moving, ROUTE)).toMatchObject({ isBreakEven: true });
    expect(ticketText(moving, NOW_MS)).toMatch(/, stop \$1\.50 to break-even$/);
    const noStop: Ticket = { ...moving, exitStop: { basis: 'Price', amount: null } };
    expect(problemsOf(noStop)).toEqual({});
    expect(groupTicketOf(noStop, ROUTE)).not.toHaveProperty('isBreakEven');
    expect(groupTicketOf({ ...moving, targets: [] }, ROUTE)).not.toHaveProperty('isBreakEven');
  });

  it.each([
    ['a target of nothing', [{ amount: 0 }], 'Target 1 has an amount above 0.'],
    ['a part of nothing', [{ quantity: null }], 'Target 1 has a whole quantity above 0.'],
    ['parts that leave nothing', [{}, { quantity: 60 }], 'Target 3 has a whole quantity above 0.'],
    [
      'targets that do not move away',
      [{}, { amount: 1 }],
      'Target 2 is farther from the entry than target 1.',
    ],
  ])('refuses %s by the rule of the server', (_title, changes, attach) => {
    const targets = several.targets.map((each, at) => ({ ...each, ...changes[at] }));
    expect(problemsOf({ ...several, targets })).toEqual({ attach });
  });

  it('forgets prices with their symbol, and keeps per cents and parts', () => {
    const amounts = (ticket: Ticket) => withSymbol(ticket, 'AAPL').targets.map(({ amount }) => amount);
    expect(amounts(several)).toEqual([1, 2, 3]);
    expect(amounts({ ...several, target: { basis: 'Price', amount: null } })).toEqual([null, null, null]);
  });
});

describe('a ticket that waits for a price or a time', () => {
  const waiting: Ticket = { ...oneCancelsOther, attach: 'Conditional', side: 'Buy', price: 100 };
  const trailing: Ticket = {
    ...bracket,
    trail: {
      isOn: true,
      start: { basis: 'Price', amount: 103 },
      distance: { basis: 'Percent', amount: 0.5 },
    },
    timeExit: { basis: 'Minutes', time: '', minutes: 30 },
  };

  it('makes a bracket with a trail and a time exit, named on its button', () => {
    expect(problemsOf(trailing)).toEqual({});
    expect(groupTicketOf(trailing, ROUTE)).toMatchObject({
      trail: { start: { basis: 'Price', amount: 103 }, distance: { basis: 'Percent', amount: 0.5 } },
      timeExit: { basis: 'Minutes', minutes: 30 },
    });
    expect(ticketText(trailing, NOW_MS)).toBe(
      'Buy 100 SPY at 100.00, target 2.00%, stop $1.50 trailing 0.50% from 103.00, closed 30 min after the fill',
    );
  });

  it('has no trail without a stop, and closes at a time alone', () => {
    const none = { basis: 'Price', amount: null } as const;
    const timed: Ticket = { ...trailing, target: none, exitStop: none };
    expect(problemsOf(timed)).toEqual({});
    expect(groupTicketOf(timed, ROUTE)).not.toHaveProperty('trail');
  });

  it('names the condition on its button, and takes the symbol of the order unless another one is entered', () => {
    const condition = { ...waiting.condition, price: 101.5 };
    expect(ticketText({ ...waiting, condition }, NOW_MS)).toBe(
      'Buy 100 SPY at 100.00 once SPY last is 101.50 or above',
    );
    expect(groupTicketOf({ ...waiting, condition }, ROUTE)).toEqual({
      kind: 'Conditional',
      order: expect.objectContaining({ symbol: 'SPY', side: 'Buy', price: 100 }),
      condition: { basis: 'Last', symbol: 'SPY', direction: 'AtOrAbove', price: 101.5 },
    });
    const timed: Ticket = { ...waiting, condition: { ...condition, basis: 'TimeOfDay', time: '09:45' } };
    expect(ticketText(timed, NOW_MS)).toMatch(/ at 09:45 ET$/);
    expect(groupTicketOf(timed, ROUTE)).toMatchObject({ condition: { basis: 'TimeOfDay', minutes: 585 } });
  });

  it.each([
    [
      'a trail that begins with a loss',
      { ...trailing, trail: { ...trailing.trail, start: { basis: 'Price', amount: 99 } } },
      'The start of the trail is above the entry.',
    ],
    [
      'a time exit without a time',
      { ...trailing, timeExit: { basis: 'TimeOfDay', time: '', minutes: null } },
      'The time exit is at a time of day, from 00:00 to 23:59.',
    ],
    ['a condition without a price', waiting, 'The condition has a price above 0.'],
    [
      'a condition without a time',
      { ...waiting, condition: { ...waiting.condition, basis: 'TimeOfDay' } },
      'The condition has a time of day, from 00:00 to 23:59.',
    ],
  ] as const)('refuses %s by the rule of the server', (_title, ticket, attach) => {
    expect(problemsOf(ticket)).toEqual({ attach });
  });

  it('forgets prices about its symbol, and keeps those about another one', () => {
    const about = (symbol: string) => ({ ...waiting.condition, symbol, price: 10 });
    const priceAfter = (symbol: string) =>
      withSymbol({ ...waiting, condition: about(symbol) }, 'AAPL').condition.price;
    expect([priceAfter(''), priceAfter('QQQ')]).toEqual([null, 10]);
    expect(withSymbol(trailing, 'AAPL').trail).toMatchObject({
      start: { amount: null },
      distance: { amount: 0.5 },
    });
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
