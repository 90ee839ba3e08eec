import { expect, test } from 'vitest';
import type { SymbolStore } from '../client/types.ts';
import { isUnknownSymbol } from './unknown-symbol.ts';

/** A store that knows AAPL already, and whose server knows MSFT. */
function store(load?: SymbolStore['load']) {
  const queries: string[] = [];
  const answer: SymbolStore['load'] =
    load ?? (async (symbols) => ({ unknown: symbols.filter((symbol) => symbol !== 'MSFT') }));
  const symbols = {
    // Only what is known of a symbol is looked at.
    get: ((symbol: string) => (symbol === 'AAPL' ? { state: 'live' } : undefined)) as SymbolStore['get'],
    load: ((list, signal) => {
      queries.push(...list);
      return answer(list, signal);
    }) as SymbolStore['load'],
  };
  return { queries, symbols };
}

test('the server decides whether a symbol exists, and is not queried for one with known prices', async () => {
  const { queries, symbols } = store();
  expect([
    await isUnknownSymbol(symbols, 'AAPL'),
    await isUnknownSymbol(symbols, 'MSFT'),
    await isUnknownSymbol(symbols, 'NOSUCH'),
  ]).toEqual([false, false, true]);
  expect(queries).toEqual(['MSFT', 'NOSUCH']);
});

test.each([
  ['', 'nothing'],
  ['<B>', 'letters that no symbol has'],
  ['A'.repeat(24), 'too many letters'],
])('%j, %s, is none', async (symbol) => {
  const { queries, symbols } = store();
  expect([await isUnknownSymbol(symbols, symbol), queries]).toEqual([true, []]);
});

test('what cannot be judged now is not called unknown: an error, and a server that is silent', async () => {
  expect(
    await isUnknownSymbol(
      store(async () => {
        throw new Error('Timeout has occured loading data');
      }).symbols,
      'NOSUCH',
    ),
  ).toBe(false);
  const silent = store(
    (_, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('given up')));
      }),
  );
  expect(await isUnknownSymbol(silent.symbols, 'NOSUCH', 5)).toBe(false);
});
