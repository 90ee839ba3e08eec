import { aggregateBars } from '../../../../domain/bars/aggregate.ts';
import { barsBetween, mergeBar, type Bar } from '../../../../domain/bars/bar.ts';
import type { BarPeriod } from '../../../../domain/bars/bar-period.ts';
import { MINUTE_MS } from '../../../../domain/calendar/durations.ts';
import { newYorkDate, previousSession, sessionOn } from '../../../../domain/calendar/us-equity.ts';
import { fromE4, toPriceE4, type Dollars, type PriceE4 } from '../../../../domain/money/price.ts';

/** What the stand-in lists, with the price of the first bar in dollars, by turnover. */
const LISTED = [
  { price: 500, instrument: { symbol: 'SPY', company: 'S&P 500 Fund', exchange: 'ARCA', isEtf: true } },
  { price: 180, instrument: { symbol: 'AAPL', company: 'Apple Inc.', exchange: 'NASDAQ' } },
  { price: 400, instrument: { symbol: 'MSFT', company: 'Microsoft Corporation', exchange: 'NASDAQ' } },
] as const;
const SESSIONS = 8;
const MAX_TRADES = 200;

const PERIODS: Readonly<Partial<Record<string, BarPeriod>>> = {
  OneMinute: { minutes: 1 },
  FiveMinutes: { minutes: 5 },
  ThirtyMinutes: { minutes: 30 },
  Day: 'day',
};

/** A trade as it is sent. */
export interface WireTrade {
  readonly id: number;
  readonly price: string;
  readonly size: number;
  readonly time: number;
  readonly exchange: string;
}

/** What the feed knows: minute bars of the last sessions up to a moment, and the trades and quotes after it. */
export class FeedWorld {
  readonly #minutes = new Map<string, Bar[]>();
  readonly #trades = new Map<string, WireTrade[]>();
  readonly #quotes = new Map<string, object>();
  #lastId = 0;

  /** `nowMs` is the end of the history, UTC ms. */
  constructor(nowMs: number) {
    for (const { price, instrument } of LISTED) {
      const { symbol } = instrument;
      const minutes = minutesUntil(nowMs, toPriceE4(price));
      const { timeMs = nowMs, closeE4 = 0 } = minutes.at(-1) ?? {};
      this.#minutes.set(symbol, minutes);
      this.addTrade(symbol, fromE4(closeE4), 100, timeMs);
      this.addQuote(symbol, fromE4(closeE4 - 100), fromE4(closeE4 + 100), timeMs);
    }
  }

  has(symbol: string): boolean {
    return this.#minutes.has(symbol);
  }

  /** The last price, dollars. */
  last(symbol: string): Dollars {
    return Number(this.#trades.get(symbol)?.at(-1)?.price ?? 0);
  }

  hello(): object {
    return { t: 'hello', instruments: LISTED.map(({ instrument }) => instrument) };
  }

  /** A trade takes place: it counts in the bars of the regular session. */
  addTrade(symbol: string, price: Dollars, size: number, timeMs: number): WireTrade {
    this.#lastId += 1;
    const trade = { id: this.#lastId, price: price.toFixed(4), size, time: timeMs, exchange: 'IEX' };
    this.#trades.set(symbol, [...(this.#trades.get(symbol) ?? []), trade].slice(-MAX_TRADES));
    const session = sessionOn(newYorkDate(timeMs));
    const minutes = this.#minutes.get(symbol) ?? [];
    if (session === null || timeMs < session.openMs || timeMs >= session.closeMs) return trade;
    const priceE4 = toPriceE4(price);
    const startMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
    const bar = {
      timeMs: startMs,
      openE4: priceE4,
      highE4: priceE4,
      lowE4: priceE4,
      closeE4: priceE4,
      volume: size,
    };
    const last = minutes.at(-1);
    if (last?.timeMs === startMs) minutes[minutes.length - 1] = mergeBar(last, bar);
    else if (last === undefined || last.timeMs < startMs) minutes.push(bar);
    return trade;
  }

  /** A quote as it is sent, without its symbol. */
  addQuote(symbol: string, bid: Dollars, ask: Dollars, timeMs: number): object {
    const quote = {
      bid: bid.toFixed(2),
      bidSize: 200,
      bidExchange: 'IEX',
      ask: ask.toFixed(2),
      askSize: 300,
      askExchange: 'NASDAQ',
      time: timeMs,
    };
    this.#quotes.set(symbol, quote);
    return quote;
  }

  /** The message that begins a subscription. */
  state(symbol: string): object {
    const [previous, day] = aggregateBars(this.#minutes.get(symbol) ?? [], 'day').slice(-2);
    if (previous === undefined || day === undefined)
      throw new Error(`The stand-in has no days of ${symbol}.`);
    return {
      t: 'state',
      symbol,
      session: newYorkDate(day.timeMs),
      previousClose: fromE4(previous.closeE4),
      previousVolume: previous.volume,
      open: fromE4(day.openE4),
      high: fromE4(day.highE4),
      low: fromE4(day.lowE4),
      last: fromE4(day.closeE4),
      volume: day.volume,
      trades: this.#trades.get(symbol) ?? [],
      quote: this.#quotes.get(symbol) ?? null,
    };
  }

  /** Bars that start in [fromMs, toMs); undefined for a size or a symbol that the feed does not have. */
  bars(symbol: string, size: string, fromMs: number, toMs: number): object[] | undefined {
    const minutes = this.#minutes.get(symbol);
    const period = PERIODS[size];
    if (minutes === undefined || period === undefined) return undefined;
    return barsBetween(aggregateBars(minutes, period), fromMs, toMs).map((bar) => ({
      time: bar.timeMs,
      open: fromE4(bar.openE4),
      high: fromE4(bar.highE4),
      low: fromE4(bar.lowE4),
      close: fromE4(bar.closeE4),
      volume: bar.volume,
    }));
  }
}

function minutesUntil(nowMs: number, priceE4: PriceE4): Bar[] {
  const today = newYorkDate(nowMs);
  const dates = sessionOn(today) === null ? [] : [today];
  while (dates.length < SESSIONS) dates.unshift(previousSession(dates[0] ?? today).date);
  const bars: Bar[] = [];
  let closeE4 = priceE4;
  for (const date of dates) {
    const session = sessionOn(date);
    if (session === null) continue;
    for (let timeMs = session.openMs; timeMs < Math.min(session.closeMs, nowMs); timeMs += MINUTE_MS) {
      const openE4 = closeE4;
      // A wave of whole cents: the same at each start, and no two bars in a row are equal.
      closeE4 += (((timeMs / MINUTE_MS) % 5) - 2) * 300;
      const [highE4, lowE4] = [Math.max(openE4, closeE4) + 200, Math.min(openE4, closeE4) - 200];
      bars.push({ timeMs, openE4, closeE4, highE4, lowE4, volume: 1_000 });
    }
  }
  return bars;
}
