import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  displaySymbol,
  formatOptionSymbol,
  isOptionSymbol,
  isStockSymbol,
  isUntradableSymbol,
  normalizeSymbol,
  padOptionSymbol,
  parseOptionSymbol,
  underlyingOf,
} from './symbol.ts';

test('reads the parts of an option symbol', () => {
  expect(parseOptionSymbol('SPY260821C00645500')).toEqual({
    underlying: 'SPY',
    expiration: '2026-08-21',
    right: 'C',
    strike: 645.5,
  });
  expect(parseOptionSymbol('F260821P00012000')).toEqual({
    underlying: 'F',
    expiration: '2026-08-21',
    right: 'P',
    strike: 12,
  });
  expect(parseOptionSymbol('BRK.B 260821P00400000')?.underlying).toBe('BRK.B');
});

test.each([
  ['SPY', true, false],
  ['BRK.B', true, false],
  ['ABCDEFGHICABC', true, false], // 13 characters: a stock although C or P may stand ninth from the end
  ['ABCDEC12345678', false, false], // 14 characters with C ninth from the end: neither
  ['F260821C00012000', false, true],
  ['ABCDEFGHIJKLMNOPQ', true, false], // long, but I stands ninth from the end
])('%s: stock %s, option %s', (symbol, stock, option) => {
  expect([isStockSymbol(symbol), isOptionSymbol(symbol)]).toEqual([stock, option]);
});

test.each([
  'SPY',
  '',
  'SPY261321C00645000',
  'SPY260231C00645000',
  'SPY260821C00000000',
  'SPY26O821C00645000',
  'SPY260821X00645000',
  '260821C00645000',
])('finds no option in %j', (symbol) => expect(parseOptionSymbol(symbol)).toBeNull());

const parts = fc.record({
  underlying: fc.stringMatching(/^[A-Z]{1,5}(\.[A-Z])?$/),
  expiration: fc
    .date({ min: new Date('2001-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  right: fc.constantFrom<'C' | 'P'>('C', 'P'),
  strike: fc.integer({ min: 1, max: 99_999_999 }).map((thousandths) => thousandths / 1000),
});

test('parsing undoes formatting, padded or not', () => {
  fc.assert(
    fc.property(parts, (option) => {
      const symbol = formatOptionSymbol(option);
      expect(parseOptionSymbol(symbol)).toEqual(option);
      expect(parseOptionSymbol(padOptionSymbol(symbol))).toEqual(option);
      expect(underlyingOf(symbol)).toBe(option.underlying);
    }),
  );
});

test('the padded root has six characters, other symbols stay', () => {
  expect(padOptionSymbol('SPY260821C00645000')).toBe('SPY   260821C00645000');
  expect(padOptionSymbol('SPY   260821C00645000')).toBe('SPY   260821C00645000');
  expect(padOptionSymbol('SPY')).toBe('SPY');
});

test('shows an option as expiration, strike and right, and a stock as its symbol', () => {
  expect(displaySymbol('SPY260821C00645500')).toBe("SPY Aug 21 '26 645.5 Call");
  expect(displaySymbol('F270115P00012000')).toBe("F Jan 15 '27 12 Put");
  expect(displaySymbol('BRK.B')).toBe('BRK.B');
});

test('refuses to format what a symbol cannot hold', () => {
  const option = { underlying: 'SPY', expiration: '2026-08-21', right: 'C' as const, strike: 100 };
  expect(() => formatOptionSymbol({ ...option, strike: 0 })).toThrow('strike out of range');
  expect(() => formatOptionSymbol({ ...option, strike: 100_000 })).toThrow('strike out of range');
  expect(() => formatOptionSymbol({ ...option, expiration: '2026-02-30' })).toThrow(
    'expiration out of range',
  );
});

test('typed symbols are trimmed and upper-cased, and $ and ~ cannot be traded', () => {
  expect(normalizeSymbol('  brk.b ')).toBe('BRK.B');
  expect([isUntradableSymbol('$SPX'), isUntradableSymbol('~X'), isUntradableSymbol('SPY')]).toEqual([
    true,
    true,
    false,
  ]);
});
