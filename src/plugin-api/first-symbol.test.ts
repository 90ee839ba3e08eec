import { expect, test } from 'vitest';
import { firstSymbol, marketSymbol } from './first-symbol.ts';

const platform = (symbol: string | null, last: string | null, market: string | null) => ({
  route: { symbol: { get: () => symbol, subscribe: () => () => {} }, lastSymbol: () => last },
  session: {
    get: () => ({
      market:
        market === null
          ? null
          : { Kind: 'Replay' as const, DefaultSymbol: market, MostTraded: [market, 'BAC'] },
    }),
  },
});

test.each([
  ['IBM', 'MSFT', 'KO', 'IBM'],
  [null, 'MSFT', 'KO', 'MSFT'],
  [null, null, 'KO', 'KO'],
  [null, null, null, 'SPY'],
])(
  'takes the symbol of the address (%s), the last one (%s), the market (%s): %s',
  (symbol, last, market, first) => {
    expect(firstSymbol(platform(symbol, last, market), 'chart')).toBe(first);
  },
);

test('knows the symbol of a market without SPY', () => {
  expect([marketSymbol(platform(null, 'MSFT', 'KO')), marketSymbol(platform(null, null, null))]).toEqual([
    'KO',
    'SPY',
  ]);
});
