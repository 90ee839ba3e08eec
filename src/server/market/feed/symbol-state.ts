import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import type { PriceE4 } from '../../../domain/money/price.ts';
import type { LastPrice, Quote, SessionDay, Snapshot, Trade } from '../market-data.ts';
import { RecentIds } from '../shared/recent-ids.ts';
import { MAX_PRINTS, type FeedMessageOf, type FeedQuote, type FeedTrade } from './wire.ts';

/** Trades that were missed for longer are on the tape, but are no events any more, ms. */
const MAX_GAP_MS = 15 * MINUTE_MS;

/** The figures of the regular session so far; a price of 0 means none yet. */
interface Day {
  openE4: PriceE4;
  highE4: PriceE4;
  lowE4: PriceE4;
  closeE4: PriceE4;
  volume: number;
  /** Sum of price and size of all trades, for the average price. */
  notionalE4: number;
}

const emptyDay = (): Day => ({ openE4: 0, highE4: 0, lowE4: 0, closeE4: 0, volume: 0, notionalE4: 0 });

/** What is known of a symbol. A `state` of the feed begins it; repeated and late trades, crossed and late quotes leave it right. */
export class SymbolState {
  readonly symbol: string;
  /** A state has come on this connection: trades and quotes continue it. */
  isLoaded = false;
  /** The trades up to the loss of a connection were received. */
  #wasLoaded = false;
  #day = emptyDay();
  #last: Trade | undefined;
  #tick: -1 | 0 | 1 = 0;
  #previousCloseE4: PriceE4 = 0;
  #previousVolume = 0;
  #pastYear: { readonly highE4: PriceE4; readonly lowE4: PriceE4 } | undefined;
  #quote: Quote;
  #ids = new RecentIds();
  /** Ascending. */
  #prints: Trade[] = [];

  constructor(symbol: string) {
    this.symbol = symbol;
    this.#quote = quoteOf(symbol, { bid: 0, bidSize: 0, ask: 0, askSize: 0, time: 0 });
  }

  get quote(): Quote {
    return this.#quote;
  }

  /** The last trade; undefined before any. */
  get last(): Trade | undefined {
    return this.#last;
  }

  lastPrice(): LastPrice {
    return { lastE4: this.#lastE4(), previousCloseE4: this.#previousCloseE4, untilMs: 0 };
  }

  /** The latest prints, newest first. */
  prints(limit: number): Trade[] {
    return limit > 0 ? this.#prints.slice(-limit).reverse() : [];
  }

  snapshot(session: SessionDay, nowMs: number): Snapshot {
    const { openE4, highE4, lowE4, volume, notionalE4 } = this.#day;
    const { bidE4, bidSize, askE4, askSize } = this.#quote;
    const past = this.#pastYear;
    return {
      symbol: this.symbol,
      lastE4: this.#lastE4(),
      lastSize: this.#last?.size ?? 0,
      openE4,
      highE4,
      lowE4,
      previousCloseE4: this.#previousCloseE4,
      previousVolume: this.#previousVolume,
      volume,
      vwapE4: volume > 0 ? Math.round(notionalE4 / volume) : 0,
      tick: this.#tick,
      bidE4,
      bidSize,
      askE4,
      askSize,
      timeMs: nowMs,
      yearHighE4: Math.max(past?.highE4 ?? 0, highE4),
      yearLowE4: lowerOf(past?.lowE4 ?? 0, lowE4),
      ...(past && { pastYearHighE4: past.highE4, pastYearLowE4: past.lowE4 }),
      yearSinceMs: past === undefined ? session.openMs : undefined,
    };
  }

  /** The connection is lost: what comes before the next state belongs to nothing. */
  pause(): void {
    this.isLoaded = false;
  }

  /** The symbol is no longer subscribed: what it trades meanwhile is no event. */
  forget(): void {
    this.isLoaded = false;
    this.#wasLoaded = false;
  }

  /** Replaces all by the state that the feed sent. Returns the trades that were missed while the connection was lost. */
  load(wire: FeedMessageOf<'state'>, session: SessionDay, nowMs: number): Trade[] {
    const isToday = wire.session === session.date;
    const lastE4 = wire.last || (wire.trades.at(-1)?.price ?? 0);
    this.#day = emptyDay();
    if (isToday)
      this.#day = {
        openE4: wire.open,
        highE4: wire.high,
        lowE4: wire.low,
        closeE4: lastE4,
        volume: wire.volume,
        notionalE4: wire.volume * (wire.vwap || lastE4),
      };
    // Figures of an earlier session are the previous ones.
    this.#previousCloseE4 = isToday ? wire.previousClose : lastE4 || wire.previousClose;
    this.#previousVolume = isToday ? wire.previousVolume : wire.volume;
    this.#pastYear =
      wire.yearHigh === undefined || wire.yearLow === undefined
        ? undefined
        : { highE4: wire.yearHigh, lowE4: wire.yearLow };
    const missed = this.#loadPrints(wire.trades, session, nowMs);
    if (wire.quote !== null) this.#quote = quoteOf(this.symbol, { ...wire.quote, time: 0 });
    if (wire.quote !== null) this.addQuote(wire.quote, nowMs);
    this.isLoaded = true;
    this.#wasLoaded = true;
    return missed;
  }

