import { encode, type Body } from '../../../protocol/index.ts';
import type { ExchangeQuote, MarketData, Quote, Trade } from '../../market/market-data.ts';
import {
  exchangeQuoteChangeToWire,
  quoteToWire,
  tradeToWire,
  tradingStatusToWire,
} from '../translate/market.ts';
import { frameText } from '../sockets/frame-text.ts';
import { newFanOutCounts } from './fan-out-counts.ts';
import type { Outbox } from './outbox.ts';

/** How often the outboxes are flushed, ms. */
export const FLUSH_MS = 10;
/** Time between two quotes of a symbol (or of its exchanges) to a client, ms; the newest wins. */
export const QUOTE_MS = 50;
/**
 * The clients are in so many groups, and at each flush it is the turn of one for all its quotes: a client then gets its quotes in one write each
 * `QUOTE_MS`, whatever their number, and the writes of all clients are spread over that time.
 */
const QUOTE_GROUPS = QUOTE_MS / FLUSH_MS;

/** The market as the fan-out reads it. */
type FanOutMarket = Pick<MarketData, 'watch' | 'depth' | 'onSession'>;

/** Bbo: best bid and offer of each exchange; Quote: those of the whole market (NBBO). */
export type FeedType = 'Trade' | 'Quote' | 'Bbo';

/** The subscribers of a symbol's quotes that have their turn together. */
interface QuoteGroup {
  readonly quotes: Set<Outbox>;
  readonly bbos: Set<Outbox>;
  /** What the subscribers of `bbos` were last sent, by exchange. */
  readonly sentBbo: Map<string, ExchangeQuote>;
}

interface Feed {
  readonly symbol: string;
  readonly trades: Set<Outbox>;
  readonly groups: readonly QuoteGroup[];
  stop: () => void;
  newestQuote: Quote | undefined;
  /** The newest quote as text, once a client was sent it. */
  quoteFrame: string | undefined;
  /** No client was sent the newest quote yet. */
  isUnsent: boolean;
}

/**
 * One watch per symbol for all clients; each event is encoded and framed once. A single timer runs while outboxes or due
 * quotes wait: it sends the due quotes of one group of clients and flushes each outbox once.
 */
export class FanOut {
  /** Of this fan-out and of the outboxes that it fills. */
  readonly counts = newFanOutCounts();
  readonly #market: FanOutMarket;
  readonly #hostMs: () => number;
  readonly #feeds = new Map<string, Feed>();
  /** Feeds with a quote that the clients of a group were not sent, for each group. */
  readonly #dueQuotes = Array.from({ length: QUOTE_GROUPS }, () => new Set<Feed>());
  readonly #groupOf = new WeakMap<Outbox, number>();
  #groupedCount = 0;
  /** The group whose turn is next. */
  #turn = 0;
  readonly #dirty = new Set<Outbox>();
  #timer: NodeJS.Timeout | undefined;
  #hadEvents = false;
  readonly #leaveSession: () => void;

