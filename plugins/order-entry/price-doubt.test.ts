import { expect, test } from 'vitest';
import { priceDoubt, pressOnDoubt } from './price-doubt.ts';
import { ticketDoubt } from './ticket-group.ts';
import { NEW_TICKET, type Ticket } from './ticket.ts';

const MARKET = { bid: 99.9, ask: 100, last: 100 };
const ROUTE = { destination: 'SMART', route: 'AUTO' };
const ticket: Ticket = { ...NEW_TICKET, symbol: 'AAPL' };

test('a limit may be 2 % through the market, a stop must not have been passed', () => {
  const order = { symbol: 'AAPL', side: 'Buy', quantity: 100, price: null, stopPrice: null } as const;
  expect(priceDoubt({ ...order, price: 102 }, MARKET)).toBeNull();
  expect(priceDoubt({ ...order, price: 102.01 }, MARKET)?.title).toBe('Price far from the market');
  expect(priceDoubt({ ...order, stopPrice: 100 }, MARKET)).toBeNull();
  expect(priceDoubt({ ...order, stopPrice: 99.99 }, MARKET)?.title).toBe('Stop already passed');
  expect(priceDoubt({ ...order, side: 'Sell', price: 97.9 }, MARKET)).not.toBeNull();
  expect(priceDoubt({ ...order, price: 900 }, { bid: 0, ask: 0 })).toBeNull();
});

test('a price in a field that the type does not use is not judged', () => {
  expect(ticketDoubt({ ...ticket, type: 'Market', price: 900, stopPrice: 1 }, ROUTE, MARKET)).toBeNull();
  expect(ticketDoubt({ ...ticket, type: 'Limit', price: 900, stopPrice: 1 }, ROUTE, MARKET)?.title).toBe(
    'Price far from the market',
  );
});

test('both orders of which one cancels the other are judged', () => {
  const pair: Ticket = { ...ticket, type: 'Limit', price: 95, attach: 'OneCancelsOther', otherType: 'Stop' };
  expect(ticketDoubt({ ...pair, otherPrice: 105 }, ROUTE, MARKET)).toBeNull();
  expect(ticketDoubt({ ...pair, otherPrice: 98 }, ROUTE, MARKET)?.title).toBe('Stop already passed');
});

test('a second press confirms a doubt once it can have been read, for half a minute, and of the same ticket only', () => {
  expect(pressOnDoubt(null, ticket, 1_000)).toBe('new');
  const shown = { ticket, atMs: 1_000 };
  expect(pressOnDoubt(shown, ticket, 1_599)).toBe('unread');
  expect(pressOnDoubt(shown, ticket, 1_600)).toBe('confirmed');
  expect(pressOnDoubt(shown, ticket, 30_999)).toBe('confirmed');
  expect(pressOnDoubt(shown, ticket, 31_000)).toBe('new');
  expect(pressOnDoubt(shown, { ...ticket }, 2_000)).toBe('new');
});
