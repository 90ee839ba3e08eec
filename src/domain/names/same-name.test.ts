import { expect, test } from 'vitest';
import { isSameName } from './same-name.ts';

test.each([
  ['Banks', 'BANKS', true],
  ['Zürich', 'ZU\u0308RICH', true],
  ['Banks', 'Banks 2', false],
  ['', ' ', false],
])('%j and %j: %s', (left, right, isSame) => {
  expect(isSameName(left, right)).toBe(isSame);
});
