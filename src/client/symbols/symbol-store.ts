import type { Body, Message } from '../../protocol/index.ts';
import type { Connection } from '../connection/connection.ts';
import type { Requests } from '../connection/requests.ts';
import type { HostClock } from '../host-clock.ts';
import type { Freshness } from './freshness.ts';
import type { SymbolStore } from '../types.ts';
import { createBboFeed } from './bbo-feed.ts';
import { createHistoricalLoader } from './historical-loader.ts';
import { createNotifier } from './notifier.ts';
import {
  applyInfo,
  applyQuote,
  applyTrade,
  emptyRecord,
  markUnknown,
  type MutableRecord,
  type SymbolInfo,
} from './symbol-entry.ts';
import { createSymbolRequests } from './symbol-requests.ts';

/** A symbol nobody watches any more is kept flowing this long, for a window that closes and opens again. */
export const RELEASE_DELAY_MS = 3_000;
/** Symbol info that could not be had is asked for again after this. */
const INFO_RETRY_MS = 15_000;
/** Symbols asked for in one request: the first of a long list are in sight while the others are on their way. */
const INFO_BATCH = 500;
/** Symbols subscribed in one go, two frames each: thousands at once would hold the page up. */
const SUBSCRIBE_SLICE = 250;

interface Entry {
  readonly record: MutableRecord;
  watchers: number;
  /** Its info is not known, or may be out of date. */
  needsInfo: boolean;
  isSubscribed: boolean;
  /** The server has accepted the subscription: its word that all is current is about this symbol too. */
  isConfirmed: boolean;
  /** Whether those who look at the symbol were last told that it is stale. */
  wasStale: boolean;
  /** Exchange time of the last quote; trades and quotes may overtake one another. */
  quoteTimeMs: number;
  teardown: unknown;
}

export interface SymbolStoreDeps {
  readonly clock: HostClock;
  readonly streaming: Pick<Connection, 'sendReady'>;
  readonly requests: Requests;
  readonly freshness: Freshness;
  /** The account that subscriptions name; null while none is selected. */
  readonly account: () => string | null;
  /** Exchange time now, UTC ms. */
  readonly exchangeMs: () => number;
}

/** The symbol store as the connections feed it. */
export interface SymbolStoreCore extends SymbolStore {
  onStreaming(message: Message<'streaming', 'toClient'>): void;
  /** The streaming socket is authenticated (again): everything watched is subscribed anew. */
  onStreamingReady(): void;
  /** The data socket is authenticated (again): watched symbols are asked for anew, since the day's high, low and closes may have moved unseen. */
  onDataReady(): void;
  /** Nobody is signed in any more: what was kept for the session is dropped. */
  onSignedOut(): void;
  dispose(): void;
}