  /** Counts a trade. Returns it as the tape shows it; undefined when it is a repetition or late and changes no last price. */
  addTrade(wire: FeedTrade, session: SessionDay, nowMs: number): Trade | undefined {
    if (!this.isLoaded || !this.#ids.add(idOf(wire))) return undefined;
    const timeMs = Math.min(wire.time, nowMs);
    const isLate = timeMs < (this.#last?.timeMs ?? 0);
    if (isWithin(timeMs, session)) {
      const day = this.#day;
      day.volume += wire.size;
      day.notionalE4 += wire.size * wire.price;
      day.openE4 ||= wire.price;
      day.highE4 = Math.max(day.highE4, wire.price);
      day.lowE4 = lowerOf(day.lowE4, wire.price);
      if (!isLate) day.closeE4 = wire.price;
    }
    if (isLate) return undefined;
    const print = printOf(this.symbol, wire, timeMs, this.#day.volume);
    this.#tick = signOf(print.priceE4 - (this.#last?.priceE4 ?? print.priceE4));
    this.#last = print;
    this.#prints.push(print);
    if (this.#prints.length > 2 * MAX_PRINTS) this.#prints = this.#prints.slice(-MAX_PRINTS);
    return print;
  }

  /** Takes a quote over. Undefined when it is crossed or older than the present one: that one stays. */
  addQuote(wire: FeedQuote, nowMs: number): Quote | undefined {
    const timeMs = Math.min(wire.time, nowMs);
    const isCrossed = wire.bid > 0 && wire.ask > 0 && wire.bid > wire.ask;
    if (isCrossed || timeMs < this.#quote.timeMs) return undefined;
    this.#quote = quoteOf(this.symbol, { ...wire, time: timeMs });
    return this.#quote;
  }

  /** A session opens: yesterday's figures become the previous ones. */
  beginSession(): void {
    if (this.#day.volume > 0) {
      this.#previousVolume = this.#day.volume;
      this.#previousCloseE4 = this.#day.closeE4;
    }
    this.#day = emptyDay();
    this.#prints = [];
  }

  #lastE4(): PriceE4 {
    return this.#last?.priceE4 ?? (this.#day.closeE4 || this.#previousCloseE4);
  }

  #loadPrints(trades: readonly FeedTrade[], session: SessionDay, nowMs: number): Trade[] {
    const before = this.#last?.timeMs ?? 0;
    const ascending = [...new Map(trades.map((trade) => [idOf(trade), trade])).values()].sort(
      (a, b) => a.time - b.time,
    );
    let totalVolume = this.#day.volume;
    const missed: Trade[] = [];
    this.#prints = [];
    for (const trade of ascending.toReversed()) {
      const timeMs = Math.min(trade.time, nowMs);
      const print = printOf(this.symbol, trade, timeMs, totalVolume);
      this.#prints.unshift(print);
      if (isWithin(timeMs, session)) totalVolume = Math.max(0, totalVolume - trade.size);
      const isNew = this.#ids.add(idOf(trade));
      if (isNew && this.#wasLoaded && timeMs >= Math.max(before, nowMs - MAX_GAP_MS)) missed.unshift(print);
    }
    // Without prints the price of the state counts.
    const [beforeLast, last] = [this.#prints.at(-2), this.#prints.at(-1)];
    this.#last = last;
    this.#tick = last === undefined ? 0 : signOf(last.priceE4 - (beforeLast?.priceE4 ?? last.priceE4));
    return missed;
  }
}

const idOf = ({ id, time }: FeedTrade): string => `${id}/${time}`;

const isWithin = (timeMs: number, { openMs, closeMs }: SessionDay): boolean =>
  timeMs >= openMs && timeMs < closeMs;

const signOf = (change: number): -1 | 0 | 1 => (change > 0 ? 1 : change < 0 ? -1 : 0);

/** The lower of two prices of which 0 means none. */
const lowerOf = (left: PriceE4, right: PriceE4): PriceE4 =>
  left > 0 && right > 0 ? Math.min(left, right) : left || right;

function printOf(symbol: string, wire: FeedTrade, timeMs: number, totalVolume: number): Trade {
  const { price: priceE4, size, exchange } = wire;
  return { symbol, priceE4, size, totalVolume, exchange, timeMs };
}

/** A side without a price or a size is empty. */
function quoteOf(
  symbol: string,
  wire: Omit<FeedQuote, 'bidExchange' | 'askExchange'> & Partial<FeedQuote>,
): Quote {
  const hasBid = wire.bid > 0 && wire.bidSize > 0;
  const hasAsk = wire.ask > 0 && wire.askSize > 0;
  return {
    symbol,
    bidE4: hasBid ? wire.bid : 0,
    bidSize: hasBid ? wire.bidSize : 0,
    bidExchange: hasBid ? (wire.bidExchange ?? '') : '',
    askE4: hasAsk ? wire.ask : 0,
    askSize: hasAsk ? wire.askSize : 0,
    askExchange: hasAsk ? (wire.askExchange ?? '') : '',
    timeMs: wire.time,
  };
}
