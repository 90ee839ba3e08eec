import { encode } from '../../../protocol/index.ts';
import type { MarketData, Quote, Trade } from '../../market/market-data.ts';
import { quoteToWire, tradeToWire } from '../market-wire.ts';
import { frameText } from '../sockets/frame-text.ts';
import type { Outbox } from './outbox.ts';

/** How often clients are written to, ms. */
export const FLUSH_MS = 10;
/** Least time between two quotes of a symbol, ms; the newest wins. */
export const QUOTE_MS = 50;

export type FeedType = 'Trade' | 'Quote';

interface Feed {
  readonly symbol: string;
  readonly trades: Set<Outbox>;
  readonly quotes: Set<Outbox>;
  stop: () => void;
  newestQuote: Quote | undefined;
  lastQuoteMs: number;
}

/**
 * One watch per symbol for all clients; each event is encoded and framed once. A single timer runs while anything waits:
 * it lets due quotes go and writes each client's batch in one go.
 */
export interface FanOut {
  /** False when the market does not know the symbol. Subscribing twice is the same as once. */
  subscribe(outbox: Outbox, symbol: string, type: FeedType): boolean;
  unsubscribe(outbox: Outbox, symbol: string, type: FeedType): void;
  /** Whether the market has told of anything since this was last asked. */
  takeHadEvents(): boolean;
  /** Symbols watched now. */
  watchedCount(): number;
  stop(): void;
}

export function createFanOut(market: Pick<MarketData, 'watch'>, hostMs: () => number): FanOut {
  const feeds = new Map<string, Feed>();
  const dueQuotes = new Set<Feed>();
  const dirty = new Set<Outbox>();
  let timer: NodeJS.Timeout | undefined;
  let hadEvents = false;

  const wake = (): void => {
    timer ??= setInterval(tick, FLUSH_MS);
  };

  const tick = (): void => {
    const nowMs = hostMs();
    for (const feed of dueQuotes) {
      if (nowMs - feed.lastQuoteMs < QUOTE_MS) continue;
      dueQuotes.delete(feed);
      sendQuote(feed, nowMs);
    }
    for (const outbox of dirty) {
      if (!outbox.flush(nowMs)) dirty.delete(outbox);
    }
    if (dirty.size === 0 && dueQuotes.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };

  const sendQuote = (feed: Feed, nowMs: number): void => {
    if (!feed.newestQuote) return;
    const frame = frameText(encode('quote', quoteToWire(feed.newestQuote)));
    feed.newestQuote = undefined;
    feed.lastQuoteMs = nowMs;
    for (const outbox of feed.quotes) {
      outbox.addQuote(feed.symbol, frame);
      dirty.add(outbox);
    }
  };

  const onTrade = (feed: Feed, trade: Trade): void => {
    hadEvents = true;
    if (feed.trades.size === 0) return;
    const frame = frameText(encode('trade', tradeToWire(trade)));
    for (const outbox of feed.trades) {
      outbox.addTrade(feed.symbol, frame);
      dirty.add(outbox);
    }
    wake();
  };

  const onQuote = (feed: Feed, quote: Quote): void => {
    hadEvents = true;
    if (feed.quotes.size === 0) return;
    feed.newestQuote = quote;
    dueQuotes.add(feed);
    wake();
  };

  const open = (symbol: string): Feed | undefined => {
    const feed: Feed = { symbol, trades: new Set(), quotes: new Set(), stop: () => {}, newestQuote: undefined, lastQuoteMs: -Infinity };
    const stop = market.watch(symbol, { onTrade: (trade) => onTrade(feed, trade), onQuote: (quote) => onQuote(feed, quote) });
    if (!stop) return undefined;
    feed.stop = stop;
    feeds.set(symbol, feed);
    return feed;
  };

  return {
    subscribe(outbox, symbol, type) {
      const feed = feeds.get(symbol) ?? open(symbol);
      if (!feed) return false;
      (type === 'Trade' ? feed.trades : feed.quotes).add(outbox);
      return true;
    },
    unsubscribe(outbox, symbol, type) {
      const feed = feeds.get(symbol);
      if (!feed) return;
      (type === 'Trade' ? feed.trades : feed.quotes).delete(outbox);
      if (feed.trades.size > 0 || feed.quotes.size > 0) return;
      feed.stop();
      feeds.delete(symbol);
      dueQuotes.delete(feed);
    },
    takeHadEvents() {
      const had = hadEvents;
      hadEvents = false;
      return had;
    },
    watchedCount: () => feeds.size,
    stop() {
      clearInterval(timer);
      timer = undefined;
      for (const feed of feeds.values()) feed.stop();
      feeds.clear();
      dueQuotes.clear();
      dirty.clear();
    },
  };
}