export function createSymbolStore({
  clock,
  streaming,
  requests,
  freshness,
  account,
  exchangeMs,
}: SymbolStoreDeps): SymbolStoreCore {
  const entries = new Map<string, Entry>();
  const notifier = createNotifier(clock);
  const { reset: resetRequests, ...questions } = createSymbolRequests(requests, exchangeMs);
  const bbo = createBboFeed({ streaming, account });
  const historical = createHistoricalLoader({
    clock,
    requests: questions,
    onFigures(symbol) {
      const entry = entries.get(symbol);
      if (entry === undefined) return;
      entry.record.historical = historical.figuresOf(symbol);
      entry.record.version++;
      notifier.mark(symbol);
    },
  });
  const tapes = new Map<string, Set<(trade: Body<'trade'>) => void>>();
  const toSubscribe = new Set<string>();
  const toLoad = new Set<string>();
  /** Symbols whose info was asked for and has not come yet. */
  const asking = new Set<string>();
  let isFlushQueued = false;
  let retryTimer: unknown = null;
  let sliceTimer: unknown = null;

  function entryOf(symbol: string): Entry {
    let entry = entries.get(symbol);
    if (!entry)
      entries.set(
        symbol,
        (entry = {
          record: { ...emptyRecord(symbol), historical: historical.figuresOf(symbol) },
          watchers: 0,
          needsInfo: true,
          isSubscribed: false,
          isConfirmed: false,
          wasStale: false,
          quoteTimeMs: 0,
          teardown: null,
        }),
      );
    return entry;
  }

  function queueFlush(): void {
    if (isFlushQueued) return;
    isFlushQueued = true;
    queueMicrotask(() => {
      isFlushQueued = false;
      subscribeSome();
      const wanted = [...toLoad].filter((symbol) => !asking.has(symbol));
      toLoad.clear();
      for (const symbol of wanted) asking.add(symbol);
      if (wanted.length > 0) {
        void loadInfo(wanted)
          .catch(retryLater)
          .finally(() => {
            for (const symbol of wanted) asking.delete(symbol);
          });
      }
    });
  }

  function retryLater(): void {
    retryTimer ??= clock.setTimeout(askAgain, INFO_RETRY_MS);
  }

  /** Asks for what is still not known of watched symbols. */
  function askAgain(): void {
    clock.clearTimeout(retryTimer);
    retryTimer = null;
    for (const [symbol, entry] of entries) if (entry.watchers > 0 && entry.needsInfo) toLoad.add(symbol);
    if (toLoad.size > 0) queueFlush();
  }

  /** Subscribes the first of those that wait; the others follow in turns of their own. */
  function subscribeSome(): void {
    let count = 0;
    for (const symbol of toSubscribe) {
      if (count === SUBSCRIBE_SLICE) break;
      toSubscribe.delete(symbol);
      subscribeNow(symbol);
      count++;
    }
    if (toSubscribe.size > 0)
      sliceTimer ??= clock.setTimeout(() => {
        sliceTimer = null;
        subscribeSome();
      }, 0);
  }

  function subscribeNow(symbol: string): void {
    const entry = entries.get(symbol);
    const Account = account();
    if (!entry || entry.watchers === 0 || entry.isSubscribed || Account === null) return;
    entry.isSubscribed =
      streaming.sendReady('subscribe', { Account, Symbol: symbol, Type: 'Trade' }) &&
      streaming.sendReady('subscribe', { Account, Symbol: symbol, Type: 'Quote' });
  }

  async function loadInfo(symbols: readonly string[], signal?: AbortSignal): Promise<string[]> {
    const unknown: string[] = [];
    for (let from = 0; from < symbols.length; from += INFO_BATCH) {
      const batch = symbols.slice(from, from + INFO_BATCH);
      const items = await requests.ask('symbolsInfo', { Symbols: batch }, signal);
      const found = new Map<string, SymbolInfo>(items.map((item) => [item.Symbol, item]));
      for (const symbol of batch) {
        const entry = entryOf(symbol);
        const { record } = entry;
        entry.needsInfo = false;
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

  /** Tells those who look at a symbol when it has gone stale or fresh. */
  freshness.onChecked((setBackToMs) => {
    for (const [symbol, entry] of entries) {
      const { record } = entry;
      if (setBackToMs !== null && record.receivedAtMs > setBackToMs) record.receivedAtMs = setBackToMs;
      const { isStale } = freshness.staleness(record.receivedAtMs);
      if (isStale === entry.wasStale) continue;
      entry.wasStale = isStale;
      notifier.mark(symbol);
    }
  });

  /** The server vouches for what it has sent of a symbol. Without a price there is nothing to vouch for. */
  function vouch(entry: Entry | undefined): void {
    if (entry !== undefined && entry.record.receivedAtMs > 0) entry.record.receivedAtMs = clock.nowMs();
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
        if (entry.needsInfo) toLoad.add(symbol);
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
    staleness: (symbol) => freshness.staleness(entries.get(symbol)?.record.receivedAtMs ?? 0),
    subscribe: (symbols, cadence, onChange) => notifier.subscribe(symbols, cadence, onChange),
    onTrade(symbol, listener) {
      const listeners = tapes.get(symbol) ?? new Set();
      tapes.set(symbol, listeners);
      // A listener that is given twice hears twice, and each ends by itself.
      const own = (trade: Body<'trade'>) => listener(trade);
      listeners.add(own);
      return () => {
        listeners.delete(own);
        if (listeners.size === 0 && tapes.get(symbol) === listeners) tapes.delete(symbol);
      };
    },
    ...questions,
    watchBbo: (symbol, onChange) => bbo.watch(symbol, onChange),
    watchHistorical: (symbols) => historical.watch(symbols),
    async load(symbols, signal) {
      const asked = [...new Set(symbols)].filter((symbol) => entries.get(symbol)?.record.state !== 'live');
      // Those who watch them do not ask a second time meanwhile.
      const own = asked.filter((symbol) => !asking.has(symbol));
      for (const symbol of own) asking.add(symbol);
      try {
        return { unknown: await loadInfo(asked, signal) };
      } finally {
        for (const symbol of own) {
          asking.delete(symbol);
          const entry = entries.get(symbol);
          // Given up, or failed: who watches them asks for himself.
          if (entry !== undefined && entry.watchers > 0 && entry.needsInfo) toLoad.add(symbol);
        }
        if (toLoad.size > 0) queueFlush();
      }
    },

    onStreaming(message) {
      if (message.name === 'trade') {
        const entry = entries.get(message.body.S);
        if (entry === undefined) return;
        const { changed, isNewSession } = applyTrade(entry.record, message.body, clock.nowMs());
        if (isNewSession) {
          entry.needsInfo = true;
          toLoad.add(message.body.S);
          historical.invalidate(message.body.S);
          queueFlush();
        }
        if (changed) notifier.mark(message.body.S);
        for (const hear of tapes.get(message.body.S) ?? []) hear(message.body);
      } else if (message.name === 'quote') {
        const entry = entries.get(message.body.S);
        if (entry === undefined || !applyQuote(entry.record, message.body, entry.quoteTimeMs, clock.nowMs()))
          return;
        entry.quoteTimeMs = message.body.TS;
        notifier.mark(message.body.S);
      } else if (message.name === 'exchangeQuote') {
        bbo.onQuote(message.body);
      } else if (message.name === 'subscriptionResponse') {
        // The exchanges' own quotes say nothing of the record's prices.
        if (message.body.Type === 'Bbo') return;
        const entry = entries.get(message.body.Symbol);
        if (entry === undefined) return;
        // Errors are ignored but for this: nobody vouches for a symbol that was refused.
        entry.isConfirmed = message.body.Result === 'Subscribed';
        if (entry.isConfirmed) vouch(entry);
      } else if (message.name === 'feedAlive') {
        for (const entry of entries.values()) if (entry.isConfirmed) vouch(entry);
        freshness.onAlive();
      }
    },
    onStreamingReady() {
      bbo.onReady();
      for (const [symbol, entry] of entries) {
        entry.isSubscribed = entry.isConfirmed = false;
        if (entry.watchers > 0) toSubscribe.add(symbol);
      }
      subscribeSome();
    },
    onDataReady() {
      for (const entry of entries.values()) if (entry.record.state !== 'unknown') entry.needsInfo = true;
      historical.invalidateAll();
      askAgain();
    },
    onSignedOut: resetRequests,
    dispose() {
      notifier.dispose();
      historical.dispose();
      clock.clearTimeout(retryTimer);
      clock.clearTimeout(sliceTimer);
      for (const entry of entries.values()) clock.clearTimeout(entry.teardown);
      entries.clear();
    },
  };
}
