import { expect, test } from 'vitest';
import { sendGuard, type LastSent } from './send-guard.ts';
import { NEW_TICKET } from './ticket.ts';

const last: LastSent = { ticket: NEW_TICKET, clientId: 'c1', sentAtMs: 1_000, isAnswered: true };
const other = { ...NEW_TICKET, symbol: 'AAPL' };

test('reports a double click on one ticket instead of dropping it', () => {
  expect(sendGuard(last, NEW_TICKET, 1_599)).toBe('repeated');
  expect(sendGuard(last, NEW_TICKET, 1_600)).toBeNull();
  expect(sendGuard(last, other, 1_100)).toBeNull();
  expect(sendGuard(null, NEW_TICKET, 0)).toBeNull();
});

test('lets no order follow one without an answer for ten seconds', () => {
  const unanswered = { ...last, isAnswered: false };
  expect(sendGuard(unanswered, other, 10_999)).toBe('unanswered');
  expect(sendGuard(unanswered, other, 11_000)).toBeNull();
});
