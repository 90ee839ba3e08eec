import { expect, test } from 'vitest';
import { lastPriceOf, markPriceOf } from './mark-price.ts';
import type { SymbolRecord } from './index.ts';

const symbolsWith = (record: Partial<SymbolRecord> | undefined) => ({
  // Only the prices are read.
  get: () => record as SymbolRecord | undefined,
});
const prices = { last: 0, previousClose: 0, bid: 0, ask: 0 };

test('a stock is marked at its last trade, and at the close before the first one', () => {
  expect(markPriceOf(symbolsWith({ ...prices, last: 10, bid: 1, ask: 2 }), 'AAPL')).toBe(10);
  expect(lastPriceOf(symbolsWith({ ...prices, previousClose: 9 }), 'AAPL')).toBe(9);
  expect(lastPriceOf(symbolsWith(prices), 'AAPL')).toBeNull();
  expect(lastPriceOf(symbolsWith(undefined), 'AAPL')).toBeNull();
});

test('an option is marked at the middle of its quote, and at its last trade without one', () => {
  const option = 'SPY260306C00100000';
  expect(markPriceOf(symbolsWith({ ...prices, last: 5, bid: 1, ask: 2 }), option)).toBe(1.5);
  expect(markPriceOf(symbolsWith({ ...prices, last: 5, ask: 2 }), option)).toBe(5);
});
