import { expect, test } from 'vitest';
import type { SymbolStore } from '../client/types.ts';
import { isUnknownSymbol } from './unknown-symbol.ts';

/** A store that knows AAPL already, and whose server knows MSFT. */
function store(load?: SymbolStore['load']) {
  const asked: string[] = [];
  const answer: SymbolStore['load'] =
    load ?? (async (symbols) => ({ unknown: symbols.filter((symbol) => symbol !== 'MSFT') }));
  const symbols = {
    // Only what is known of a symbol is looked at.
    get: ((symbol: string) => (symbol === 'AAPL' ? { state: 'live' } : undefined)) as SymbolStore['get'],
    load: ((list, signal) => {
      asked.push(...list);
      return answer(list, signal);
    }) as SymbolStore['load'],
  };
  return { asked, symbols };
}

test('the server says whether there is a symbol, and is not asked for one whose prices are here', async () => {
  const { asked, symbols } = store();
  expect([
    await isUnknownSymbol(symbols, 'AAPL'),
    await isUnknownSymbol(symbols, 'MSFT'),
    await isUnknownSymbol(symbols, 'NOSUCH'),
  ]).toEqual([false, false, true]);
  expect(asked).toEqual(['MSFT', 'NOSUCH']);
});

test.each([
  ['', 'nothing'],
  ['<B>', 'letters that no symbol has'],
  ['A'.repeat(24), 'too many letters'],
])('%j, %s, is none', async (symbol) => {
  const { asked, symbols } = store();
  expect([await isUnknownSymbol(symbols, symbol), asked]).toEqual([true, []]);
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
