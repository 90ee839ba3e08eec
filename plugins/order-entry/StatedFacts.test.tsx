import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { StatedAccount, ToolPlatform } from '../../src/plugin-api/index.ts';
import { StatedFacts } from './StatedFacts.tsx';

const stated = {
  readMs: Date.UTC(2026, 4, 6, 14, 32, 5),
  problem: null,
  unreadable: 0,
  balance: { buyingPowerE4: 2_621_136_300 },
  positions: [{ symbol: 'SPY', quantity: -10.5 }],
};

/** The facts as texts, for an account with some fields changed. */
function factsOf(change: Partial<StatedAccount> | null, symbol = 'SPY'): string[] {
  const state = { name: 'Alpaca', stated: change === null ? null : { ...stated, ...change } };
  // The only part of a platform that the facts read.
  const platform = { tradingApi: { get: () => state, subscribe: () => () => {} } } as unknown as ToolPlatform;
  const html = renderToStaticMarkup(<StatedFacts platform={platform} symbol={symbol} />);
  return [...html.matchAll(/<div([^>]*)><dt>([^<]*)<\/dt><dd>([^<]*)</g)].map(
    ([, attributes = '', name, value]) => `${name}: ${value}${/Not read[^"]*/.exec(attributes)?.[0] ?? ''}`,
  );
}

test('are what the broker stated of the account and the symbol, with its time', () => {
  expect(factsOf({})).toEqual(['Buying power, 10:32:05: 262,113.63', 'Position at Alpaca: -10.5']);
  expect(factsOf({}, 'MSFT')[1]).toBe('Position at Alpaca: 0');
});

test('say that they are not current, and what is not known', () => {
  expect(factsOf({ problem: 'Too many requests' })[0]).toBe(
    'Buying power, only 10:32:05: 262,113.63Not read since: Too many requests.',
  );
  expect(factsOf({ unreadable: 1 }, 'MSFT')[1]).toBe('Position at Alpaca: –');
  expect(factsOf(null)).toEqual(['Buying power: –', 'Position at Alpaca: –']);
});
