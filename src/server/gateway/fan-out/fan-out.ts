import { encode } from '../../../protocol/index.ts';
import type { ExchangeQuote, MarketData, Quote, Trade } from '../../market/market-data.ts';
import { exchangeQuoteChangeToWire, quoteToWire, tradeToWire } from '../translate/market.ts';
import { frameText } from '../sockets/frame-text.ts';
import { newFanOutCounts } from './fan-out-counts.ts';
import type { Outbox } from './outbox.ts';

/** How often the outboxes are flushed, ms. */
export const FLUSH_MS = 10;
/** Minimum time between two quotes of a symbol (or of its exchanges), ms; the newest wins. */
export const QUOTE_MS = 50;

/** Bbo: best bid and offer of each exchange; Quote: those of the whole market (NBBO). */
export type FeedType = 'Trade' | 'Quote' | 'Bbo';

interface Feed {
  readonly symbol: string;
  readonly trades: Set<Outbox>;
  readonly quotes: Set<Outbox>;
  readonly bbos: Set<Outbox>;
  /** What the subscribers of `bbos` were last sent, by exchange. */
  readonly sentBbo: Map<string, ExchangeQuote>;
  stop: () => void;
  newestQuote: Quote | undefined;
  lastQuoteMs: number;
  /** Exchange time of the newest quote, UTC ms. */
  quoteTimeMs: number;
}

/**
 * One watch per symbol for all clients; each event is encoded and framed once. A single timer runs while outboxes or due
 * quotes wait: it sends the due quotes and flushes each outbox once.
 */
export class FanOut {
  /** Of this fan-out and of the outboxes that it fills. */
  readonly counts = newFanOutCounts();
  readonly #market: Pick<MarketData, 'watch' | 'depth'>;
  readonly #hostMs: () => number;
  readonly #feeds = new Map<string, Feed>();
  readonly #dueQuotes = new Set<Feed>();
  readonly #dirty = new Set<Outbox>();
  #timer: NodeJS.Timeout | undefined;
  #hadEvents = false;

  constructor(market: Pick<MarketData, 'watch' | 'depth'>, hostMs: () => number) {
    this.#market = market;
    this.#hostMs = hostMs;
  }

  /** Symbols watched now. */
  get watchedCount(): number {
    return this.#feeds.size;
  }

  /** Trades and quotes that wait to be written, and the clients that they wait for. */
  waiting(): { readonly clients: number; readonly messages: number } {
    let messages = 0;
    for (const outbox of this.#dirty) messages += outbox.waitingCount;
    return { clients: this.#dirty.size, messages };
  }

  /** False when the market does not know the symbol. Subscribing twice is the same as once. */
  subscribe(outbox: Outbox, symbol: string, type: FeedType): boolean {
    const feed = this.#feeds.get(symbol) ?? this.#open(symbol);
    if (!feed) return false;
    const members = membersOf(feed, type);
    // The first subscriber is sent the current state, so later changes are measured from that.
    if (type === 'Bbo' && members.size === 0)
      for (const quote of this.#market.depth(symbol)) feed.sentBbo.set(quote.exchange, quote);
    members.add(outbox);
    return true;
  }

  unsubscribe(outbox: Outbox, symbol: string, type: FeedType): void {
    const feed = this.#feeds.get(symbol);
    if (!feed) return;
    membersOf(feed, type).delete(outbox);
    if (feed.bbos.size === 0) feed.sentBbo.clear();
    if (feed.trades.size > 0 || feed.quotes.size > 0 || feed.bbos.size > 0) return;
    feed.stop();
    this.#feeds.delete(symbol);
    this.#dueQuotes.delete(feed);
  }

  /** Whether the market has published an event since the last call. */
  takeHadEvents(): boolean {
    const had = this.#hadEvents;
    this.#hadEvents = false;
    return had;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const feed of this.#feeds.values()) feed.stop();
    this.#feeds.clear();
    this.#dueQuotes.clear();
    this.#dirty.clear();
  }

  #open(symbol: string): Feed | undefined {
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
    const stop = this.#market.watch(symbol, {
      onTrade: (trade) => this.#onTrade(feed, trade),
      onQuote: (quote) => this.#onQuote(feed, quote),
    });
    if (!stop) return undefined;
    feed.stop = stop;
    this.#feeds.set(symbol, feed);
    return feed;
  }

