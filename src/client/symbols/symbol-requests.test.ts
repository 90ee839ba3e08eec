import { beforeEach, describe, expect, test } from 'vitest';
import type { Body, MessageName } from '../../protocol/index.ts';
import { REQUEST_TIMEOUT_MS, RequestError, Requests } from '../connection/requests.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createSymbolRequests, type SymbolRequests } from './symbol-requests.ts';

const NOW_MS = 1_700_000_000_000.5;
let clock: ManualClock;
let requests: Requests;
let symbols: SymbolRequests;
let sent: { name: MessageName; body: { Id: number } & Record<string, unknown> }[];

const turn = () => new Promise((resolve) => setImmediate(resolve));
const last = () => sent.at(-1);
const answer = (Items: unknown[], more: { readonly Pending?: number } = {}) =>
  requests.answer({ Id: last()?.body.Id ?? 0, Result: 'Ok', HasMore: false, Items, ...more });
const fail = (Result: 'Error' | 'Timeout', Error?: string) =>
  requests.answer({ Id: last()?.body.Id ?? 0, Result, Error, HasMore: false, Items: [] });
const rsi: Body<'stockFiltersAnswer'>['Items'] = [
  { Field: 'RSI14', Name: 'RSI (14 days)', Type: 'Decimal', Category: 'Indicator' },
];

beforeEach(() => {
  clock = createManualClock();
  sent = [];
  // Every request has an Id.
  requests = new Requests(
    {
      sendReady: (name, body) =>
        sent.push({ name, body: body as { Id: number } & Record<string, unknown> }) > 0,
    },
    clock,
  );
  symbols = createSymbolRequests(requests, () => NOW_MS);
});

describe('questions as they are sent', () => {
  test.each<[string, () => Promise<unknown>, Record<string, unknown>]>([
    [
      'closingPrices',
      () => symbols.closingPrices({ symbol: 'SPY', fromMs: 5.7, toMs: 9 }),
      { Symbol: 'SPY', From: 5, To: 9 },
    ],
    ['optionExpirations', () => symbols.optionExpirations('SPY'), { Symbol: 'SPY' }],
    ['optionChain', () => symbols.optionChain('SPY'), { Symbol: 'SPY' }],
    [
      'optionChainSnapshot',
      () =>
        symbols.optionChainSnapshot({
          symbol: 'SPY',
          expirationFromSeconds: 10,
          expirationToSeconds: 20,
          nearestNumber: 7,
        }),
      {
        UnderlyingSymbol: 'SPY',
        ApplyConditions: true,
        ExpirationFrom: 10,
        ExpirationTo: 20,
        NearestNumber: 7,
      },
    ],
    ['optionSnapshot', () => symbols.optionSnapshot(['A', 'B', 'A']), { Symbols: ['A', 'B'] }],
    [
      'priceVolatility',
      () => symbols.priceVolatility('SPY'),
      { Symbol: 'SPY', ToDate: 1_700_000_000_000, NumberOfDays: 252, Method: 0 },
    ],
    [
      'chartCandles',
      () => symbols.candles({ symbol: 'SPY', candleType: 'Day', fromMs: -5, toMs: 9 }),
      { Symbol: 'SPY', CandleType: 'Day', From: 0, To: 9, ExcludePrePostMarket: true },
    ],
  ])('%s', async (name, ask, body) => {
    ask().catch(() => undefined);
    expect([last()?.name, last()?.body]).toEqual([name, { Id: 1, ...body }]);
  });

  test('request the volatility over the 252 days up to today by method 0', async () => {
    symbols.priceVolatility('SPY').catch(() => undefined);
    expect([last()?.name, last()?.body]).toEqual([
      'priceVolatility',
      { Id: 1, Symbol: 'SPY', ToDate: Math.floor(NOW_MS), NumberOfDays: 252, Method: 0 },
    ]);
  });

  test('request the available stock filters, and stocks by their Filters', async () => {
    symbols.stockFields().catch(() => undefined);
    expect([last()?.name, last()?.body]).toEqual(['stockFilters', { Id: 1 }]);
    const filter = { Field: 'Last', Compare: 'LessThan', CompareWith: 5 } as const;
    symbols.filteredStocks([filter]).catch(() => undefined);
    expect([last()?.name, last()?.body]).toEqual(['filteredStocks', { Id: 2, Filters: [filter] }]);
  });

  test("of 4,500 symbols' histories are three, one after the other", async () => {
    const result = symbols.historicalPrices(Array.from({ length: 4_500 }, (_, index) => `S${index}`));
    for (let round = 0; round < 3; round++) {
      answer([{ Symbol: `S${round}` }]);
      await turn();
    }
    expect([sent.length, (await result).map(({ Symbol }) => Symbol)]).toEqual([3, ['S0', 'S1', 'S2']]);
  });

  test('can be cancelled', async () => {
    const abort = new AbortController();
    const result = symbols.filteredStocks(
      [{ Field: 'Last', Compare: 'LessThan', CompareWith: 5 }],
      abort.signal,
    );
    abort.abort();
    await expect(result).rejects.toThrow();
    expect(sent.map(({ name }) => name)).toEqual(['filteredStocks', 'cancelRequest']);
  });
});

