import { aggregateBars } from '../../../domain/bars/aggregate.ts';
import { barsBetween } from '../../../domain/bars/bar.ts';
import type { BarPeriod } from '../../../domain/bars/bar-period.ts';
import { partialYearSince, yearStartMs } from '../../../domain/bars/periods.ts';
import { newYorkMs, sessionOn } from '../../../domain/calendar/us-equity.ts';
import { adjustBar, type PriceScale } from '../../../domain/corporate-actions/price-scale.ts';
import type { Bar, CandleType, ExchangeQuote, LastPrice, Quote, Snapshot, Trade } from '../market-data.ts';
import { depthOfQuote } from '../shared/depth-of-quote.ts';
import type { HeldClock } from './held-clock.ts';
import type { ReplayTapes } from './replay-tapes.ts';
import type { SessionTape } from './session-tape.ts';
import { extremesOf, type SymbolHistory } from './symbol-history.ts';

/** Minute bars reach back at most this many sessions: enough for every chart range of minute bars. */
const MINUTE_BAR_SESSIONS = 60;

const PERIODS = {
  OneMinute: { minutes: 1 },
  FiveMinutes: { minutes: 5 },
  ThirtyMinutes: { minutes: 30 },
  Day: 'day',
} as const satisfies Readonly<Record<CandleType, BarPeriod>>;

/** What prices are read from. `seed` decides about what a recording does not have, such as sizes. */
export interface ReplayPricesParts {
  readonly clock: HeldClock;
  readonly tapes: ReplayTapes;
  readonly history: SymbolHistory;
  readonly seed: string | number;
}

/** Prices of known symbols (upper case) as of the clock's present. */
export class ReplayPrices {
  readonly #clock: HeldClock;
  readonly #tapes: ReplayTapes;
  readonly #history: SymbolHistory;
  readonly #seed: string | number;

  constructor({ clock, tapes, history, seed }: ReplayPricesParts) {
    this.#clock = clock;
    this.#tapes = tapes;
    this.#history = history;
    this.#seed = seed;
  }

  snapshot(symbol: string): Snapshot {
    const timeMs = this.#clock.nowMs();
    const session = this.#clock.session();
    const tape = this.#tapes.tape(symbol, session);
    const state = tape.stateAt(timeMs);
    const { bidE4, bidSize, askE4, askSize } = tape.quoteAt(timeMs);
    const dayMs = newYorkMs(session.date, 0);
    const before = this.#history.daysBefore(symbol, dayMs);
    const previous = before[before.length - 1];
    const previousCloseE4 = previous?.closeE4 ?? 0;
    const year = barsBetween(before, yearStartMs(dayMs), dayMs);
    const { highE4: pastYearHighE4, lowE4: pastYearLowE4 } = extremesOf(year);
    return {
      symbol,
      ...state,
      // Before the day's first trade the last known price is yesterday's.
      lastE4: state.lastE4 || previousCloseE4,
      previousCloseE4,
      previousVolume: previous?.volume ?? 0,
      bidE4,
      bidSize,
      askE4,
      askSize,
      timeMs,
      yearHighE4: Math.max(pastYearHighE4, state.highE4),
      yearLowE4: lowerOf(pastYearLowE4, state.lowE4),
      pastYearHighE4,
      pastYearLowE4,
      yearSinceMs: partialYearSince(year[0]?.timeMs, dayMs),
    };
  }

  quote(symbol: string): Quote {
    return this.#tape(symbol).quoteAt(this.#clock.nowMs());
  }

  lastPrice(symbol: string): LastPrice {
    const price = this.#tape(symbol).lastPriceAt(this.#clock.nowMs());
    // As in the snapshot: before the day's first trade the last known price is yesterday's.
    return { ...price, lastE4: price.lastE4 || price.previousCloseE4 };
  }

  depth(symbol: string): ExchangeQuote[] {
    const quote = this.quote(symbol);
    return quote.bidSize === 0 && quote.askSize === 0 ? [] : depthOfQuote(quote, [this.#seed]);
  }

  timeAndSales(symbol: string, limit: number): Trade[] {
    return this.#tape(symbol).tradesUpTo(this.#clock.nowMs(), limit);
  }

  /** Bars that start in [fromMs, toMs); those of past days on the scale of the present shares, or as they traded. */
  bars(
    symbol: string,
    candle: CandleType,
    fromMs: number,
    toMs: number,
    scale: PriceScale = 'adjusted',
  ): Bar[] {
    if (!(fromMs < toMs)) return [];
    const period = PERIODS[candle];
    const bars =
      period === 'day' ? this.#dayBars(symbol, scale) : this.#minuteBars(symbol, period, fromMs, toMs, scale);
    return barsBetween(bars, fromMs, toMs);
  }

  #tape(symbol: string): SessionTape {
    return this.#tapes.tape(symbol, this.#clock.session());
  }

  #dayBars(symbol: string, scale: PriceScale): Bar[] {
    const { date } = this.#clock.session();
    const today = aggregateBars(this.#tape(symbol).barsAt(this.#clock.nowMs()), 'day');
    return [...this.#history.daysBefore(symbol, newYorkMs(date, 0), scale), ...today];
  }

  #minuteBars(
    symbol: string,
    period: { readonly minutes: number },
    fromMs: number,
    toMs: number,
    scale: PriceScale,
  ): Bar[] {
    const nowMs = this.#clock.nowMs();
    const today = this.#clock.session();
    const wideFromMs = fromMs - period.minutes * 60_000;
    const dates = this.#tapes
      .datesBetween(symbol, wideFromMs, Math.min(toMs, today.openMs))
      .filter((date) => date < today.date);
    const minutes: Bar[] = [];
    for (const date of dates.slice(-MINUTE_BAR_SESSIONS)) {
      const session = sessionOn(date);
      if (session === null) continue;
      const ratio = this.#history.minuteRatio(symbol, session.openMs, today.openMs, scale);
      for (const bar of this.#tapes.tape(symbol, session).barsAt(session.closeMs))
        minutes.push(adjustBar(bar, ratio));
    }
    minutes.push(...this.#tapes.tape(symbol, today).barsAt(nowMs));
    return period.minutes === 1 ? minutes : aggregateBars(minutes, period);
  }
}

/** The lower of two prices of which 0 means none. */
function lowerOf(left: number, right: number): number {
  return left > 0 && right > 0 ? Math.min(left, right) : left || right;
}
