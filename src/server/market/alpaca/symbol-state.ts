import { toPriceE4, type PriceE4 } from '../../../domain/money/price.ts';
import { newYorkDate } from '../../../domain/calendar/us-equity.ts';
import type { Bar, LastPrice, Quote, SessionDay, Snapshot, Trade } from '../market-data.ts';
import { venueOfLetter } from '../shared/venues.ts';
import { quoteFromWire } from './from-wire.ts';
import { RecentIds } from '../shared/recent-ids.ts';
import { effectOf } from './trade-conditions.ts';
import type { WireQuote, WireSnapshot, WireTrade } from './wire.ts';

/** Prints that are kept for time and sales. */
export const MAX_PRINTS = 500;

/** The highest and lowest price of the sessions before the present one, and since when they are known. */
export interface PastYear {
  readonly highE4: PriceE4;
  readonly lowE4: PriceE4;
  readonly sinceMs: number | undefined;
}

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

const dayOf = (bar: NonNullable<WireSnapshot['dailyBar']>): Day => ({
  openE4: toPriceE4(bar.o),
  highE4: toPriceE4(bar.h),
  lowE4: toPriceE4(bar.l),
  closeE4: toPriceE4(bar.c),
  volume: Math.round(bar.v),
  notionalE4: Math.round(bar.v) * toPriceE4(bar.vw || bar.c),
});

const noQuote = (symbol: string): Quote => ({
  symbol,
  bidE4: 0,
  bidSize: 0,
  bidExchange: '',
  askE4: 0,
  askSize: 0,
  askExchange: '',
  timeMs: 0,
});

/**
 * What is known of a symbol: its last trade, quote, day and latest prints. It is loaded from a snapshot and kept by trades and quotes. Repeated and
 * late trades, crossed and late quotes leave it right.
 */
export class SymbolState {
  readonly symbol: string;
  /** Host time of the last snapshot, ms; -Infinity = never loaded. */
  loadedAtMs = -Infinity;
  /** Known once the daily history has been read. */
  pastYear: PastYear | undefined;
  readonly #quoteSizes: 'shares' | 'lots';
  #day = emptyDay();
  #lastE4: PriceE4 = 0;
  #lastSize = 0;
  #lastMs = 0;
  #lastExchange = '';
  #tick: -1 | 0 | 1 = 0;
  #previousCloseE4: PriceE4 = 0;
  #previousVolume = 0;
  #quote: Quote;
  /** Trades up to this time are part of the snapshot, UTC ms. */
  #countedToMs = 0;
  #ids = new RecentIds();
  #prints: Trade[] = [];

  constructor(symbol: string, quoteSizes: 'shares' | 'lots') {
    this.symbol = symbol;
    this.#quoteSizes = quoteSizes;
    this.#quote = noQuote(symbol);
  }

  get lastMs(): number {
    return this.#lastMs;
  }

  get quote(): Quote {
    return this.#quote;
  }