describe('answers', () => {
  test('of a screen lose the two-character market before each symbol', async () => {
    const result = symbols.filteredStocks([{ Field: 'Last', Compare: 'LessThan', CompareWith: 5 }]);
    answer([{ Symbol: 'USAAPL' }, { Symbol: 'USBRK.B' }, { Symbol: 'USUS' }]);
    expect(await result).toEqual(['AAPL', 'BRK.B', 'US']);
  });

  test('of a screen that cover part of the stocks are reported, and the request repeated until one covers all', async () => {
    const parts: unknown[] = [];
    const result = symbols.filteredStocks(
      [{ Field: 'RSI14', Compare: 'LessThan', CompareWith: 30 }],
      undefined,
      (part, pending) => parts.push([part, pending]),
    );
    answer([{ Symbol: 'USAAPL' }], { Pending: 2_000 });
    await turn();
    answer([{ Symbol: 'USAAPL' }, { Symbol: 'USMSFT' }], { Pending: 7 });
    await turn();
    answer([{ Symbol: 'USAAPL' }, { Symbol: 'USMSFT' }, { Symbol: 'USSPY' }]);
    expect(await result).toEqual(['AAPL', 'MSFT', 'SPY']);
    expect(parts).toEqual([
      [['AAPL'], 2_000],
      [['AAPL', 'MSFT'], 7],
    ]);
    expect(sent.map(({ name }) => name)).toEqual(['filteredStocks', 'filteredStocks', 'filteredStocks']);
  });

  test('of a volatility are the number; an empty one is an error', async () => {
    const result = symbols.priceVolatility('SPY');
    answer([{ Volatility: 0.25 }]);
    expect(await result).toBe(0.25);
    const none = symbols.priceVolatility('NEW');
    answer([]);
    await expect(none).rejects.toThrow('The volatility of NEW is unavailable.');
  });

  test('that do not come in time have the message of charts for candles, and differ from errors', async () => {
    const candles = symbols.candles({ symbol: 'SPY', candleType: 'Day', fromMs: 0, toMs: 9 });
    fail('Timeout');
    await expect(candles).rejects.toMatchObject({ message: 'Timeout occured loading data', isTimeout: true });
    const late = symbols.candles({ symbol: 'SPY', candleType: 'Day', fromMs: 0, toMs: 9 });
    const outcome = expect(late).rejects.toThrow('Timeout occured loading data');
    clock.advance(REQUEST_TIMEOUT_MS);
    await outcome;
    const history = symbols.historicalPrices(['SPY']);
    fail('Timeout');
    await expect(history).rejects.toMatchObject({
      message: 'Timeout has occured loading data',
      isTimeout: true,
    });
    const wrong = symbols.candles({ symbol: 'SPY', candleType: 'Day', fromMs: 0, toMs: 9 });
    fail('Error', 'Symbol not found');
    await expect(wrong).rejects.toMatchObject({ message: 'Symbol not found', isTimeout: false });
  });
});

describe('the fields of the screener', () => {
  test('are requested once a session, and again after signing out', async () => {
    const [first, second] = [symbols.stockFields(), symbols.stockFields()];
    answer(rsi);
    expect([await first, await second, await symbols.stockFields()]).toEqual([rsi, rsi, rsi]);
    expect(sent).toHaveLength(1);
    symbols.reset();
    const other = symbols.stockFields();
    answer([]);
    expect([await other, sent.length]).toEqual([[], 2]);
  });

  test('are requested again after a failure', async () => {
    const first = symbols.stockFields();
    fail('Error', 'no');
    await expect(first).rejects.toThrow(RequestError);
    const second = symbols.stockFields();
    answer(rsi);
    expect(await second).toEqual(rsi);
  });
});
