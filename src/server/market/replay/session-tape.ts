import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { barsOfTrades } from '../../../domain/bars/live-bar.ts';
import type { UsEquitySession } from '../../../domain/calendar/us-equity.ts';
import { E4 } from '../../../domain/money/price.ts';
import type { Bar, LastPrice, Quote, Trade } from '../market-data.ts';
import { quoteAround } from '../shared/quote-around.ts';
import { uniformOf } from '../shared/random.ts';
import { ticksOfBar } from '../shared/ticks-of-bar.ts';
import { venueAt } from '../shared/venues.ts';
import { firstAfter } from './first-after.ts';
import type { RecordedQuote, RecordedTrade } from './row-readers.ts';

/** What is played of one symbol on one day. */
export interface TapeSource {
  readonly symbol: string;
  readonly session: UsEquitySession;
  /** Recorded minute bars; not used if there are trades. */
  readonly minutes: readonly Bar[];
  readonly trades: readonly RecordedTrade[] | null;
  readonly quotes: readonly RecordedQuote[] | null;
  /** An index has values and no trades; its quote is its value on both sides with size 0, which nothing can trade against. */
  readonly isIndex: boolean;
  readonly previousCloseE4: number;
  /** Dollars traded in a usual minute, from the days before; 0 = not known. */
  readonly usualDollarsPerMinute: number;
  readonly seed: string | number;
}

export type TapeEvent = { readonly timeMs: number } & ({ readonly trade: Trade } | { readonly quote: Quote });

/** The session so far at a moment. */
export interface TapeState {
  readonly lastE4: number;
  readonly lastSize: number;
  readonly tick: -1 | 0 | 1;
  readonly openE4: number;
  readonly highE4: number;
  readonly lowE4: number;
  readonly volume: number;
  readonly vwapE4: number;
}

/**
 * One symbol's session, answerable for any moment without playing up to it: sums up to every minute are kept, and the
 * prints inside a minute are made (or cut from the recorded ones) when that minute is asked about. So an unwatched
 * symbol costs nothing and a watched one sees exactly what a question at the same moment sees.
 */
export interface SessionTape {
  readonly slotCount: number;
  /** Shares of the whole session: never to be shown, but it tells which print is the last. */
  readonly volume: number;
  slotOf(timeMs: number): number;
  /** Trades and quotes of the minute `slot` (from the open), in order. */
  eventsOfSlot(slot: number): readonly TapeEvent[];
  stateAt(timeMs: number): TapeState;
  lastPriceAt(timeMs: number): LastPrice;
  quoteAt(timeMs: number): Quote;
  /** Latest prints at or before a moment, newest first. */
  tradesUpTo(timeMs: number, limit: number): Trade[];
  /** Minute bars as they stand at a moment; the last may be forming. */
  barsAt(timeMs: number): Bar[];
}

const SLOTS_KEPT = 6;
const INDEX_STEPS_VOLUME = 600;
const UNKNOWN_DOLLARS_PER_MINUTE = 500_000;

interface Sums {
  readonly openE4: number;
  readonly highE4: number;
  readonly lowE4: number;
  readonly lastE4: number;
  readonly volume: number;
  /** Price (E4) times shares. */
  readonly turnover: number;
  /** The latest minute with prints; -1 = none. */
  readonly lastSlot: number;
}

