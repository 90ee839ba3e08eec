import { expect, test } from 'vitest';
import { noExitsText, opensPosition, sendableTicket } from './closing-orders.ts';
import { NEW_TICKET, type Ticket } from './ticket.ts';

test.each([
  ['Buy', 0, true],
  ['Buy', 100, true],
  ['Buy', -100, false],
  ['Sell', 100, false],
  ['Sell', 0, true],
  ['Short', -100, true],
  ['Short', 100, false],
] as const)('%s with %d held opens a position: %s', (side, held, opens) => {
  expect(opensPosition(side, held)).toBe(opens);
});

const bracket = (side: Ticket['side'], quantity: number): Ticket => ({
  ...NEW_TICKET,
  symbol: 'AAPL',
  side,
  quantity,
  attach: 'Bracket',
  target: { basis: 'Percent', amount: 2 },
});

test.each([
  ['a buy of a short position', bracket('Buy', 100), -100, 'No exits: this order closes the position.'],
  ['a part of a long one', bracket('Sell', 40), 100, 'No exits: this order closes the position.'],
  [
    'one that goes through zero',
    bracket('Buy', 150),
    -100,
    'No exits: this order closes the position before it opens one on the other side. Close first, and open with an order of its own.',
  ],
  ['one that adds', bracket('Buy', 100), 100, null],
  ['a condition', { ...bracket('Sell', 100), attach: 'Conditional' as const }, 100, null],
])('exits of an order that closes are left out: %s', (_name, ticket, held, text) => {
  expect(noExitsText(ticket, held)).toBe(text);
  expect(sendableTicket(ticket, held)).toEqual(text === null ? ticket : { ...ticket, attach: 'None' });
});
