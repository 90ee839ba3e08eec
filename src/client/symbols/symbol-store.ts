import type { Message } from '../../protocol/index.ts';
import type { Connection } from '../connection/connection.ts';
import type { Requests } from '../connection/requests.ts';
import type { HostClock } from '../host-clock.ts';
import type { SymbolStore } from '../types.ts';
import { createNotifier } from './notifier.ts';
import { applyInfo, applyQuote, applyTrade, emptyRecord, markUnknown, type MutableRecord, type SymbolInfo } from './symbol-entry.ts';

/** A symbol nobody watches any more is kept flowing this long, for a window that closes and opens again. */
export const RELEASE_DELAY_MS = 3_000;
/** Symbols asked for in one request: what the wire allows. */
const INFO_BATCH = 2_000;

interface Entry {
  readonly record: MutableRecord;
  watchers: number;
  isSubscribed: boolean;
  /** Exchange time of the last quote; trades and quotes may overtake one another. */
  quoteTimeMs: number;
  teardown: unknown;
}

export interface SymbolStoreDeps {
  readonly clock: HostClock;
  readonly streaming: Pick<Connection, 'sendReady'>;
  readonly requests: Requests;
  /** The account that subscriptions name; null while none is selected. */
  readonly account: () => string | null;
}

/** A moment as the wire takes it: whole and not before 1970. */
const wireMs = (ms: number) => Math.max(0, Math.floor(ms));

/** The symbol store as the connections feed it. */
export interface SymbolStoreCore extends SymbolStore {
  onStreaming(message: Message<'streaming', 'toClient'>): void;
  /** The streaming socket is authenticated (again): everything watched is subscribed anew. */
  onStreamingReady(): void;
  /** The data socket is authenticated (again): what is still unknown of watched symbols is asked again. */
  onDataReady(): void;
  dispose(): void;
}