  constructor(market: FanOutMarket, hostMs: () => number) {
    this.#market = market;
    this.#hostMs = hostMs;
    this.#leaveSession = market.onSession({
      onHalt: (symbol, isHalted, timeMs, reason) =>
        this.#onHalt(symbol, tradingStatusToWire(symbol, isHalted, timeMs, reason)),
      onHaltsKnown: (symbol, knownFromMs, timeMs) =>
        this.#onHalt(symbol, tradingStatusToWire(symbol, false, timeMs, '', knownFromMs)),
    });
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
    if (type === 'Trade') {
      feed.trades.add(outbox);
      return true;
    }
    const group = this.#quoteGroup(feed, outbox);
    // The first subscriber is sent the current state, so later changes are measured from that.
    if (type === 'Bbo' && group.bbos.size === 0)
      for (const quote of this.#market.depth(symbol)) group.sentBbo.set(quote.exchange, quote);
    (type === 'Quote' ? group.quotes : group.bbos).add(outbox);
    return true;
  }

  unsubscribe(outbox: Outbox, symbol: string, type: FeedType): void {
    const feed = this.#feeds.get(symbol);
    if (!feed) return;
    if (type === 'Trade') feed.trades.delete(outbox);
    else {
      const group = this.#quoteGroup(feed, outbox);
      (type === 'Quote' ? group.quotes : group.bbos).delete(outbox);
      if (group.bbos.size === 0) group.sentBbo.clear();
    }
    if (feed.trades.size > 0 || feed.groups.some(hasSubscribers)) return;
    feed.stop();
    this.#feeds.delete(symbol);
    for (const due of this.#dueQuotes) due.delete(feed);
  }

  /** Whether the market has published an event since the last call. */
  takeHadEvents(): boolean {
    const had = this.#hadEvents;
    this.#hadEvents = false;
    return had;
  }

  stop(): void {
    this.#leaveSession();
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const feed of this.#feeds.values()) feed.stop();
    this.#feeds.clear();
    for (const due of this.#dueQuotes) due.clear();
    this.#dirty.clear();
  }

  #quoteGroup(feed: Feed, outbox: Outbox): QuoteGroup {
    let number = this.#groupOf.get(outbox);
    if (number === undefined) {
      number = this.#groupedCount % QUOTE_GROUPS;
      this.#groupedCount += 1;
      this.#groupOf.set(outbox, number);
    }
    const group = feed.groups[number];
    if (!group) throw new Error(`Invariant: quote group ${number} is one of ${QUOTE_GROUPS}`);
    return group;
  }

  #open(symbol: string): Feed | undefined {
    const feed: Feed = {
      symbol,
      trades: new Set(),
      groups: Array.from({ length: QUOTE_GROUPS }, () => ({
        quotes: new Set<Outbox>(),
        bbos: new Set<Outbox>(),
        sentBbo: new Map<string, ExchangeQuote>(),
      })),
      stop: () => {},
      newestQuote: undefined,
      quoteFrame: undefined,
      isUnsent: false,
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
    if (!feed.groups.some(hasSubscribers)) return;
    if (feed.isUnsent) this.counts.pacedQuotes += 1;
    feed.newestQuote = quote;
    feed.quoteFrame = undefined;
    feed.isUnsent = true;
    feed.groups.forEach((group, number) => {
      if (hasSubscribers(group)) this.#dueQuotes[number]?.add(feed);
    });
    this.#wake();
  }

  /** Halts are rare and must not be conflated, so they are sent at once, after what waits. */
  #onHalt(symbol: string, status: Body<'tradingStatus'>): void {
    const feed = this.#feeds.get(symbol);
    if (!feed) return;
    const frame = frameText(encode('tradingStatus', status));
    const outboxes = new Set(feed.trades);
    for (const { quotes, bbos } of feed.groups)
      for (const outbox of [...quotes, ...bbos]) outboxes.add(outbox);
    for (const outbox of outboxes) outbox.sendNow(frame);
  }

  #wake(): void {
    this.#timer ??= setInterval(() => this.#tick(), FLUSH_MS);
  }

  #tick(): void {
    const nowMs = this.#hostMs();
    const due = this.#dueQuotes[this.#turn];
    for (const feed of due ?? []) {
      const group = feed.groups[this.#turn];
      if (group && feed.newestQuote) this.#sendQuotes(feed, group, feed.newestQuote);
    }
    due?.clear();
    this.#turn = (this.#turn + 1) % QUOTE_GROUPS;
    for (const outbox of this.#dirty) {
      if (!outbox.flush(nowMs)) this.#dirty.delete(outbox);
    }
    if (this.#dirty.size === 0 && this.#dueQuotes.every(({ size }) => size === 0)) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  #sendQuotes(feed: Feed, group: QuoteGroup, newest: Quote): void {
    feed.isUnsent = false;
    if (group.quotes.size > 0) {
      const frame = (feed.quoteFrame ??= frameText(encode('quote', quoteToWire(newest))));
      for (const outbox of group.quotes) {
        outbox.addQuote(feed.symbol, frame);
        this.#dirty.add(outbox);
      }
    }
    if (group.bbos.size > 0) this.#sendBbo(feed.symbol, group, newest.timeMs);
  }

  /** Sends the changed exchange quotes. The market publishes only the NBBO, so they are read when that has changed. */
  #sendBbo(symbol: string, group: QuoteGroup, quoteTimeMs: number): void {
    for (const quote of takeBboChanges(group, this.#market.depth(symbol))) {
      const frame = frameText(encode('exchangeQuote', exchangeQuoteChangeToWire(symbol, quote, quoteTimeMs)));
      for (const outbox of group.bbos) {
        outbox.addQuote(`${symbol}/${quote.exchange}`, frame);
        this.#dirty.add(outbox);
      }
    }
  }
}

const hasSubscribers = ({ quotes, bbos }: QuoteGroup): boolean => quotes.size > 0 || bbos.size > 0;

/** The exchange quotes that differ from those last sent, and zero quotes of exchanges that no longer quote; notes them as sent. */
function takeBboChanges({ sentBbo }: QuoteGroup, depth: readonly ExchangeQuote[]): ExchangeQuote[] {
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

function isSameQuote(quote: ExchangeQuote, other: ExchangeQuote): boolean {
  return (
    quote.bidE4 === other.bidE4 &&
    quote.bidSize === other.bidSize &&
    quote.askE4 === other.askE4 &&
    quote.askSize === other.askSize
  );
}
