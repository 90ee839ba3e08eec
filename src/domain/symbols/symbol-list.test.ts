import { expect, test } from 'vitest';
import { isSymbolList, symbolsIn } from './symbol-list.ts';

test.each([
  ['commas', 'aapl, msft,NVDA'],
  ['semicolons', 'AAPL;MSFT; NVDA'],
  ['blanks', ' AAPL  MSFT NVDA '],
  ['tabs', 'AAPL\tMSFT\tNVDA'],
  ['lines', 'AAPL\r\nMSFT\nNVDA\n'],
  ['pipes', 'AAPL|MSFT | NVDA'],
  ['quotes of a CSV file', '"AAPL","MSFT","NVDA"'],
  ['repetitions', 'AAPL MSFT aapl NVDA'],
])('reads a list with %s', (_separator, text) => {
  expect(symbolsIn(text)).toEqual(['AAPL', 'MSFT', 'NVDA']);
});

test('keeps the parts of a padded option symbol together', () => {
  expect(symbolsIn('SPY   260821C00645000, QQQ')).toEqual(['SPY260821C00645000', 'QQQ']);
});

test.each([
  ['AAPL', false],
  ['Bank of America', false],
  ['bank of', false],
  ['AAPL MSFT', true],
  ['aapl, msft', true],
  ['aapl\nmsft', true],
  ['', false],
])('takes %j for a list: %s', (text, expected) => {
  expect(isSymbolList(text)).toBe(expected);
});
