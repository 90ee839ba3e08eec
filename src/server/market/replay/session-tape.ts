import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { barsOfTrades } from '../../../domain/bars/live-bar.ts';
import { E4, type PriceE4 } from '../../../domain/money/price.ts';
import type { Bar, LastPrice, Quote, Trade } from '../market-data.ts';
import { quoteAround } from '../shared/quote-around.ts';
import { firstAfter } from './first-after.ts';
import type { RecordedQuote } from './row-readers.ts';
import { SlotCache } from './slot-cache.ts';
import { TapePrints } from './tape-prints.ts';
import type { TapeSource } from './tape-source.ts';
import { NO_SUMS, sumUp, sumsWith, type TapeSums } from './tape-sums.ts';

/** A trade or quote of a tape, with its exchange time in UTC ms. */
export type TapeEvent = { readonly timeMs: number } & ({ readonly trade: Trade } | { readonly quote: Quote });

/** The session so far at a moment. */
export interface TapeState {
  readonly lastE4: PriceE4;
  readonly lastSize: number;
  readonly tick: -1 | 0 | 1;
  readonly openE4: PriceE4;
  readonly highE4: PriceE4;
  readonly lowE4: PriceE4;
  readonly volume: number;
  readonly vwapE4: PriceE4;
}

interface LatestPrints {
  readonly prints: readonly Trade[];
  /** How many of them are at or before the moment. */
  readonly count: number;
  /** The minute they are of; -1 = there are none. */
  readonly slot: number;
}

const UNKNOWN_DOLLARS_PER_MINUTE = 500_000;

/**
 * One symbol's session, which can be queried for any moment without playing up to it: sums up to every minute are stored,
 * and the prints inside a minute are made (or cut from the recorded ones) when that minute is queried. So an unwatched
 * symbol costs nothing, and a watched one sees exactly what a query at the same moment returns.
 */
export class SessionTape {
  readonly slotCount: number;
  readonly #source: TapeSource;
  readonly #hasBars: boolean;
  readonly #barOfSlot: readonly (Bar | undefined)[];
  readonly #sumsBefore: readonly TapeSums[];
  readonly #prints: TapePrints;
  readonly #events = new SlotCache<readonly TapeEvent[]>();

  constructor(source: TapeSource) {
    const { session, trades, minutes, isIndex } = source;
    this.#source = source;
    this.slotCount = Math.round((session.closeMs - session.openMs) / MINUTE_MS);
    const bars = trades === null ? minutes : barsOfTrades(trades, { minutes: 1 });
    this.#hasBars = bars.length > 0;
    const barOfSlot = Array.from({ length: this.slotCount }, (): Bar | undefined => undefined);
    for (const bar of bars) barOfSlot[this.slotOf(bar.timeMs)] = bar;
    this.#barOfSlot = barOfSlot;
    this.#sumsBefore = sumUp(barOfSlot, isIndex);
    this.#prints = new TapePrints(source, barOfSlot, (slot) => this.#sumsAt(slot).volume);
  }

  /** Shares of the whole session: never to be shown, but it identifies the last print. */
  get volume(): number {
    return this.#sumsAt(this.slotCount).volume;
  }

