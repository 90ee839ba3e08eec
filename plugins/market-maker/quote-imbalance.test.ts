import { expect, test } from 'vitest';
import { quoteImbalance } from './quote-imbalance.ts';

test.each([
  [300, 100, 50],
  [100, 300, -50],
  [100, 100, 0],
  [0, 100, null],
  [100, 0, null],
])('the imbalance of %d bid for and %d offered is %s', (bidSize, askSize, expected) => {
  expect(quoteImbalance({ bidSize, askSize })).toBe(expected);
});
