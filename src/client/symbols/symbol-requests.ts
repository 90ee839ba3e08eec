import { RequestError, type Requests } from '../connection/requests.ts';
import type { SymbolStore } from '../types.ts';

/** Message of a chart whose candles did not come in time (spec tools.md §8, its spelling kept). */
const CANDLES_TIMEOUT_TEXT = 'Timeout occured loading data';
/** Days of closes from which a volatility is computed (spec platform.md §9). */
const VOLATILITY_DAYS = 252;
/** Symbols that the wire allows in one request. */
const HISTORICAL_BATCH = 2_000;
const OPTION_BATCH = 500;
/** Length of the market code in front of each symbol of a screen. */
const MARKET_PREFIX_LENGTH = 2;

/** Requests of the data socket whose answers are not kept in the store. */
export type SymbolRequests = Pick<
  SymbolStore,
  | 'lookup'
  | 'candles'
  | 'timeAndSale'
  | 'bbo'
  | 'historicalPrices'
  | 'closingPrices'
  | 'symbolActions'
  | 'optionExpirations'
  | 'optionChain'
  | 'optionChainSnapshot'
  | 'optionSnapshot'
  | 'priceVolatility'
  | 'stockFields'
  | 'filteredStocks'
> & {
  /** The session has ended: drops what was cached for it. */
  reset(): void;
};

/** A moment as the wire takes it: whole and not before 1970. */
const wireMs = (ms: number) => Math.max(0, Math.floor(ms));

/** Loads many symbols in requests of the size that the wire allows, one after the other. */
async function inBatches<Item>(
  symbols: readonly string[],
  size: number,
  load: (batch: string[]) => Promise<Item[]>,
): Promise<Item[]> {
  const unique = [...new Set(symbols)];
  const items: Item[] = [];
  for (let from = 0; from < unique.length; from += size)
    for (const item of await load(unique.slice(from, from + size))) items.push(item);
  return items;
}

const marketRequests = (requests: Requests) =>
  ({
    lookup: (query, maxResults, signal) =>
      requests.ask('lookup', { Query: query, MaxResults: maxResults }, signal),
    async candles({ symbol, candleType, fromMs, toMs, isUnadjusted }, signal) {
      try {
        return await requests.ask(
          'chartCandles',
          {
            Symbol: symbol,
            CandleType: candleType,
            From: wireMs(fromMs),
            To: wireMs(toMs),
            ExcludePrePostMarket: true,
            ...(isUnadjusted === true && { Unadjusted: true }),
          },
          signal,
        );
      } catch (error) {
        throw error instanceof RequestError && error.isTimeout
          ? new RequestError(CANDLES_TIMEOUT_TEXT, true)
          : error;
      }
    },
    symbolActions: (symbol, signal) => requests.ask('symbolActions', { Symbol: symbol }, signal),
    timeAndSale: (symbol, signal) => requests.ask('timeAndSale', { Symbol: symbol }, signal),
    bbo: (symbol, signal) => requests.ask('bbo', { Symbol: symbol }, signal),
    historicalPrices: (symbols, signal) =>
      inBatches(symbols, HISTORICAL_BATCH, (batch) =>
        requests.ask('historicalPrices', { Symbols: batch }, signal),
      ),
    closingPrices: ({ symbol, fromMs, toMs }, signal) =>
      requests.ask('closingPrices', { Symbol: symbol, From: wireMs(fromMs), To: wireMs(toMs) }, signal),
  }) satisfies Partial<SymbolRequests>;

const optionRequests = (requests: Requests, exchangeMs: () => number) =>
  ({
    optionExpirations: (symbol, signal) => requests.ask('optionExpirations', { Symbol: symbol }, signal),
    optionChain: (symbol, signal) => requests.ask('optionChain', { Symbol: symbol }, signal),
    optionChainSnapshot: ({ symbol, expirationFromSeconds, expirationToSeconds, nearestNumber }, signal) =>
      requests.ask(
        'optionChainSnapshot',
        {
          UnderlyingSymbol: symbol,
          ApplyConditions: true,
          ExpirationFrom: wireMs(expirationFromSeconds),
          ExpirationTo: wireMs(expirationToSeconds),
          NearestNumber: nearestNumber,
        },
        signal,
      ),
    optionSnapshot: (symbols, signal) =>
      inBatches(symbols, OPTION_BATCH, (batch) => requests.ask('optionSnapshot', { Symbols: batch }, signal)),
    async priceVolatility(symbol, signal) {
      const [item] = await requests.ask(
        'priceVolatility',
        { Symbol: symbol, ToDate: wireMs(exchangeMs()), NumberOfDays: VOLATILITY_DAYS, Method: 0 },
        signal,
      );
      if (item === undefined) throw new RequestError(`The volatility of ${symbol} is unavailable.`);
      return item.Volatility;
    },
  }) satisfies Partial<SymbolRequests>;

function screenRequests(requests: Requests) {
  let fields: ReturnType<SymbolStore['stockFields']> | null = null;
  return {
    stockFields() {
      if (fields !== null) return fields;
      const requested = requests.ask('stockFilters', {});
      fields = requested;
      // A failure is not cached: the next call tries again.
      requested.catch(() => {
        if (fields === requested) fields = null;
      });
      return requested;
    },
    async filteredStocks(filters, signal, onPart) {
      for (;;) {
        let left = 0;
        const items = await requests.ask('filteredStocks', { Filters: filters }, signal, (pending) => {
          left = pending;
        });
        const symbols = items.map(({ Symbol }) => Symbol.slice(MARKET_PREFIX_LENGTH));
        if (left === 0) return symbols;
        onPart?.(symbols, left);
      }
    },
    reset() {
      fields = null;
    },
  } satisfies Partial<SymbolRequests>;
}

/** The requests of the data socket about symbols. `exchangeMs`: exchange time now, UTC ms. */
export function createSymbolRequests(requests: Requests, exchangeMs: () => number): SymbolRequests {
  return {
    ...marketRequests(requests),
    ...optionRequests(requests, exchangeMs),
    ...screenRequests(requests),
  };
}
