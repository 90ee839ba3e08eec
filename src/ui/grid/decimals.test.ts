import { expect, test } from 'vitest';
import { decimalsOf, padDecimals } from './decimals.ts';

test('numbers are padded to the same decimals, so that their points stand below one another', () => {
  expect(['1,234.50', '0.1234', '12', '–', '5.1%'].map((text) => padDecimals(text, 4))).toEqual([
    '1,234.50\u2007\u2007',
    '0.1234',
    '12\u2008\u2007\u2007\u2007\u2007',
    '–',
    '5.1%',
  ]);
});
test('nothing is padded while no number has decimals', () => {
  expect([padDecimals('12', 0), padDecimals('1.5', 1)]).toEqual(['12', '1.5']);
  expect(['12', '1.25', '-0.0001'].map(decimalsOf)).toEqual([0, 2, 4]);
});