export function createSessionTape(source: TapeSource): SessionTape {
  const { session, symbol, isIndex, seed } = source;
  const slotCount = Math.round((session.closeMs - session.openMs) / MINUTE_MS);
  const bars = source.trades === null ? source.minutes : barsOfTrades(source.trades, { minutes: 1 });
  const barOfSlot = Array.from({ length: slotCount }, (): Bar | undefined => undefined);
  for (const bar of bars) barOfSlot[Math.floor((bar.timeMs - session.openMs) / MINUTE_MS)] = bar;
  const sumsBefore = sumUp(barOfSlot, isIndex);
  const printsKept = new Map<number, readonly Trade[]>();
  const eventsKept = new Map<number, readonly TapeEvent[]>();

  const slotOf = (timeMs: number): number => Math.floor((timeMs - session.openMs) / MINUTE_MS);
  const clampedSlot = (timeMs: number): number => Math.min(slotCount, Math.max(0, slotOf(timeMs)));
  const sumsAt = (slot: number): Sums => sumsBefore[slot] ?? NO_SUMS;

  /** The prints of a minute. Those of an index have size 0 and are steps of its value. */
  function printsOf(slot: number): readonly Trade[] {
    const kept = printsKept.get(slot);
    if (kept !== undefined) return kept;
    const prints = source.trades === null ? madePrints(slot) : recordedPrints(source.trades, slot);
    keep(printsKept, slot, prints);
    return prints;
  }

  function madePrints(slot: number): Trade[] {
    const bar = barOfSlot[slot];
    if (bar === undefined) return [];
    let totalVolume = sumsAt(slot).volume;
    return ticksOfBar(isIndex ? { ...bar, volume: INDEX_STEPS_VOLUME } : bar, [seed, symbol]).map(
      ({ timeMs, priceE4, size }, index) => {
        const shares = isIndex ? 0 : size;
        totalVolume += shares;
        return {
          symbol,
          priceE4,
          size: shares,
          totalVolume,
          exchange: venueAt(uniformOf(seed, symbol, timeMs, index)),
          timeMs,
        };
      },
    );
  }

  function recordedPrints(trades: readonly RecordedTrade[], slot: number): Trade[] {
    const fromMs = session.openMs + slot * MINUTE_MS;
    let totalVolume = sumsAt(slot).volume;
    return trades
      .slice(firstAfter(trades, fromMs - 1), firstAfter(trades, fromMs + MINUTE_MS - 1))
      .map((trade) => {
        totalVolume += trade.size;
        return {
          symbol,
          priceE4: trade.priceE4,
          size: trade.size,
          totalVolume,
          exchange: trade.exchange,
          timeMs: trade.timeMs,
        };
      });
  }

  /** Prints at or before a moment: the minute's own, or of the latest minute that has any. */
  function lastPrintsAt(timeMs: number): { prints: readonly Trade[]; count: number; slot: number } {
    const slot = clampedSlot(timeMs);
    const prints = slot < slotCount ? printsOf(slot) : [];
    const count = firstAfter(prints, timeMs);
    if (count > 0) return { prints, count, slot };
    const { lastSlot } = sumsAt(slot);
    const before = lastSlot >= 0 ? printsOf(lastSlot) : [];
    return { prints: before, count: before.length, slot: lastSlot };
  }

  function stateAt(timeMs: number): TapeState {
    const slot = clampedSlot(timeMs);
    const sums = sumsAt(slot);
    let { openE4, highE4, lowE4, volume, turnover } = sums;
    const prints = slot < slotCount ? printsOf(slot) : [];
    for (let index = 0, count = firstAfter(prints, timeMs); index < count; index += 1) {
      const print = prints[index];
      if (print === undefined) break;
      openE4 ||= print.priceE4;
      highE4 = Math.max(highE4, print.priceE4);
      lowE4 = lowE4 === 0 ? print.priceE4 : Math.min(lowE4, print.priceE4);
      volume += print.size;
      turnover += print.priceE4 * print.size;
    }
    const latest = lastPrintsAt(timeMs);
    const last = latest.prints[latest.count - 1];
    const beforeLastE4 =
      latest.prints[latest.count - 2]?.priceE4 ?? (latest.slot > 0 ? sumsAt(latest.slot).lastE4 : 0);
    return {
      lastE4: last?.priceE4 ?? 0,
      lastSize: last?.size ?? 0,
      tick: last === undefined || beforeLastE4 === 0 ? 0 : direction(last.priceE4 - beforeLastE4),
      openE4,
      highE4,
      lowE4,
      volume,
      vwapE4: volume > 0 ? Math.round(turnover / volume) : 0,
    };
  }

  function lastPriceAt(timeMs: number): LastPrice {
    const { prints, count, slot } = lastPrintsAt(timeMs);
    const now = clampedSlot(timeMs);
    const nextMs = slot === now ? prints[count]?.timeMs : printsOf(now)[0]?.timeMs;
    return {
      lastE4: prints[count - 1]?.priceE4 ?? 0,
      previousCloseE4: source.previousCloseE4,
      // After the close only the next session changes it, and this tape does not know when that begins.
      untilMs: now >= slotCount ? timeMs : (nextMs ?? session.openMs + (now + 1) * MINUTE_MS),
    };
  }

  function quoteAfter(print: Trade | undefined): Quote {
    const timeMs = print?.timeMs ?? session.openMs;
    const lastE4 = print?.priceE4 ?? source.previousCloseE4;
    if (isIndex || lastE4 === 0 || bars.length === 0) return valueQuote(symbol, isIndex ? lastE4 : 0, timeMs);
    const slot = clampedSlot(timeMs);
    const soFar = slot > 0 ? sumsAt(slot).turnover / E4 / slot : 0;
    const dollarsPerMinute = source.usualDollarsPerMinute || soFar || UNKNOWN_DOLLARS_PER_MINUTE;
    return quoteAround({ symbol, lastE4, timeMs, dollarsPerMinute }, [seed, symbol]);
  }

  function quoteAt(timeMs: number): Quote {
    if (source.quotes !== null) {
      const quote = source.quotes[firstAfter(source.quotes, timeMs) - 1];
      return quote === undefined ? valueQuote(symbol, 0, session.openMs) : { symbol, ...quote };
    }
    const { prints, count } = lastPrintsAt(timeMs);
    return quoteAfter(prints[count - 1]);
  }

  function eventsOfSlot(slot: number): readonly TapeEvent[] {
    const kept = eventsKept.get(slot);
    if (kept !== undefined) return kept;
    const prints = printsOf(slot);
    const trades = isIndex ? [] : prints.map((trade): TapeEvent => ({ timeMs: trade.timeMs, trade }));
    const events =
      source.quotes === null ? withMadeQuotes(prints) : withRecordedQuotes(trades, source.quotes, slot);
    keep(eventsKept, slot, events);
    return events;
  }

  /** Every print is followed by the quote it leaves behind. */
  function withMadeQuotes(prints: readonly Trade[]): TapeEvent[] {
    return prints.flatMap((trade): TapeEvent[] => {
      const quote: TapeEvent = { timeMs: trade.timeMs, quote: quoteAfter(trade) };
      return isIndex ? [quote] : [{ timeMs: trade.timeMs, trade }, quote];
    });
  }

  function withRecordedQuotes(
    trades: readonly TapeEvent[],
    quotes: readonly RecordedQuote[],
    slot: number,
  ): TapeEvent[] {
    const fromMs = session.openMs + slot * MINUTE_MS;
    const own = quotes.slice(firstAfter(quotes, fromMs - 1), firstAfter(quotes, fromMs + MINUTE_MS - 1));
    const events = own.map((quote): TapeEvent => ({ timeMs: quote.timeMs, quote: { symbol, ...quote } }));
    // Quotes first at the same time: a trade happens against the quote that stands. The sort is stable.
    return [...events, ...trades].sort((a, b) => a.timeMs - b.timeMs);
  }

  function tradesUpTo(timeMs: number, limit: number): Trade[] {
    const found: Trade[] = [];
    if (isIndex) return found;
    for (let { prints, count, slot } = lastPrintsAt(timeMs); count > 0 && found.length < limit;) {
      for (let index = count - 1; index >= 0 && found.length < limit; index -= 1) {
        const print = prints[index];
        if (print !== undefined) found.push(print);
      }
      slot = sumsAt(slot).lastSlot;
      prints = slot >= 0 ? printsOf(slot) : [];
      count = prints.length;
    }
    return found;
  }

  function barsAt(timeMs: number): Bar[] {
    const slot = clampedSlot(timeMs);
    const done = barOfSlot.slice(0, slot).filter((bar) => bar !== undefined);
    const prints = slot < slotCount ? printsOf(slot) : [];
    const forming = barsOfTrades(prints.slice(0, firstAfter(prints, timeMs)), { minutes: 1 });
    return [...done, ...forming];
  }

  return {
    slotCount,
    volume: sumsAt(slotCount).volume,
    slotOf,
    eventsOfSlot,
    stateAt,
    lastPriceAt,
    quoteAt,
    tradesUpTo,
    barsAt,
  };
}

