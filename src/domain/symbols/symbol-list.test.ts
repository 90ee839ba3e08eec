import { expect, test } from 'vitest';
import { isSymbolList, symbolsIn } from './symbol-list.ts';

test.each([
  ['commas', 'aapl, msft,NVDA'],
  ['semicolons', 'AAPL;MSFT; NVDA'],
  ['blanks', ' AAPL  MSFT NVDA '],
  ['tabs', 'AAPL\tMSFT\tNVDA'],
  ['lines', 'AAPL\r\nMSFT\nNVDA\n'],
  ['pipes', 'AAPL|MSFT | NVDA'],
  ['bullets', '• AAPL • MSFT·NVDA'],
  ['full-width commas', 'AAPL，MSFT、NVDA'],
  ['dashes and slashes between blanks', 'AAPL - MSFT / NVDA'],
  ['dashes before lines', '- AAPL\n- MSFT\n- NVDA'],
  ['quotes of a CSV file', '"AAPL","MSFT","NVDA"'],
  ['repetitions', 'AAPL MSFT aapl NVDA'],
])('reads a list with %s', (_separator, text) => {
  expect(symbolsIn(text)).toEqual(['AAPL', 'MSFT', 'NVDA']);
});

test('keeps marks that belong to a symbol', () => {
  expect(symbolsIn('BRK/B, BF-B, $SPX, ~SUM')).toEqual(['BRK/B', 'BF-B', '$SPX', '~SUM']);
});

test('keeps the parts of a padded option symbol together', () => {
  expect(symbolsIn('SPY   260821C00645000, QQQ')).toEqual(['SPY260821C00645000', 'QQQ']);
});

test('reads options in any form between clear separators', () => {
  expect(symbolsIn('spy 240621 C 540, QQQ\nSPY Jun 21 24 530 put; SPY 540  call')).toEqual([
    'SPY240621C00540000',
    'QQQ',
    'SPY240621P00530000',
    'SPY 540 CALL',
  ]);
});

test.each([
  ['SPY 240621 C 540', false],
  ['SPY 540 CALL', false],
  ['SPY 540 CALL, QQQ', true],
  ['AAPL', false],
  ['Bank of America', false],
  ['AT&T', false],
  ['Coca-Cola Co. (The)', false],
  ['AAPL / MSFT', true],
  ['bank of', false],
  ['AAPL MSFT', true],
  ['aapl, msft', true],
  ['aapl\nmsft', true],
  ['', false],
])('takes %j for a list: %s', (text, expected) => {
  expect(isSymbolList(text)).toBe(expected);
});
