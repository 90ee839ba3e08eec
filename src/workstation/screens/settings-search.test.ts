import { expect, test } from 'vitest';
import { isFound } from './settings-search.ts';

test.each([
  ['', true],
  ['  ', true],
  ['stale', true],
  ['PRICE sec', true],
  ['rice', false],
  ['stale theme', false],
])('finds "%s" by the beginnings of its words: %s', (query, expected) => {
  expect(isFound(query, ['Prices are stale after, seconds', 'A price without an update.'])).toBe(expected);
});
