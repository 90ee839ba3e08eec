import { aggregateBars } from '../../src/domain/bars/aggregate.ts';
import { mergeBar, type Bar } from '../../src/domain/bars/bar.ts';
import { barStartMs } from '../../src/domain/bars/bar-period.ts';
import { MINUTE_MS } from '../../src/domain/calendar/durations.ts';
import { newYorkDate, previousSession, sessionOn } from '../../src/domain/calendar/us-equity.ts';
import { fromE4 } from '../../src/domain/money/price.ts';

/** A trade in the form of Alpaca's answers. */
export interface StandInTrade {
  readonly t: string;
  readonly x: string;
  readonly p: number;
  readonly s: number;
  readonly c: readonly string[];
  readonly i: number;
  readonly z: string;
}

export interface StandInQuote {
  readonly t: string;
  readonly bx: string;
  readonly bp: number;
  readonly bs: number;
  readonly ax: string;
  readonly ap: number;
  readonly as: number;
}

const PERIODS = {
  '1Min': { minutes: 1 },
  '5Min': { minutes: 5 },
  '30Min': { minutes: 30 },
  '1Day': 'day',
} as const;
type Timeframe = keyof typeof PERIODS;

export const isTimeframe = (text: string): text is Timeframe => text in PERIODS;

/** Stocks that the stand-in lists, with the price of their first bar. */
const LISTED = { AAPL: 180, MSFT: 400, SPY: 500 } as const;
const SESSIONS = 6;

/** What Alpaca knows in a test: minute bars of the last sessions up to a moment, and the trades and quotes after it. */
export class AlpacaWorld {
  readonly minutes = new Map<string, Bar[]>();
  readonly trades = new Map<string, StandInTrade[]>();
  readonly quotes = new Map<string, StandInQuote>();
  #lastId = 100;

  /** `nowMs` is the end of the history, UTC ms. */
  constructor(nowMs: number) {
    for (const [symbol, price] of Object.entries(LISTED))
      this.minutes.set(symbol, minutesUntil(nowMs, price));
    for (const symbol of Object.keys(LISTED)) {
      const last = this.minutes.get(symbol)?.at(-1);
      const price = fromE4(last?.closeE4 ?? 0);
      this.addTrade(symbol, price, 0, last?.timeMs ?? nowMs);
      this.addQuote(symbol, price - 0.01, price + 0.01, last?.timeMs ?? nowMs);
    }
  }

  bars(symbol: string, timeframe: Timeframe): Bar[] {
    return aggregateBars(this.minutes.get(symbol) ?? [], PERIODS[timeframe]);
  }

  /** Adds a trade to the history and its bars. */
  addTrade(
    symbol: string,
    price: number,
    size: number,
    timeMs: number,
    change: Partial<StandInTrade> = {},
  ): StandInTrade {
    this.#lastId += 1;
    const trade: StandInTrade = {
      t: new Date(timeMs).toISOString(),
      x: 'V',
      p: price,
      s: size,
      c: ['@'],
      i: this.#lastId,
      z: 'C',
      ...change,
    };
    this.trades.set(symbol, [...(this.trades.get(symbol) ?? []), trade]);
    const minutes = this.minutes.get(symbol) ?? [];
    const priceE4 = Math.round(price * 10_000);
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

  addQuote(symbol: string, bid: number, ask: number, timeMs: number): StandInQuote {
    const quote = {
      t: new Date(timeMs).toISOString(),
      bx: 'V',
      bp: Math.round(bid * 100) / 100,
      bs: 200,
      ax: 'Q',
      ap: Math.round(ask * 100) / 100,
      as: 300,
    };
    this.quotes.set(symbol, quote);
    return quote;
  }

  /** A split: Alpaca adjusts the whole history at once. */
  split(symbol: string, ratio: number): void {
    const adjusted = (this.minutes.get(symbol) ?? []).map((bar) => ({
      timeMs: bar.timeMs,
      openE4: Math.round(bar.openE4 / ratio),
      highE4: Math.round(bar.highE4 / ratio),
      lowE4: Math.round(bar.lowE4 / ratio),
      closeE4: Math.round(bar.closeE4 / ratio),
      volume: bar.volume * ratio,
    }));
    this.minutes.set(symbol, adjusted);
  }
}

function minutesUntil(nowMs: number, price: number): Bar[] {
  const dates: string[] = [];
  const today = newYorkDate(nowMs);
  if (sessionOn(today) !== null) dates.push(today);
  while (dates.length < SESSIONS) dates.unshift(previousSession(dates[0] ?? today).date);
  const bars: Bar[] = [];
  let closeE4 = price * 10_000;
  for (const date of dates) {
    const session = sessionOn(date);
    if (session === null) continue;
    for (let timeMs = session.openMs; timeMs < Math.min(session.closeMs, nowMs); timeMs += MINUTE_MS) {
      const openE4 = closeE4;
      // A wave of whole cents: the same at each start, and no two bars in a row are equal.
      closeE4 += (((timeMs / MINUTE_MS) % 7) - 3) * 100;
      bars.push({
        timeMs,
        openE4,
        closeE4,
        highE4: Math.max(openE4, closeE4) + 100,
        lowE4: Math.min(openE4, closeE4) - 100,
        volume: 1_000 + ((timeMs / MINUTE_MS) % 11) * 100,
      });
    }
  }
  return bars;
}

/** A bar in the form of Alpaca's answers; daily bars are stamped 00:00 New York. */
export const barToJson = (bar: Bar, timeframe: Timeframe): object => ({
  t: new Date(barStartMs(bar.timeMs, PERIODS[timeframe])).toISOString(),
  o: fromE4(bar.openE4),
  h: fromE4(bar.highE4),
  l: fromE4(bar.lowE4),
  c: fromE4(bar.closeE4),
  v: bar.volume,
  n: 10,
  vw: fromE4(Math.round((bar.openE4 + bar.closeE4) / 2)),
});
