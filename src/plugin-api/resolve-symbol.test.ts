import { expect, test } from 'vitest';
import { err, ok } from '../domain/assert/assert.ts';
import { existingSymbol, NO_MARKET_DATA_TEXT, resolveSymbol } from './resolve-symbol.ts';

/** A market that finds one option for every query, and keeps the queries. */
function market(found: readonly string[]) {
  const queries: string[] = [];
  return {
    queries,
    lookup: (query: string) => {
      queries.push(query);
      return Promise.resolve(found.map((symbol) => ({ Symbol: symbol, Info: '', Exchange: 'OPRA' })));
    },
  };
}

test.each([
  [' brk.b ', 'BRK.B'],
  ['bank of', 'BANK OF'],
  ['spy 240621 c 540', 'SPY240621C00540000'],
  ['SPY   240621C00540000', 'SPY240621C00540000'],
])('takes %j for %s without a query', async (typed, symbol) => {
  const { queries, lookup } = market([]);
  expect(await resolveSymbol({ lookup }, typed)).toEqual(ok(symbol));
  expect(queries).toEqual([]);
});

test('finds the expiration that a typed option leaves open', async () => {
  const { queries, lookup } = market(['SPY240621C00540000']);
  expect(await resolveSymbol({ lookup }, ' spy  540 call')).toEqual(ok('SPY240621C00540000'));
  expect(queries).toEqual(['SPY 540 CALL']);
});

test('names an option that is not listed, and what is wrong with an impossible one', async () => {
  const { lookup } = market([]);
  expect(await resolveSymbol({ lookup }, 'spy 541.3 call')).toEqual(
    err('No option is listed for SPY 541.3 CALL.'),
  );
  expect(await resolveSymbol({ lookup }, 'spy 240231 c 540')).toEqual(err('2024-02-31 is not a valid date.'));
});

test('reports a market data service that fails', async () => {
  const lookup = () => Promise.reject(new Error('closed'));
  expect(await resolveSymbol({ lookup }, 'spy 540 call')).toEqual(err(NO_MARKET_DATA_TEXT));
});

test('finds only symbols that the market has', async () => {
  const symbols = {
    ...market(['SPY240621C00540000']),
    get: () => undefined,
    load: (queries: readonly string[]) =>
      Promise.resolve({ unknown: queries.filter((symbol) => symbol !== 'SPY240621C00540000') }),
  };
  expect(await existingSymbol(symbols, 'spy 540 call')).toEqual(ok('SPY240621C00540000'));
  expect(await existingSymbol(symbols, 'spy 240621 c 545')).toEqual(err('Symbol not found'));
  expect(await existingSymbol(symbols, 'nosuch')).toEqual(err('Symbol not found'));
});