  lastPrice(): LastPrice {
    return { lastE4: this.#lastE4, previousCloseE4: this.#previousCloseE4, untilMs: 0 };
  }

  /** The last trade as the tape has it; undefined before any. */
  lastTrade(): Trade | undefined {
    if (this.#lastE4 === 0) return undefined;
    return {
      symbol: this.symbol,
      priceE4: this.#lastE4,
      size: this.#lastSize,
      totalVolume: this.#day.volume,
      exchange: this.#lastExchange,
      timeMs: this.#lastMs,
    };
  }

  /** The latest prints, newest first. */
  prints(limit: number): Trade[] {
    return this.#prints.slice(-limit).reverse();
  }

  snapshot(session: SessionDay, nowMs: number): Snapshot {
    const day = this.#day;
    const past = this.pastYear;
    return {
      symbol: this.symbol,
      lastE4: this.#lastE4 || this.#previousCloseE4,
      lastSize: this.#lastSize,
      openE4: day.openE4,
      highE4: day.highE4,
      lowE4: day.lowE4,
      previousCloseE4: this.#previousCloseE4,
      previousVolume: this.#previousVolume,
      volume: day.volume,
      vwapE4: day.volume > 0 ? Math.round(day.notionalE4 / day.volume) : 0,
      tick: this.#tick,
      bidE4: this.#quote.bidE4,
      bidSize: this.#quote.bidSize,
      askE4: this.#quote.askE4,
      askSize: this.#quote.askSize,
      timeMs: nowMs,
      yearHighE4: Math.max(past?.highE4 ?? 0, day.highE4),
      yearLowE4: lowerOf(past?.lowE4 ?? 0, day.lowE4),
      ...(past && { pastYearHighE4: past.highE4, pastYearLowE4: past.lowE4 }),
      yearSinceMs: past === undefined ? session.openMs : past.sinceMs,
    };
  }

  /** The daily bar of the session so far; undefined before its first trade. `dayMs` is 00:00 New York of its date, UTC ms. */
  dayBar(dayMs: number): Bar | undefined {
    const { openE4, highE4, lowE4, closeE4, volume } = this.#day;
    return openE4 > 0 ? { timeMs: dayMs, openE4, highE4, lowE4, closeE4, volume } : undefined;
  }

  /** Replaces the state by a snapshot of the vendor. `isCorrection`: trades were changed or cancelled, so that volume, high and low may shrink. */
  load(wire: WireSnapshot, session: SessionDay, hostMs: number, isCorrection = false): void {
    this.loadedAtMs = hostMs;
    const { latestTrade, latestQuote } = wire;
    this.#loadDays(wire, session, isCorrection);
    if (latestTrade !== null) {
      const { last: hasPrice } = effectOf(latestTrade, isWithin(latestTrade.t, session));
      if (hasPrice && (isCorrection || latestTrade.t >= this.#lastMs)) this.#setLast(latestTrade);
      this.#countedToMs = Math.max(this.#countedToMs, latestTrade.t);
      this.#ids.add(idOf(latestTrade));
    }
    // An odd lot is no last price: the close of the day so far is.
    if (this.#lastE4 === 0 && wire.dailyBar !== null) this.#lastE4 = toPriceE4(wire.dailyBar.c);
    if (latestQuote !== null) this.addQuote(latestQuote);
  }

  /** The prints of the session as the vendor has them, any order. They replace those that are kept. */
  loadPrints(trades: readonly WireTrade[], session: SessionDay): void {
    const ascending = [...trades].sort((a, b) => a.t - b.t || a.i - b.i);
    let totalVolume = this.#day.volume;
    const prints: Trade[] = [];
    for (const trade of ascending.toReversed()) {
      const effect = effectOf(trade, isWithin(trade.t, session));
      if (effect.last) prints.push(this.#printOf(trade, totalVolume));
      if (effect.volume) totalVolume = Math.max(0, totalVolume - Math.round(trade.s));
    }
    this.#prints = prints.toReversed().slice(-MAX_PRINTS);
  }

  /** Counts a trade. Returns it as the tape shows it; undefined when it changes no last price: a repetition, an odd lot, a late report. */
  addTrade(trade: WireTrade, session: SessionDay): Trade | undefined {
    const isNew = this.#ids.add(idOf(trade));
    if (!isNew || trade.t < this.#countedToMs) return undefined;
    const isRegular = isWithin(trade.t, session);
    const effect = effectOf(trade, isRegular);
    const priceE4 = toPriceE4(trade.p);
    const size = Math.round(trade.s);
    const day = this.#day;
    if (effect.volume) {
      day.volume += size;
      day.notionalE4 += size * priceE4;
    }
    if (effect.range) {
      day.openE4 ||= priceE4;
      day.highE4 = Math.max(day.highE4, priceE4);
      day.lowE4 = lowerOf(day.lowE4, priceE4);
    }
    if (!effect.last || trade.t < this.#lastMs) return undefined;
    this.#setLast(trade);
    if (isRegular) day.closeE4 = priceE4;
    const print = this.#printOf(trade, day.volume);
    this.#prints.push(print);
    if (this.#prints.length > 2 * MAX_PRINTS) this.#prints = this.#prints.slice(-MAX_PRINTS);
    return print;
  }

  /** Takes a quote over. Undefined when it is crossed or older than the present one: that one stays. */
  addQuote(wire: WireQuote): Quote | undefined {
    const quote = quoteFromWire(this.symbol, wire, this.#quoteSizes);
    if (quote === undefined || quote.timeMs < this.#quote.timeMs) return undefined;
    this.#quote = quote;
    return quote;
  }

  /** A session opens: yesterday's figures become the previous ones. The next snapshot replaces them by the vendor's. */
  beginSession(): void {
    if (this.#day.volume > 0) {
      this.#previousVolume = this.#day.volume;
      this.#previousCloseE4 = this.#day.closeE4 || this.#previousCloseE4;
    }
    this.#day = emptyDay();
    this.#prints = [];
    this.loadedAtMs = -Infinity;
  }

  #loadDays(wire: WireSnapshot, session: SessionDay, isCorrection: boolean): void {
    const { dailyBar, prevDailyBar } = wire;
    const isToday = dailyBar !== null && newYorkDate(dailyBar.t) === session.date;
    // Before its first trade of a session the vendor still has the bar of the session before.
    const previous = isToday ? prevDailyBar : dailyBar;
    this.#previousCloseE4 = previous === null ? 0 : toPriceE4(previous.c);
    this.#previousVolume = previous === null ? 0 : Math.round(previous.v);
    // Trades that came meanwhile may be missing from the vendor's figures.
    if (isToday && (isCorrection || dailyBar.v >= this.#day.volume)) this.#day = dayOf(dailyBar);
  }

  #setLast(trade: WireTrade): void {
    const priceE4 = toPriceE4(trade.p);
    if (this.#lastE4 > 0) this.#tick = signOf(priceE4 - this.#lastE4);
    this.#lastE4 = priceE4;
    this.#lastSize = Math.round(trade.s);
    this.#lastMs = trade.t;
    this.#lastExchange = venueOfLetter(trade.x);
  }

  #printOf(trade: WireTrade, totalVolume: number): Trade {
    return {
      symbol: this.symbol,
      priceE4: toPriceE4(trade.p),
      size: Math.round(trade.s),
      totalVolume,
      exchange: venueOfLetter(trade.x),
      timeMs: trade.t,
    };
  }
}

const idOf = ({ x, i, t }: WireTrade): string => `${x}/${i}/${t}`;

const isWithin = (timeMs: number, { openMs, closeMs }: SessionDay): boolean =>
  timeMs >= openMs && timeMs < closeMs;

const signOf = (change: number): -1 | 0 | 1 => (change > 0 ? 1 : change < 0 ? -1 : 0);

/** The lower of two prices of which 0 means none. */
function lowerOf(left: PriceE4, right: PriceE4): PriceE4 {
  return left > 0 && right > 0 ? Math.min(left, right) : left || right;
}
