import { expect, test } from 'vitest';
import { pastedList } from './pasted-list.ts';

test.each([
  ['AAPL\nMSFT\r\nNVDA', 'AAPL, MSFT, NVDA'],
  ['aapl|msft', 'AAPL, MSFT'],
  ['Bank of America', null],
  ['AAPL', null],
])('puts a pasted list on one line and leaves other texts alone: %j', (text, expected) => {
  expect(pastedList({ getData: () => text })).toBe(expected);
});
