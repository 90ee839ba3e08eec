import type { Body, Message } from '../../protocol/index.ts';
import type { Connection } from '../connection/connection.ts';
import type { Requests } from '../connection/requests.ts';
import type { HostClock } from '../host-clock.ts';
import type { Cadence, Staleness, SymbolRecord } from '../types.ts';
import type { Freshness } from './freshness.ts';
import { HistoricalLoader } from './historical-loader.ts';
import { Notifier } from './notifier.ts';
import {
  applyInfo,
  applyQuote,
  applyStatus,
  applyTrade,
  emptyRecord,
  markUnknown,
  type MutableRecord,
  type SymbolInfo,
} from './symbol-entry.ts';
import { SymbolInfoLoader } from './symbol-info-loader.ts';
import type { SymbolRequests } from './symbol-requests.ts';
import { SymbolSubscriptions } from './symbol-subscriptions.ts';
import { TradeListeners } from './trade-listeners.ts';

/** The subscription of a symbol without watchers is kept open this long, for a window that closes and opens again. */
export const RELEASE_DELAY_MS = 3_000;

interface Entry {
  readonly record: MutableRecord;
  watchers: number;
  /** Its info is not known, or may be out of date. */
  needsInfo: boolean;
  /** The server has accepted the subscription, so `feedAlive` confirms the prices of this symbol too. */
  isConfirmed: boolean;
  /** What subscribers of the symbol were last notified of. */
  wasStale: boolean;
  /** Exchange time of the last quote; trades and quotes may overtake one another. */
  quoteTimeMs: number;
  /** The trading status has been received since the streaming socket was opened. */
  hasStatus: boolean;
  releaseTimer: unknown;
}

/** The connections and loaders that fill the records. */
export interface SymbolRecordsDeps {
  readonly clock: HostClock;
  readonly streaming: Pick<Connection, 'sendReady'>;
  readonly requests: Requests;
  readonly historicalPrices: SymbolRequests['historicalPrices'];
  readonly freshness: Freshness;
  /** The account that subscriptions name; null while none is selected. */
  readonly account: () => string | null;
}

/** One record per watched symbol, written by the feed and read by views. Keeps records subscribed and loaded while they are watched. */
export class SymbolRecords {
  readonly #clock: HostClock;
  readonly #freshness: Freshness;
  readonly #entries = new Map<string, Entry>();
  readonly #notifier: Notifier;
  readonly #historical: HistoricalLoader;
  readonly #subscriptions: SymbolSubscriptions;
  readonly #info: SymbolInfoLoader;
  readonly #trades = new TradeListeners();
  #isFlushQueued = false;

