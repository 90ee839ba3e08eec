import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { orderEntryState } from './state.ts';
import { isAbout, statusLine } from './status-lines.ts';
import { estimatedCost, positionAfter, permittedRoute, positionText, startingPrice, stockRoutes, ticketFrom, ticketProblems, ticketText } from './ticket.ts';

const ticket = ticketFrom({ symbol: 'spy' }, { symbol: 'QQQ' });
const market = { bid: 99.9, ask: 100.1, last: 100 };

describe('a ticket', () => {
  it('starts as a market order to buy 100', () => {
    expect(ticket).toEqual({ symbol: 'SPY', side: 'Buy', quantity: 100, type: 'Market', price: null, route: { destination: 'SMART', route: 'AUTO' } });
  });

  it('takes side, quantity and price of a command; a price makes it a limit order', () => {
    expect(ticketFrom({ side: 'Short', quantity: 50, price: 12.5 }, { symbol: 'QQQ' })).toEqual({ symbol: 'QQQ', side: 'Short', quantity: 50, type: 'Limit', price: 12.5, route: { destination: 'SMART', route: 'AUTO' } });
  });

  it('does without arguments that make no sense', () => {
    expect(ticketFrom({ side: 'Borrow', quantity: -5, price: 0, symbol: ' ' }, { symbol: 'QQQ' })).toEqual({ ...ticket, symbol: 'QQQ' });
  });

  it('says on its button what it sends', () => {
    expect(ticketText(ticket)).toBe('Buy 100 SPY at market');
    expect(ticketText({ ...ticket, side: 'Short', quantity: 1500, type: 'Limit', price: 512.3 })).toBe('Short 1,500 SPY at 512.30');
    expect(ticketText({ ...ticket, quantity: 1.5, type: 'Limit', price: 200.123 })).toBe('Buy … SPY at …');
  });

  it.each([
    [{ quantity: null }, { quantity: 'Enter a quantity' }],
    [{ quantity: 0 }, { quantity: 'Enter a whole number from 1 up' }],
    [{ quantity: 1.5 }, { quantity: 'Enter a whole number from 1 up' }],
    [{ quantity: NaN }, { quantity: 'Enter a whole number from 1 up' }],
    [{ quantity: -5 }, { quantity: 'Enter a whole number from 1 up' }],
    [{ quantity: 1_000_001 }, { quantity: 'At most 1,000,000 shares an order' }],
    [{ type: 'Limit', price: null }, { price: 'Enter a price' }],
    [{ type: 'Limit', price: 0.001 }, { price: 'At least 0.01' }],
    [{ type: 'Limit', price: NaN }, { price: 'Enter a number, such as 12.34' }],
    [{ type: 'Limit', price: 99_999_999_999 }, { price: 'At most 1,000,000,000.00 an order' }],
    [{ type: 'Limit', price: 10.005 }, { price: 'Prices go in steps of 0.01' }],
    [{ type: 'Limit', price: 512.37 }, {}],
    [{ type: 'Market', price: 0.001 }, {}],
    [{ symbol: '' }, { symbol: 'Enter a symbol' }],
  ] as const)('judges %j', (part, problems) => {
    expect(ticketProblems({ ...ticket, ...part })).toEqual(problems);
  });

  it('prices a new limit at the other side of the market, then at the last trade', () => {
    expect([startingPrice('Buy', market), startingPrice('Sell', market), startingPrice('Buy', { ...market, ask: 0 }), startingPrice('Buy', { bid: 0, ask: 0, last: 0 })]).toEqual([100.1, 99.9, 100, null]);
  });

  it('estimates its cost', () => {
    expect(estimatedCost(ticket, market)).toBeCloseTo(10_010, 6);
    expect(estimatedCost({ ...ticket, type: 'Limit', price: 90 }, market)).toBe(9000);
    expect(estimatedCost(ticket, { bid: 0, ask: 0, last: 0 })).toBeNull();
    expect(estimatedCost({ ...ticket, quantity: NaN }, market)).toBeNull();
  });

  it('tells the position after the fill', () => {
    expect(positionText(positionAfter(0, { side: 'Buy', quantity: 100 }))).toBe('Long 100');
    expect(positionText(positionAfter(100, { side: 'Sell', quantity: 100 }))).toBe('Flat');
    expect(positionText(positionAfter(0, { side: 'Short', quantity: 1200 }))).toBe('Short 1,200');
  });
});

describe('routes', () => {
  const choices = stockRoutes([{ Destination: 'OPT', Routes: ['CBOE'], Stock: false }, { Destination: 'SMART', Routes: ['NYSE', 'ARCA'], Stock: true }]);

  it('are those that stock orders may take', () => {
    expect(choices).toEqual([{ destination: 'SMART', route: 'NYSE' }, { destination: 'SMART', route: 'ARCA' }]);
    expect(stockRoutes([])).toEqual([{ destination: 'SMART', route: 'AUTO' }]);
  });

  it('fall back to the first permitted one', () => {
    expect(permittedRoute({ destination: 'SMART', route: 'ARCA' }, choices).route).toBe('ARCA');
    expect(permittedRoute({ destination: 'SMART', route: 'AUTO' }, choices).route).toBe('NYSE');
  });
});

describe('order messages', () => {
  const report = {
    Serial: 7, ReportType: 'OrderExecuted', LeavesQuantity: 0, Side: 'Buy', Quantity: 100, Symbol: 'SPY', OrderType: 'Market', Price: 0,
    LastFillPrice: 512.3, LastFillQuantity: 100, Timestamp: Date.UTC(2024, 0, 16, 14, 30, 5), Message: '',
  } as const;

  it('carry status, order, time and description', () => {
    expect(statusLine(report)).toEqual({ id: '7', status: 'Executed', order: 'Buy 100 SPY @ MKT', time: '09:30:05', description: '100 @ 512.30', isRefusal: false });
    expect(statusLine({ ...report, ReportType: 'OrderRejected', LastFillQuantity: 0, Message: 'Not enough cash' })).toMatchObject({ status: 'Rejected', description: 'Not enough cash', isRefusal: true });
  });

  it('are told by the id the order was sent under', () => {
    const ids = { ClientId: 'srv1', OriginalClientId: 'ord1', OrderId: 'o1' };
    expect([isAbout(ids, 'ord1'), isAbout(ids, 'srv1'), isAbout(ids, 'ord2')]).toEqual([true, true, false]);
  });
});

describe('Order Entry state', () => {
  it('keeps an upper-cased symbol and refuses an empty one', () => {
    expect(v.parse(orderEntryState.schema, { Symbol: 'spy', Linked: false }).Symbol).toBe('SPY');
    expect(v.safeParse(orderEntryState.schema, { Symbol: ' ', Linked: false }).success).toBe(false);
  });
});
