import { expect, test } from 'vitest';
import { ordersDoubt, pressOnDoubt, type OrderDoubt, type ShownDoubt } from './price-doubt.ts';
import { PriceReference } from './price-reference.ts';
import { ticketDoubt } from './ticket-group.ts';
import { NEW_TICKET, type Ticket } from './ticket.ts';

const MARKET = { bid: 99.9, bidSize: 1, ask: 100, askSize: 1, last: 100, ageMs: 5, isStale: false };
const FACTS = { market: MARKET, reference: null, bands: { movedPercent: 1, throughPercent: 2 } };
const ROUTE = { destination: 'SMART', route: 'AUTO' };
const ticket: Ticket = { ...NEW_TICKET, symbol: 'AAPL' };
const limit: Ticket = { ...ticket, type: 'Limit', price: 100 };
const doubt = (...whys: OrderDoubt['whys']): OrderDoubt => ({ whys, title: '', message: '' });

test('a price in a field that the type does not use is not judged', () => {
  expect(ticketDoubt({ ...ticket, type: 'Market', price: 900, stopPrice: 1 }, ROUTE, FACTS)).toBeNull();
  expect(ticketDoubt({ ...limit, price: 900, stopPrice: 1 }, ROUTE, FACTS)?.title).toBe(
    'Price far from the market',
  );
});

test('both orders of which one cancels the other are judged, and a doubt about both is shown once', () => {
  const pair: Ticket = { ...limit, price: 95, attach: 'OneCancelsOther', otherType: 'Stop' };
  expect(ticketDoubt({ ...pair, otherPrice: 105 }, ROUTE, FACTS)).toBeNull();
  expect(ticketDoubt({ ...pair, otherPrice: 98 }, ROUTE, FACTS)?.title).toBe('Stop already passed');
  const stale = { ...FACTS, market: { ...MARKET, isStale: true, ageMs: 23_400 } };
  expect(ticketDoubt({ ...pair, otherPrice: 105 }, ROUTE, stale)).toEqual({
    whys: ['Stale'],
    title: 'Stale quote',
    message: 'The quote of AAPL is stale: it is 23 s old.',
  });
});

test('several doubts are one question with all of their prices', () => {
  const reference = { ...MARKET, ask: 102 };
  expect(ordersDoubt([{ ...limit, price: 103 }], { ...FACTS, reference })).toEqual({
    whys: ['Moved', 'ThroughMarket'],
    title: 'Check the price',
    message:
      'The ask of AAPL has moved from 102.00 to 100.00 (2.0 %) since you edited this order. Buy 100 AAPL at 103.00 is 3.0 % through the ask of 100.00. It would trade at once.',
  });
});

test('a second press confirms a doubt once it can have been read, for half a minute, and of the same ticket only', () => {
  const shown: ShownDoubt = { ticket, whys: ['StopPassed'], market: MARKET, atMs: 1_000 };
  const press = (nowMs: number, pressed = ticket, before: ShownDoubt | null = shown) =>
    pressOnDoubt(before, { ticket: pressed, nowMs, reference: null }, () => doubt('StopPassed')).press;
  expect(press(1_000, ticket, null)).toBe('show');
  expect(press(1_599)).toBe('wait');
  expect(press(1_600)).toBe('send');
  expect(press(30_999)).toBe('send');
  expect(press(31_000)).toBe('show');
  expect(press(2_000, { ...ticket })).toBe('show');
});

test('a doubt that was not shown is shown, also when another one was confirmed', () => {
  const shown: ShownDoubt = { ticket, whys: ['Stale', 'Moved'], market: MARKET, atMs: 1_000 };
  const press = (found: OrderDoubt | null) =>
    pressOnDoubt(shown, { ticket, nowMs: 2_000, reference: null }, () => found).press;
  expect(press(doubt('Stale'))).toBe('send');
  expect(press(null)).toBe('send');
  expect(press(doubt('Stale', 'ThroughMarket'))).toBe('show');
  // Compared with the market that the doubt was shown in: it has moved again since.
  expect(press(doubt('Moved'))).toBe('show');
});

test('a press after a doubt is compared with the market that the doubt was shown in', () => {
  const reference = { ...MARKET, ask: 90 };
  const seen: unknown[] = [];
  const press = (shown: ShownDoubt | null) =>
    pressOnDoubt(shown, { ticket, nowMs: 2_000, reference }, (before) => {
      seen.push(before);
      return null;
    });
  press(null);
  press({ ticket, whys: ['Moved'], market: MARKET, atMs: 1_000 });
  expect(seen).toEqual([reference, MARKET]);
});

test('the reference of a ticket is the first market with a price after it was edited', () => {
  const nothing = { ...MARKET, bid: 0, ask: 0, last: 0, ageMs: null };
  const reference = new PriceReference();
  expect(reference.note(ticket, nothing)).toBe(false);
  expect(reference.at(ticket)).toBeNull();
  expect(reference.note(ticket, MARKET)).toBe(true);
  reference.note(ticket, { ...MARKET, ask: 120 });
  expect(reference.at(ticket)?.ask).toBe(100);
  const edited = { ...ticket, quantity: 7 };
  expect(reference.at(edited)).toBeNull();
  reference.note(edited, { ...MARKET, ask: 120 });
  expect(reference.at(edited)?.ask).toBe(120);
  reference.renew(edited, { ...MARKET, ask: 130 });
  expect(reference.at(edited)?.ask).toBe(130);
});