  constructor({ clock, streaming, requests, historicalPrices, freshness, account }: SymbolRecordsDeps) {
    this.#clock = clock;
    this.#freshness = freshness;
    this.#notifier = new Notifier(clock);
    this.#historical = new HistoricalLoader({
      clock,
      requests: { historicalPrices },
      onFigures: (symbol) => this.#onFigures(symbol),
    });
    this.#subscriptions = new SymbolSubscriptions({
      clock,
      streaming,
      account,
      isWatched: (symbol) => (this.#entries.get(symbol)?.watchers ?? 0) > 0,
    });
    this.#info = new SymbolInfoLoader({
      clock,
      requests,
      isMissing: (symbol) => isMissingInfo(this.#entries.get(symbol)),
      missing: () => this.#missingInfo(),
      onInfo: (symbol, info) => this.#onInfo(symbol, info),
      onQueued: () => this.#queueFlush(),
    });
    freshness.onChecked((setBackToMs) => this.#checkStaleness(setBackToMs));
  }

  /** Keeps trades, quotes and info of the symbols flowing (reference-counted) until the returned function is called. */
  watch(symbols: readonly string[]): () => void {
    const unique = [...new Set(symbols)];
    for (const symbol of unique) {
      const entry = this.#entryOf(symbol);
      entry.watchers++;
      if (entry.releaseTimer !== null) {
        this.#clock.clearTimeout(entry.releaseTimer);
        entry.releaseTimer = null;
      }
      if (entry.watchers > 1) continue;
      this.#subscriptions.queue(symbol);
      if (entry.needsInfo) this.#info.queue(symbol);
    }
    this.#queueFlush();
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      for (const symbol of unique) {
        const entry = this.#entries.get(symbol);
        if (!entry) continue;
        entry.watchers--;
        this.#releaseLater(symbol);
      }
    };
  }

  get(symbol: string): SymbolRecord | undefined {
    return this.#entries.get(symbol)?.record;
  }

  staleness(symbol: string): Staleness {
    return this.#freshness.staleness(this.#entries.get(symbol)?.record.receivedAtMs ?? 0);
  }

  subscribe(
    symbols: readonly string[],
    cadence: Cadence,
    onChange: (changed: ReadonlySet<string>) => void,
  ): () => void {
    return this.#notifier.subscribe(symbols, cadence, onChange);
  }

  onTrade(symbol: string, listener: (trade: Body<'trade'>) => void): () => void {
    return this.#trades.add(symbol, listener);
  }

  watchHistorical(symbols: readonly string[]): () => void {
    return this.#historical.watch(symbols);
  }

  /** Loads the info of symbols not yet known; resolves to those that the server does not know. */
  async load(symbols: readonly string[], signal?: AbortSignal): Promise<{ unknown: string[] }> {
    const missing = [...new Set(symbols)].filter(
      (symbol) => this.#entries.get(symbol)?.record.state !== 'live',
    );
    return { unknown: await this.#info.load(missing, signal) };
  }

  /** Applies a message of the streaming socket; messages that are not about a symbol's record are ignored. */
  onStreaming(message: Message<'streaming', 'toClient'>): void {
    if (message.name === 'trade') this.#onTradeMessage(message.body);
    else if (message.name === 'quote') this.#onQuote(message.body);
    else if (message.name === 'subscriptionResponse') this.#onSubscriptionResponse(message.body);
    else if (message.name === 'tradingStatus') this.#onStatus(message.body);
    else if (message.name === 'feedAlive') this.#onFeedAlive();
  }

  /** The streaming socket is authenticated (again): subscribes everything that is watched. */
  onStreamingReady(): void {
    this.#subscriptions.reset();
    for (const [symbol, entry] of this.#entries) {
      entry.isConfirmed = entry.hasStatus = false;
      if (entry.watchers > 0) this.#subscriptions.queue(symbol);
    }
    this.#subscriptions.flush();
  }

  /** The data socket is authenticated (again): loads watched symbols, since the day's high, low and closes may have changed during the outage. */
  onDataReady(): void {
    for (const entry of this.#entries.values()) if (entry.record.state !== 'unknown') entry.needsInfo = true;
    this.#historical.invalidateAll();
    this.#info.retryNow();
  }

  dispose(): void {
    this.#notifier.dispose();
    this.#historical.dispose();
    this.#subscriptions.dispose();
    this.#info.dispose();
    for (const entry of this.#entries.values()) this.#clock.clearTimeout(entry.releaseTimer);
    this.#entries.clear();
  }

  #entryOf(symbol: string): Entry {
    let entry = this.#entries.get(symbol);
    if (!entry)
      this.#entries.set(
        symbol,
        (entry = {
          record: { ...emptyRecord(symbol), historical: this.#historical.figuresOf(symbol) },
          watchers: 0,
          needsInfo: true,
          isConfirmed: false,
          wasStale: false,
          quoteTimeMs: 0,
          hasStatus: false,
          releaseTimer: null,
        }),
      );
    return entry;
  }

  *#missingInfo(): Iterable<string> {
    for (const [symbol, entry] of this.#entries) if (isMissingInfo(entry)) yield symbol;
  }

  /** Collects what one turn of the event loop watches into one flush. */
  #queueFlush(): void {
    if (this.#isFlushQueued) return;
    this.#isFlushQueued = true;
    queueMicrotask(() => {
      this.#isFlushQueued = false;
      this.#subscriptions.flush();
      this.#info.flush();
    });
  }

  /** Deletes the record of a symbol after a while, unless it has a watcher by then. */
  #releaseLater(symbol: string): void {
    const entry = this.#entries.get(symbol);
    if (!entry || entry.watchers > 0 || entry.releaseTimer !== null) return;
    entry.releaseTimer = this.#clock.setTimeout(() => {
      entry.releaseTimer = null;
      if (entry.watchers > 0) return;
      this.#subscriptions.close(symbol);
      this.#entries.delete(symbol);
    }, RELEASE_DELAY_MS);
  }

  #onTradeMessage(trade: Body<'trade'>): void {
    const entry = this.#entries.get(trade.S);
    if (entry === undefined) return;
    const { changed, isNewSession } = applyTrade(entry.record, trade, this.#clock.nowMs());
    if (isNewSession) {
      entry.needsInfo = true;
      this.#info.queue(trade.S);
      this.#historical.invalidate(trade.S);
      this.#queueFlush();
    }
    if (changed) this.#notifier.mark(trade.S);
    this.#trades.publish(trade);
  }

  #onQuote(quote: Body<'quote'>): void {
    const entry = this.#entries.get(quote.S);
    if (entry === undefined || !applyQuote(entry.record, quote, entry.quoteTimeMs, this.#clock.nowMs()))
      return;
    entry.quoteTimeMs = quote.TS;
    this.#notifier.mark(quote.S);
  }

  #onSubscriptionResponse({ Symbol: symbol, Type, Result }: Body<'subscriptionResponse'>): void {
    // The exchanges' own quotes do not confirm the record's prices.
    if (Type === 'Bbo') return;
    const entry = this.#entries.get(symbol);
    if (entry === undefined) return;
    // The only effect of a refusal: `feedAlive` does not confirm the symbol's prices.
    entry.isConfirmed = Result === 'Subscribed';
    if (!entry.isConfirmed) return;
    this.#confirmPrices(entry);
    // Quotes are subscribed after trades, whose subscription has reported a halt by now. What was halted before an outage trades again.
    if (Type !== 'Trade' && !entry.hasStatus) this.#setStatus(symbol, entry, false, '');
  }

  #onStatus({ Symbol: symbol, Status, Reason = '', KnownFrom }: Body<'tradingStatus'>): void {
    const entry = this.#entries.get(symbol);
    if (entry === undefined) return;
    entry.hasStatus = true;
    this.#setStatus(symbol, entry, Status === 'Halted', Reason, KnownFrom ?? null);
  }

  #setStatus(
    symbol: string,
    { record }: Entry,
    isHalted: boolean,
    reason: string,
    knownFromMs: number | null = null,
  ): void {
    if (applyStatus(record, isHalted, reason, knownFromMs)) this.#notifier.mark(symbol);
  }

  #onFeedAlive(): void {
    for (const entry of this.#entries.values()) if (entry.isConfirmed) this.#confirmPrices(entry);
    this.#freshness.onAlive();
  }

  /** The server confirms that the prices it has sent of a symbol are current. Without a price there is nothing to confirm. */
  #confirmPrices({ record }: Entry): void {
    if (record.receivedAtMs > 0) record.receivedAtMs = this.#clock.nowMs();
  }

  #onFigures(symbol: string): void {
    const entry = this.#entries.get(symbol);
    if (entry === undefined) return;
    entry.record.historical = this.#historical.figuresOf(symbol);
    entry.record.version++;
    this.#notifier.mark(symbol);
  }

  #onInfo(symbol: string, info: SymbolInfo | undefined): boolean {
    const entry = this.#entryOf(symbol);
    entry.needsInfo = false;
    if (info) applyInfo(entry.record, info, this.#clock.nowMs());
    else markUnknown(entry.record);
    this.#notifier.mark(symbol);
    this.#releaseLater(symbol);
    return entry.record.state !== 'unknown';
  }

  /** Notifies the subscribers of symbols that went stale or fresh. */
  #checkStaleness(setBackToMs: number | null): void {
    for (const [symbol, entry] of this.#entries) {
      const { record } = entry;
      if (setBackToMs !== null && record.receivedAtMs > setBackToMs) record.receivedAtMs = setBackToMs;
      const { isStale } = this.#freshness.staleness(record.receivedAtMs);
      if (isStale === entry.wasStale) continue;
      entry.wasStale = isStale;
      this.#notifier.mark(symbol);
    }
  }
}

function isMissingInfo(entry: Entry | undefined): boolean {
  return entry !== undefined && entry.watchers > 0 && entry.needsInfo;
}
