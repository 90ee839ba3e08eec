import { DAY_MS } from '../../../domain/calendar/durations.ts';
import { newYorkDate, newYorkMs, sessionOn } from '../../../domain/calendar/us-equity.ts';
import type { UsEquitySession } from '../../../domain/calendar/us-equity.ts';
import { E4 } from '../../../domain/money/price.ts';
import type { Bar, RecordedDetail } from '../market-data.ts';
import { minutesOfDay } from '../shared/minutes-of-day.ts';
import type { Recording } from './recording.ts';
import { SessionTape } from './session-tape.ts';
import type { SymbolHistory } from './symbol-history.ts';

/** Sessions' tapes, made when first queried. */
export interface ReplayTapes {
  tape(symbol: string, session: UsEquitySession): SessionTape;
  /** Dates of a symbol's recorded sessions that start in [fromMs, toMs), ascending. */
  datesBetween(symbol: string, fromMs: number, toMs: number): string[];
  /** What the tape of a session is made from. */
  recordedDetail(symbol: string, date: string): RecordedDetail;
}

const TAPES_KEPT_FROM_OTHER_DAYS = 64;
const REGULAR_MINUTES = 390;
const USUAL_DAYS = 20;

/** The tapes of a recording, made a symbol and session at a time. Sessions without trades get prints made from their minute bars. */
export function createReplayTapes(
  recording: Recording,
  history: SymbolHistory,
  seed: string | number,
): ReplayTapes {
  let currentDate = '';
  const current = new Map<string, SessionTape>();
  const others = new Map<string, SessionTape>();

  function make(symbol: string, session: UsEquitySession): SessionTape {
    const before = history.daysBefore(symbol, newYorkMs(session.date, 0));
    const trades = recording.trades(symbol, session.date);
    const minutes = trades === null ? minutesOn(symbol, session) : [];
    return new SessionTape({
      symbol,
      session,
      trades,
      minutes,
      quotes: recording.quotes(symbol, session.date),
      // A day without any volume has values, such as those in its option chain, and no trades.
      isIndex: history.isIndex(symbol) || (minutes.length > 0 && minutes.every(({ volume }) => volume === 0)),
      previousCloseE4: before[before.length - 1]?.closeE4 ?? 0,
      usualDollarsPerMinute: usualDollars(before),
      seed,
    });
  }

  /** Recorded minutes; a day of which only the daily bar was recorded is played as minutes that add up to it. */
  function minutesOn(symbol: string, session: UsEquitySession): readonly Bar[] {
    const recorded = recording.minutes(symbol).get(session.date);
    if (recorded !== undefined) return recorded;
    const day = history.dayAt(symbol, newYorkMs(session.date, 0));
    return day === undefined ? [] : minutesOfDay(day, session.openMs, session.closeMs, [seed, symbol]);
  }

  return {
    tape(symbol, session) {
      if (session.date > currentDate) {
        currentDate = session.date;
        current.clear();
      }
      const cache = session.date === currentDate ? current : others;
      const key = session.date === currentDate ? symbol : `${symbol} ${session.date}`;
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      const tape = make(symbol, session);
      if (cache === others && others.size >= TAPES_KEPT_FROM_OTHER_DAYS)
        others.delete(others.keys().next().value ?? '');
      cache.set(key, tape);
      return tape;
    },
    recordedDetail(symbol, date) {
      if (recording.trades(symbol, date) !== null) return 'Trades';
      return recording.minutes(symbol).has(date) ? 'Minutes' : 'Days';
    },
    datesBetween(symbol, fromMs, toMs) {
      const dates = new Set(recording.minutes(symbol).keys());
      for (const dayMs of history.dayStarts(symbol)) {
        if (dayMs >= fromMs - DAY_MS && dayMs < toMs) dates.add(newYorkDate(dayMs));
      }
      return [...dates]
        .filter((date) => {
          const session = sessionOn(date);
          return session !== null && session.closeMs > fromMs && session.openMs < toMs;
        })
        .sort();
    },
  };
}

/** Mean dollars a minute over the days before. */
function usualDollars(before: readonly Bar[]): number {
  const recent = before.slice(-USUAL_DAYS);
  if (recent.length === 0) return 0;
  const dollars = recent.reduce((sum, { closeE4, volume }) => sum + (closeE4 / E4) * volume, 0);
  return dollars / recent.length / REGULAR_MINUTES;
}
