import { encode } from '../../../protocol/index.ts';
import type { ExchangeQuote, MarketData, Quote, Trade } from '../../market/market-data.ts';
import { exchangeQuoteChangeToWire, quoteToWire, tradeToWire } from '../market-wire.ts';
import { frameText } from '../sockets/frame-text.ts';
import type { Outbox } from './outbox.ts';

/** How often clients are written to, ms. */
export const FLUSH_MS = 10;
/** Least time between two quotes of a symbol (or of its exchanges), ms; the newest wins. */
export const QUOTE_MS = 50;

/** Bbo: each exchange's own best bid and offer. */
export type FeedType = 'Trade' | 'Quote' | 'Bbo';

interface Feed {
  readonly symbol: string;
  readonly trades: Set<Outbox>;
  readonly quotes: Set<Outbox>;
  readonly bbos: Set<Outbox>;
  /** What those who look at the exchanges were last sent, by exchange. */
  readonly sentBbo: Map<string, ExchangeQuote>;
  stop: () => void;
  newestQuote: Quote | undefined;
  lastQuoteMs: number;
  /** Exchange time of the newest quote, UTC ms. */
  quoteTimeMs: number;
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

export function createFanOut(market: Pick<MarketData, 'watch' | 'depth'>, hostMs: () => number): FanOut {
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
      sendBbo(feed);
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
    const newest = feed.newestQuote;
    feed.newestQuote = undefined;
    feed.lastQuoteMs = nowMs;
    if (!newest || feed.quotes.size === 0) return;
    const frame = frameText(encode('quote', quoteToWire(newest)));
    for (const outbox of feed.quotes) {
      outbox.addQuote(feed.symbol, frame);
      dirty.add(outbox);
    }
  };

  /** The market tells of the national best only; what each exchange shows is asked for when that has moved. */
  const sendBbo = (feed: Feed): void => {
    if (feed.bbos.size === 0) return;
    for (const { quote, frame } of bboChanges(feed)) {
      for (const outbox of feed.bbos) {
        outbox.addQuote(`${feed.symbol}/${quote.exchange}`, frame);
        dirty.add(outbox);
      }
    }
  };

  const bboChanges = (feed: Feed): { quote: ExchangeQuote; frame: string }[] => {
    const changes: { quote: ExchangeQuote; frame: string }[] = [];
    const gone = new Set(feed.sentBbo.keys());
    const change = (quote: ExchangeQuote): void => {
      changes.push({
        quote,
        frame: frameText(
          encode('exchangeQuote', exchangeQuoteChangeToWire(feed.symbol, quote, feed.quoteTimeMs)),
        ),
      });
    };
    for (const quote of market.depth(feed.symbol)) {
      gone.delete(quote.exchange);
      const sent = feed.sentBbo.get(quote.exchange);
      if (sent !== undefined && isSameQuote(sent, quote)) continue;
      feed.sentBbo.set(quote.exchange, quote);
      change(quote);
    }
    for (const exchange of gone) {
      feed.sentBbo.delete(exchange);
      change({ exchange, bidE4: 0, bidSize: 0, askE4: 0, askSize: 0 });
    }
    return changes;
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
    if (feed.quotes.size === 0 && feed.bbos.size === 0) return;
    feed.newestQuote = quote;
    feed.quoteTimeMs = quote.timeMs;
    dueQuotes.add(feed);
    wake();
  };

  const open = (symbol: string): Feed | undefined => {
    const feed: Feed = {
      symbol,
      trades: new Set(),
      quotes: new Set(),
      bbos: new Set(),
      sentBbo: new Map(),
      stop: () => {},
      newestQuote: undefined,
      lastQuoteMs: -Infinity,
      quoteTimeMs: 0,
    };
    const stop = market.watch(symbol, {
      onTrade: (trade) => onTrade(feed, trade),
      onQuote: (quote) => onQuote(feed, quote),
    });
    if (!stop) return undefined;
    feed.stop = stop;
    feeds.set(symbol, feed);
    return feed;
  };

  return {
    subscribe(outbox, symbol, type) {
      const feed = feeds.get(symbol) ?? open(symbol);
      if (!feed) return false;
      const members = membersOf(feed, type);
      // What the first one is sent as the current state is what later changes are told against.
      if (type === 'Bbo' && members.size === 0)
        for (const quote of market.depth(symbol)) feed.sentBbo.set(quote.exchange, quote);
      members.add(outbox);
      return true;
    },
    unsubscribe(outbox, symbol, type) {
      const feed = feeds.get(symbol);
      if (!feed) return;
      membersOf(feed, type).delete(outbox);
      if (feed.bbos.size === 0) feed.sentBbo.clear();
      if (feed.trades.size > 0 || feed.quotes.size > 0 || feed.bbos.size > 0) return;
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

function membersOf(feed: Feed, type: FeedType): Set<Outbox> {
  return type === 'Trade' ? feed.trades : type === 'Quote' ? feed.quotes : feed.bbos;
}

function isSameQuote(one: ExchangeQuote, other: ExchangeQuote): boolean {
  return (
    one.bidE4 === other.bidE4 &&
    one.bidSize === other.bidSize &&
    one.askE4 === other.askE4 &&
    one.askSize === other.askSize
  );
}
