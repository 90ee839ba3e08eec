import type { HistoricalFigures } from '../../domain/bars/historical-figures.ts';
import type { Body } from '../../protocol/index.ts';

/** The latest data of a symbol; prices in dollars, sizes in shares or contracts. The store mutates it: read fields, and do not use it as React state. */
export interface SymbolRecord {
  readonly symbol: string;
  /** 'loading' until symbol info has arrived; 'unknown' when the server has no such symbol. */
  readonly state: 'loading' | 'live' | 'unknown';
  readonly info: Body<'symbolsInfoAnswer'>['Items'][number] | undefined;
  /** Figures of the daily history; null until `watchHistorical` has loaded them. */
  readonly historical: HistoricalFigures | null;
  readonly last: number;
  readonly lastSize: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly previousClose: number;
  readonly volume: number;
  readonly vwap: number;
  readonly tick: number;
  readonly bid: number;
  readonly bidSize: number;
  readonly bidExchange: string;
  readonly ask: number;
  readonly askSize: number;
  readonly askExchange: string;
  /** Whether trading in the symbol is halted, as the feed last reported it. */
  readonly isHalted: boolean;
  /** Why trading is halted, as users read it; empty when that is unknown or the symbol trades. */
  readonly haltReason: string;
  /** A halt that began before this time, UTC ms, may be unknown to the feed; null when there is no such doubt. */
  readonly haltsKnownFromMs: number | null;
  /** Exchange time of the last trade or quote, UTC ms. */
  readonly timeMs: number;
  /** Host time (UTC ms) at which the feed last confirmed these prices, by a tick of the symbol or by the server's `feedAlive`. 0 = never. */
  readonly receivedAtMs: number;
  /** Rises with every change of the record. */
  readonly version: number;
}

/** Whether the prices of a symbol are current. */
export interface Staleness {
  /** Whether the feed has not confirmed the prices within the time of the settings, or the price connection is down. False while there are no prices. */
  readonly isStale: boolean;
  /** Time since the feed last confirmed them, ms; null while there are no prices. */
  readonly ageMs: number | null;
}

/** The state of the price feed as a whole, which a light in the menu bar shows. */
export interface FeedState {
  /** Whether the user is signed in and receives no prices: the connection is down, or `feedAlive` no longer arrives. */
  readonly isStale: boolean;
  /** Host time (UTC ms) at which the feed last confirmed all prices; null when it never has. */
  readonly sinceMs: number | null;
}

/** How often a view is notified of changes: an interval in ms, or once per animation frame. */
export type Cadence = number | 'frame';

/**
 * Prices and reference data of symbols. Requests reject with an Error whose message can be shown when the server does not answer, and with the
 * signal's reason when they are aborted.
 */
