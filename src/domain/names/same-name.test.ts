import { expect, test } from 'vitest';
import { isSameName } from './same-name.ts';

test.each([
  ['Banks', 'BANKS', true],
  ['Zürich', 'ZU\u0308RICH', true],
  ['Banks', 'Banks 2', false],
  ['', ' ', false],
])('%j and %j: %s', (one, other, isSame) => {
  expect(isSameName(one, other)).toBe(isSame);
});
