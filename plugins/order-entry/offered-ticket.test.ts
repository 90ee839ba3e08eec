import { describe, expect, test } from 'vitest';
import { isSameTicket, offeredChange, offeredTicket, type OpenTicket } from './offered-ticket.ts';
import { NEW_TICKET, ticketFrom, withPrices, type Ticket } from './ticket.ts';

const aapl: Ticket = { ...NEW_TICKET, symbol: 'AAPL' };
const untouched: OpenTicket = { ticket: aapl, begun: aapl, isEdited: false };
/** The user has typed these fields. */
const edited = (part: Partial<Ticket>): OpenTicket => ({
  ticket: { ...aapl, ...part },
  begun: aapl,
  isEdited: true,
});
const offer = (open: OpenTicket, start: Record<string, unknown>) =>
  offeredTicket(open, start, ticketFrom(start, { symbol: 'SPY' }));

describe('an open ticket', () => {
  test.each([
    ['the key of order entry', {}],
    ['its symbol alone', { symbol: 'AAPL' }],
  ])('stays as it is for %s', (_title, start) => {
    expect(offer(untouched, start)).toEqual({ does: 'keep' });
    expect(offer(edited({ quantity: 7 }), start)).toEqual({ does: 'keep' });
  });

  test('without typed input gives way to the requested order', () => {
    const start = { symbol: 'MSFT', side: 'Sell', price: 12.5 };
    const fresh = ticketFrom(start, { symbol: '' });
    expect(offer(untouched, start)).toEqual({ does: 'set', ticket: fresh, begun: fresh, losesInput: false });
  });

  test('with typed input gives way to another symbol after a question only', () => {
    expect(offer(edited({ quantity: 7 }), { symbol: 'MSFT' })).toMatchObject({
      does: 'set',
      ticket: { symbol: 'MSFT', quantity: 100 },
      losesInput: true,
    });
  });

  test('takes a price of its symbol and keeps the quantity that was typed', () => {
    expect(offer(edited({ quantity: 7 }), { symbol: 'AAPL', side: 'Sell', price: 101.25 })).toMatchObject({
      does: 'set',
      ticket: { symbol: 'AAPL', side: 'Sell', quantity: 7, type: 'Limit', price: 101.25 },
      // The quantity is still typed, the rest is not.
      begun: { side: 'Sell', quantity: 100, type: 'Limit', price: 101.25 },
      losesInput: false,
    });
  });

  test('keeps a type with a limit for a price, and becomes a stop for a stop price', () => {
    const open = edited({ type: 'LimitOnClose', price: 99, quantity: 7 });
    expect(offer(open, { symbol: 'AAPL', price: 101 })).toMatchObject({
      ticket: { type: 'LimitOnClose', price: 101 },
      losesInput: true,
    });
    expect(
      offer(edited({ quantity: 7, stopKind: 'Static' }), { symbol: 'AAPL', stopPrice: 95 }),
    ).toMatchObject({ ticket: { type: 'Stop', stopPrice: 95, quantity: 7 }, losesInput: false });
  });

  test.each<[string, Partial<Ticket>, Record<string, unknown>, boolean]>([
    ['a quantity', { quantity: 7 }, { quantity: 200 }, true],
    ['the same quantity', { quantity: 200 }, { quantity: 200, side: 'Sell' }, false],
    ['a text that is no number', { quantity: Number.NaN }, { quantity: 200 }, true],
    ['a side', { side: 'Short' }, { side: 'Buy' }, true],
    ['a price that was not typed', { quantity: 7 }, { price: 3 }, false],
    ['a limit price for the other side', { type: 'Limit', price: 90 }, { side: 'Sell' }, true],
    ['a limit price for the same side', { type: 'Limit', price: 90 }, { side: 'Buy', quantity: 50 }, false],
  ])(
    'with %s typed is changed by the request after a question: %j, %j, %j',
    (_title, part, start, losesInput) => {
      expect(offer(edited(part), { symbol: 'AAPL', ...start })).toMatchObject({ does: 'set', losesInput });
    },
  );
});

test('a replacement takes another price, after a question where one was typed', () => {
  const limit: Ticket = { ...aapl, type: 'Limit', price: 10 };
  const change = (ticket: Ticket) => withPrices(ticket, { price: 11 });
  const fromTool = offeredChange({ ticket: limit, begun: limit, isEdited: false }, change);
  expect(fromTool).toMatchObject({
    does: 'set',
    ticket: { price: 11 },
    begun: { price: 11 },
    losesInput: false,
  });
  const typed = { ...limit, price: 12 };
  expect(offeredChange({ ticket: typed, begun: limit, isEdited: true }, change)).toMatchObject({
    losesInput: true,
  });
  expect(offeredChange({ ticket: typed, begun: limit, isEdited: true }, (ticket) => ticket)).toEqual({
    does: 'keep',
  });
});

test('tickets with equal fields are the same, and a text that is no number differs from an empty field', () => {
  expect(isSameTicket(aapl, { ...aapl })).toBe(true);
  expect(isSameTicket(aapl, { ...aapl, price: 1 })).toBe(false);
  expect(isSameTicket(aapl, { ...aapl, price: Number.NaN })).toBe(false);
});