export interface SymbolStore {
  /** Subscribes to trades and quotes of the symbols (reference-counted) until the returned function is called. Sockets need not be open yet. */
  watch(symbols: readonly string[]): () => void;
  /** The record of a symbol; undefined when it was never watched or loaded. */
  get(symbol: string): SymbolRecord | undefined;
  /** Whether the prices of a symbol are stale now. Subscribers of the symbol are notified when that changes. */
  staleness(symbol: string): Staleness;
  /** Calls `onChange` at most once per cadence with the symbols that changed; returns the function that unsubscribes. */
  subscribe(
    symbols: readonly string[],
    cadence: Cadence,
    onChange: (changed: ReadonlySet<string>) => void,
  ): () => void;
  /** Receives every print of a watched symbol as it arrives, for bars and tapes; a view paints at its own pace. */
  onTrade(symbol: string, listener: (trade: Body<'trade'>) => void): () => void;
  /** Subscribes to the best bid and ask of each exchange (reference-counted); `onChange` gets the whole list, best bid first, after each message of the feed. */
  watchBbo(symbol: string, onChange: (items: Body<'bboAnswer'>['Items']) => void): () => void;
  /** Symbols whose symbol or company matches the query, at most `maxResults`. */
  lookup(query: string, maxResults: number, signal?: AbortSignal): Promise<Body<'lookupAnswer'>['Items']>;
  /**
   * Bars of the regular session, oldest first; `fromMs` inclusive, `toMs` exclusive, UTC ms. Past days are on the scale of the present shares, with `isUnadjusted` as they traded,
   * without the splits since then.
   */
  candles(
    request: {
      symbol: string;
      candleType: 'OneMinute' | 'FiveMinutes' | 'ThirtyMinutes' | 'Day';
      fromMs: number;
      toMs: number;
      isUnadjusted?: boolean;
    },
    signal?: AbortSignal,
  ): Promise<Body<'chartCandlesAnswer'>['Items']>;
  /** Splits, dividends and other corporate actions of a symbol up to the present session, by ex-date; none where the market knows of none. */
  symbolActions(symbol: string, signal?: AbortSignal): Promise<Body<'symbolActionsAnswer'>['Items']>;
  /** The latest trades of a symbol, newest first. */
  timeAndSale(symbol: string, signal?: AbortSignal): Promise<Body<'timeAndSaleAnswer'>['Items']>;
  /** The best bid and ask of each exchange now. */
  bbo(symbol: string, signal?: AbortSignal): Promise<Body<'bboAnswer'>['Items']>;
  /** Keeps `historical` of the records filled (reference-counted, loaded in batches) until the returned function is called. The symbols must be watched as well. */
  watchHistorical(symbols: readonly string[]): () => void;
  /** Figures of the daily history, such as previous closes and ranges. */
  historicalPrices(
    symbols: readonly string[],
    signal?: AbortSignal,
  ): Promise<Body<'historicalPricesAnswer'>['Items']>;
  /** Daily closes, oldest first; `fromMs` inclusive, `toMs` exclusive, UTC ms. */
  closingPrices(
    request: { symbol: string; fromMs: number; toMs: number },
    signal?: AbortSignal,
  ): Promise<Body<'closingPricesAnswer'>['Items']>;
  /** Expirations of the options on an underlying, ascending. */
  optionExpirations(symbol: string, signal?: AbortSignal): Promise<Body<'optionExpirationsAnswer'>['Items']>;
  /** All listed options on an underlying. */
  optionChain(symbol: string, signal?: AbortSignal): Promise<Body<'optionChainAnswer'>['Items']>;
  /** Prices of the strikes nearest to the money (`nearestNumber` per expiration); both bounds Unix seconds, inclusive. */
  optionChainSnapshot(
    request: {
      symbol: string;
      expirationFromSeconds: number;
      expirationToSeconds: number;
      nearestNumber: number;
    },
    signal?: AbortSignal,
  ): Promise<Body<'optionChainSnapshotAnswer'>['Items']>;
  /** Prices of single options. */
  optionSnapshot(
    symbols: readonly string[],
    signal?: AbortSignal,
  ): Promise<Body<'optionSnapshotAnswer'>['Items']>;
  /** Historical volatility of the last 252 days, annual; 0.2 = 20 %. */
  priceVolatility(symbol: string, signal?: AbortSignal): Promise<number>;
  /** The fields that stocks can be filtered by; requested once per session. */
  stockFields(): Promise<Body<'stockFiltersAnswer'>['Items']>;
  /** Symbols of the stocks that meet the filters, ascending. `onPart` gets those found so far, and how many stocks are still to be checked. */
  filteredStocks(
    filters: Body<'filteredStocks'>['Filters'],
    signal?: AbortSignal,
    onPart?: (symbols: readonly string[], pending: number) => void,
  ): Promise<readonly string[]>;
  /** Loads symbol info where it is missing; resolves with the symbols that the server does not know. */
  load(symbols: readonly string[], signal?: AbortSignal): Promise<{ unknown: string[] }>;
}