const NO_SUMS: Sums = { openE4: 0, highE4: 0, lowE4: 0, lastE4: 0, volume: 0, turnover: 0, lastSlot: -1 };

/** Sums before each minute, and after the last. A finished minute's turnover is its volume at the mean of its four prices. */
function sumUp(barOfSlot: readonly (Bar | undefined)[], isIndex: boolean): Sums[] {
  let sums = NO_SUMS;
  const before = [sums];
  for (let slot = 0; slot < barOfSlot.length; slot += 1) {
    const bar = barOfSlot[slot];
    if (bar !== undefined && (bar.volume > 0 || isIndex)) {
      sums = {
        openE4: sums.openE4 || bar.openE4,
        highE4: Math.max(sums.highE4, bar.highE4),
        lowE4: sums.lowE4 === 0 ? bar.lowE4 : Math.min(sums.lowE4, bar.lowE4),
        lastE4: bar.closeE4,
        volume: sums.volume + bar.volume,
        turnover: sums.turnover + ((bar.openE4 + bar.highE4 + bar.lowE4 + bar.closeE4) / 4) * bar.volume,
        lastSlot: slot,
      };
    }
    before.push(sums);
  }
  return before;
}

function valueQuote(symbol: string, valueE4: number, timeMs: number): Quote {
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

function keep<Value>(kept: Map<number, Value>, slot: number, value: Value): void {
  if (kept.size >= SLOTS_KEPT) kept.delete(kept.keys().next().value ?? slot);
  kept.set(slot, value);
}