  /** The minute of a moment, counted from the open; below 0 and beyond `slotCount` outside of the session. */
  slotOf(timeMs: number): number {
    return Math.floor((timeMs - this.#source.session.openMs) / MINUTE_MS);
  }

  /** Trades and quotes of the minute `slot` (from the open), in order. */
  eventsOfSlot(slot: number): readonly TapeEvent[] {
    return this.#events.get(slot, () => {
      const prints = this.#prints.inSlot(slot);
      const { quotes } = this.#source;
      return quotes === null
        ? prints.flatMap((trade) => this.#withMadeQuote(trade))
        : this.#withRecordedQuotes(prints, quotes, slot);
    });
  }

  stateAt(timeMs: number): TapeState {
    const slot = this.#clampedSlot(timeMs);
    const prints = this.#printsOf(slot);
    const sums = sumsWith(this.#sumsAt(slot), prints, firstAfter(prints, timeMs));
    const latest = this.#latestPrintsAt(timeMs);
    const last = latest.prints[latest.count - 1];
    const beforeLastE4 =
      latest.prints[latest.count - 2]?.priceE4 ?? (latest.slot > 0 ? this.#sumsAt(latest.slot).lastE4 : 0);
    return {
      lastE4: last?.priceE4 ?? 0,
      lastSize: last?.size ?? 0,
      tick: last === undefined || beforeLastE4 === 0 ? 0 : direction(last.priceE4 - beforeLastE4),
      openE4: sums.openE4,
      highE4: sums.highE4,
      lowE4: sums.lowE4,
      volume: sums.volume,
      vwapE4: sums.volume > 0 ? Math.round(sums.turnover / sums.volume) : 0,
    };
  }

  lastPriceAt(timeMs: number): LastPrice {
    const { prints, count, slot } = this.#latestPrintsAt(timeMs);
    const now = this.#clampedSlot(timeMs);
    const nextMs = slot === now ? prints[count]?.timeMs : this.#printsOf(now)[0]?.timeMs;
    const { previousCloseE4, session } = this.#source;
    return {
      lastE4: prints[count - 1]?.priceE4 ?? 0,
      previousCloseE4,
      // After the close only the next session changes it, and this tape does not know when that begins.
      untilMs: now >= this.slotCount ? timeMs : (nextMs ?? session.openMs + (now + 1) * MINUTE_MS),
    };
  }

  quoteAt(timeMs: number): Quote {
    const { quotes, symbol, session } = this.#source;
    if (quotes !== null) {
      const quote = quotes[firstAfter(quotes, timeMs) - 1];
      return quote === undefined ? valueQuote(symbol, 0, session.openMs) : { symbol, ...quote };
    }
    const { prints, count } = this.#latestPrintsAt(timeMs);
    return this.#quoteAfter(prints[count - 1]);
  }

  /** Latest prints at or before a moment, newest first. */
  tradesUpTo(timeMs: number, limit: number): Trade[] {
    const found: Trade[] = [];
    if (this.#source.isIndex) return found;
    for (let { prints, count, slot } = this.#latestPrintsAt(timeMs); count > 0 && found.length < limit;) {
      for (let index = count - 1; index >= 0 && found.length < limit; index -= 1) {
        const print = prints[index];
        if (print !== undefined) found.push(print);
      }
      slot = this.#sumsAt(slot).lastSlot;
      prints = slot >= 0 ? this.#printsOf(slot) : [];
      count = prints.length;
    }
    return found;
  }

  /** Minute bars as they stand at a moment; the last may be forming. */
  barsAt(timeMs: number): Bar[] {
    const slot = this.#clampedSlot(timeMs);
    const done = this.#barOfSlot.slice(0, slot).filter((bar) => bar !== undefined);
    const prints = this.#printsOf(slot);
    const forming = barsOfTrades(prints.slice(0, firstAfter(prints, timeMs)), { minutes: 1 });
    return [...done, ...forming];
  }

  #clampedSlot(timeMs: number): number {
    return Math.min(this.slotCount, Math.max(0, this.slotOf(timeMs)));
  }

  #sumsAt(slot: number): TapeSums {
    return this.#sumsBefore[slot] ?? NO_SUMS;
  }

  #printsOf(slot: number): readonly Trade[] {
    return slot < this.slotCount ? this.#prints.inSlot(slot) : [];
  }

  /** Prints at or before a moment: those of its minute, or of the latest minute that has any. */
  #latestPrintsAt(timeMs: number): LatestPrints {
    const slot = this.#clampedSlot(timeMs);
    const prints = this.#printsOf(slot);
    const count = firstAfter(prints, timeMs);
    if (count > 0) return { prints, count, slot };
    const { lastSlot } = this.#sumsAt(slot);
    const before = lastSlot >= 0 ? this.#printsOf(lastSlot) : [];
    return { prints: before, count: before.length, slot: lastSlot };
  }

  /** The made quote that a print leaves behind; without a print the quote at the open. */
  #quoteAfter(print: Trade | undefined): Quote {
    const { symbol, session, isIndex, previousCloseE4, usualDollarsPerMinute, seed } = this.#source;
    const timeMs = print?.timeMs ?? session.openMs;
    const lastE4 = print?.priceE4 ?? previousCloseE4;
    if (isIndex || lastE4 === 0 || !this.#hasBars) return valueQuote(symbol, isIndex ? lastE4 : 0, timeMs);
    const slot = this.#clampedSlot(timeMs);
    const soFar = slot > 0 ? this.#sumsAt(slot).turnover / E4 / slot : 0;
    const dollarsPerMinute = usualDollarsPerMinute || soFar || UNKNOWN_DOLLARS_PER_MINUTE;
    return quoteAround({ symbol, lastE4, timeMs, dollarsPerMinute }, [seed, symbol]);
  }

  #withMadeQuote(trade: Trade): TapeEvent[] {
    const quote: TapeEvent = { timeMs: trade.timeMs, quote: this.#quoteAfter(trade) };
    return this.#source.isIndex ? [quote] : [{ timeMs: trade.timeMs, trade }, quote];
  }

  #withRecordedQuotes(prints: readonly Trade[], quotes: readonly RecordedQuote[], slot: number): TapeEvent[] {
    const { symbol, session, isIndex } = this.#source;
    const trades = isIndex ? [] : prints.map((trade): TapeEvent => ({ timeMs: trade.timeMs, trade }));
    const fromMs = session.openMs + slot * MINUTE_MS;
    const events = quotes
      .slice(firstAfter(quotes, fromMs - 1), firstAfter(quotes, fromMs + MINUTE_MS - 1))
      .map((quote): TapeEvent => ({ timeMs: quote.timeMs, quote: { symbol, ...quote } }));
    // Quotes first at the same time: a trade happens against the quote that stands. The sort is stable.
    return [...events, ...trades].sort((a, b) => a.timeMs - b.timeMs);
  }
}

function valueQuote(symbol: string, valueE4: PriceE4, timeMs: number): Quote {
  return {
    symbol,
    bidE4: valueE4,
    bidSize: 0,
    bidExchange: '',
    askE4: valueE4,
    askSize: 0,
    askExchange: '',
    timeMs,
  };
}

const direction = (difference: number): -1 | 0 | 1 => (difference > 0 ? 1 : difference < 0 ? -1 : 0);