export function createSymbolStore({ clock, streaming, requests, account }: SymbolStoreDeps): SymbolStoreCore {
  const entries = new Map<string, Entry>();
  const notifier = createNotifier(clock);
  const toSubscribe = new Set<string>();
  const toLoad = new Set<string>();
  /** Symbols whose info was asked for by `watch` and has not come yet. */
  const asking = new Set<string>();
  let isFlushQueued = false;

  function entryOf(symbol: string): Entry {
    let entry = entries.get(symbol);
    if (!entry) entries.set(symbol, (entry = { record: emptyRecord(symbol), watchers: 0, isSubscribed: false, quoteTimeMs: 0, teardown: null }));
    return entry;
  }

  function queueFlush(): void {
    if (isFlushQueued) return;
    isFlushQueued = true;
    queueMicrotask(() => {
      isFlushQueued = false;
      for (const symbol of toSubscribe) subscribeNow(symbol);
      toSubscribe.clear();
      const wanted = [...toLoad].filter((symbol) => !asking.has(symbol));
      toLoad.clear();
      for (const symbol of wanted) asking.add(symbol);
      // A failed load leaves the symbols 'loading'; they are asked for again when the data socket is ready anew.
      if (wanted.length > 0) {
        void loadInfo(wanted).catch(() => {}).finally(() => {
          for (const symbol of wanted) asking.delete(symbol);
        });
      }
    });
  }

  function subscribeNow(symbol: string): void {
    const entry = entries.get(symbol);
    const Account = account();
    if (!entry || entry.watchers === 0 || entry.isSubscribed || Account === null) return;
    entry.isSubscribed = streaming.sendReady('subscribe', { Account, Symbol: symbol, Type: 'Trade' }) && streaming.sendReady('subscribe', { Account, Symbol: symbol, Type: 'Quote' });
  }

  async function loadInfo(symbols: readonly string[], signal?: AbortSignal): Promise<string[]> {
    const unknown: string[] = [];
    for (let from = 0; from < symbols.length; from += INFO_BATCH) {
      const batch = symbols.slice(from, from + INFO_BATCH);
      const items = await requests.ask('symbolsInfo', { Symbols: batch }, signal);
      const found = new Map<string, SymbolInfo>(items.map((item) => [item.Symbol, item]));
      for (const symbol of batch) {
        const { record } = entryOf(symbol);
        const info = found.get(symbol);
        if (info) applyInfo(record, info, clock.nowMs());
        else {
          markUnknown(record);
          if (record.state === 'unknown') unknown.push(symbol);
        }
        notifier.mark(symbol);
        releaseLater(symbol);
      }
    }
    return unknown;
  }

  /** Forgets a symbol after a while, unless somebody watches it by then. */
  function releaseLater(symbol: string): void {
    const entry = entries.get(symbol);
    if (!entry || entry.watchers > 0 || entry.teardown !== null) return;
    entry.teardown = clock.setTimeout(() => {
      entry.teardown = null;
      if (entry.watchers > 0) return;
      const Account = account();
      if (entry.isSubscribed && Account !== null) {
        streaming.sendReady('unsubscribe', { Account, Symbol: symbol, Type: 'Trade' });
        streaming.sendReady('unsubscribe', { Account, Symbol: symbol, Type: 'Quote' });
      }
      entries.delete(symbol);
    }, RELEASE_DELAY_MS);
  }

  return {
    watch(symbols) {
      const own = [...new Set(symbols)];
      for (const symbol of own) {
        const entry = entryOf(symbol);
        entry.watchers++;
        if (entry.teardown !== null) {
          clock.clearTimeout(entry.teardown);
          entry.teardown = null;
        }
        if (entry.watchers > 1) continue;
        if (!entry.isSubscribed) toSubscribe.add(symbol);
        if (entry.record.state !== 'live') toLoad.add(symbol);
      }
      queueFlush();
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        for (const symbol of own) {
          const entry = entries.get(symbol);
          if (!entry) continue;
          entry.watchers--;
          releaseLater(symbol);
        }
      };
    },
    get: (symbol) => entries.get(symbol)?.record,
    subscribe: (symbols, cadence, onChange) => notifier.subscribe(symbols, cadence, onChange),
    lookup: (query, maxResults, signal) => requests.ask('lookup', { Query: query, MaxResults: maxResults }, signal),
    candles: ({ symbol, candleType, fromMs, toMs }, signal) => requests.ask('chartCandles', { Symbol: symbol, CandleType: candleType, From: wireMs(fromMs), To: wireMs(toMs), ExcludePrePostMarket: true }, signal),
    timeAndSale: (symbol, signal) => requests.ask('timeAndSale', { Symbol: symbol }, signal),
    bbo: (symbol, signal) => requests.ask('bbo', { Symbol: symbol }, signal),
    async load(symbols, signal) {
      const asked = [...new Set(symbols)];
      return { unknown: await loadInfo(asked.filter((symbol) => entries.get(symbol)?.record.state !== 'live'), signal) };
    },

    onStreaming(message) {
      if (message.name === 'trade') {
        const entry = entries.get(message.body.S);
        if (entry === undefined) return;
        const { changed, isNewSession } = applyTrade(entry.record, message.body, clock.nowMs());
        if (isNewSession) {
          toLoad.add(message.body.S);
          queueFlush();
        }
        if (changed) notifier.mark(message.body.S);
      } else if (message.name === 'quote') {
        const entry = entries.get(message.body.S);
        if (entry === undefined || !applyQuote(entry.record, message.body, entry.quoteTimeMs, clock.nowMs())) return;
        entry.quoteTimeMs = message.body.TS;
        notifier.mark(message.body.S);
      }
    },
    onStreamingReady() {
      for (const [symbol, entry] of entries) {
        entry.isSubscribed = false;
        subscribeNow(symbol);
      }
    },
    onDataReady() {
      for (const [symbol, entry] of entries) if (entry.watchers > 0 && entry.record.state === 'loading') toLoad.add(symbol);
      queueFlush();
    },
    dispose() {
      notifier.dispose();
      for (const entry of entries.values()) clock.clearTimeout(entry.teardown);
      entries.clear();
    },
  };
}