  #onTrade(feed: Feed, trade: Trade): void {
    this.#hadEvents = true;
    if (feed.trades.size === 0) return;
    const frame = frameText(encode('trade', tradeToWire(trade)));
    for (const outbox of feed.trades) {
      outbox.addTrade(feed.symbol, frame);
      this.#dirty.add(outbox);
    }
    this.#wake();
  }

  #onQuote(feed: Feed, quote: Quote): void {
    this.#hadEvents = true;
    if (feed.quotes.size === 0 && feed.bbos.size === 0) return;
    if (feed.newestQuote) this.counts.pacedQuotes += 1;
    feed.newestQuote = quote;
    feed.quoteTimeMs = quote.timeMs;
    this.#dueQuotes.add(feed);
    this.#wake();
  }

  #wake(): void {
    this.#timer ??= setInterval(() => this.#tick(), FLUSH_MS);
  }

  #tick(): void {
    const nowMs = this.#hostMs();
    for (const feed of this.#dueQuotes) {
      if (nowMs - feed.lastQuoteMs < QUOTE_MS) continue;
      this.#dueQuotes.delete(feed);
      this.#sendQuote(feed, nowMs);
      this.#sendBbo(feed);
    }
    for (const outbox of this.#dirty) {
      if (!outbox.flush(nowMs)) this.#dirty.delete(outbox);
    }
    if (this.#dirty.size === 0 && this.#dueQuotes.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  #sendQuote(feed: Feed, nowMs: number): void {
    const newest = feed.newestQuote;
    feed.newestQuote = undefined;
    feed.lastQuoteMs = nowMs;
    if (!newest || feed.quotes.size === 0) return;
    const frame = frameText(encode('quote', quoteToWire(newest)));
    for (const outbox of feed.quotes) {
      outbox.addQuote(feed.symbol, frame);
      this.#dirty.add(outbox);
    }
  }

  /** Sends the changed exchange quotes. The market publishes only the NBBO, so they are read when that has changed. */
  #sendBbo(feed: Feed): void {
    if (feed.bbos.size === 0) return;
    for (const quote of takeBboChanges(feed, this.#market.depth(feed.symbol))) {
      const change = exchangeQuoteChangeToWire(feed.symbol, quote, feed.quoteTimeMs);
      const frame = frameText(encode('exchangeQuote', change));
      for (const outbox of feed.bbos) {
        outbox.addQuote(`${feed.symbol}/${quote.exchange}`, frame);
        this.#dirty.add(outbox);
      }
    }
  }
}

/** The exchange quotes that differ from those last sent, and zero quotes of exchanges that no longer quote; notes them as sent. */
function takeBboChanges({ sentBbo }: Feed, depth: readonly ExchangeQuote[]): ExchangeQuote[] {
  const changes: ExchangeQuote[] = [];
  const gone = new Set(sentBbo.keys());
  for (const quote of depth) {
    gone.delete(quote.exchange);
    const sent = sentBbo.get(quote.exchange);
    if (sent !== undefined && isSameQuote(sent, quote)) continue;
    sentBbo.set(quote.exchange, quote);
    changes.push(quote);
  }
  for (const exchange of gone) {
    sentBbo.delete(exchange);
    changes.push({ exchange, bidE4: 0, bidSize: 0, askE4: 0, askSize: 0 });
  }
  return changes;
}

function membersOf(feed: Feed, type: FeedType): Set<Outbox> {
  return type === 'Trade' ? feed.trades : type === 'Quote' ? feed.quotes : feed.bbos;
}

function isSameQuote(quote: ExchangeQuote, other: ExchangeQuote): boolean {
  return (
    quote.bidE4 === other.bidE4 &&
    quote.bidSize === other.bidSize &&
    quote.askE4 === other.askE4 &&
    quote.askSize === other.askSize
  );
}
