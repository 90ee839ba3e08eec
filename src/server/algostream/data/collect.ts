import { setImmediate } from 'node:timers/promises';
import { addToAggregate } from '../../../domain/bars/aggregate.ts';
import type { Bar } from '../../../domain/bars/bar.ts';
import { barStartMs, type BarPeriod } from '../../../domain/bars/bar-period.ts';
import { newYorkDate, newYorkMs, type UsEquitySession } from '../../../domain/calendar/us-equity.ts';
import type { MarketData } from '../../market/market-data.ts';
import { barOfPrint } from './bar-columns.ts';
import { sessionsBefore } from './sessions.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const SESSION_MINUTES = 390;
/** Sessions asked for in one question: some markets bound an answer, and nobody shall wait long. */
const SESSIONS_AT_ONCE = 20;
/** Prints looked at: they come in one answer, for which everybody waits. The busiest symbols have about as many in a session. */
export const MOST_PRINTS = 100_000;

export type HistorySource = Pick<
  MarketData,
  'bars' | 'timeAndSales' | 'exchangeMs' | 'sessionDay' | 'recordedDetail'
>;

/** Whether minutes of a session are recorded, not invented from its daily bar. */
export const hasRecordedMinutes = (source: HistorySource, symbol: string, date: string): boolean =>
  source.recordedDetail?.(symbol, date) !== 'Days';

export const periodOf = (barMinutes: number): BarPeriod =>
  barMinutes >= DAY_MINUTES ? 'day' : { minutes: Math.max(1, barMinutes) };

/** Sessions before a moment that hold so many bars. One more than needed: the first may be short, or its symbol halted. */
export function warmUpSessions(beforeMs: number, warmUpBars: number, barMinutes: number): UsEquitySession[] {
  if (warmUpBars <= 0) return [];
  const count =
    barMinutes >= DAY_MINUTES
      ? warmUpBars
      : Math.ceil((warmUpBars * Math.max(1, barMinutes)) / SESSION_MINUTES);
  return sessionsBefore(beforeMs, count + 1);
}

/** When a bar is over: a minute bar after its minutes, a day bar with its session, which later sessions have no part in. */
export function isFinished(
  bar: Pick<Bar, 'timeMs'>,
  barMinutes: number,
  source: Pick<MarketData, 'exchangeMs' | 'sessionDay'>,
): boolean {
  const nowMs = source.exchangeMs();
  if (barMinutes < DAY_MINUTES) return bar.timeMs + Math.max(1, barMinutes) * MINUTE_MS <= nowMs;
  const { date, closeMs } = source.sessionDay();
  return newYorkDate(bar.timeMs) < date || nowMs >= closeMs;
}

/**
 * One-minute bars of these sessions (what was traded before and after them included), made into bars of the requested length; and the sessions that have any. Sessions that
 * are not usable are left out: unless the caller says otherwise, those whose minutes are invented.
 */
export async function minuteBarsOf(
  source: HistorySource,
  symbol: string,
  allSessions: readonly UsEquitySession[],
  barMinutes: number,
  signal: AbortSignal,
  isUsable: (date: string) => boolean = (date) => hasRecordedMinutes(source, symbol, date),
): Promise<{ bars: Bar[]; withBars: ReadonlySet<string> }> {
  const bars: Bar[] = [];
  const withBars = new Set<string>();
  const period = periodOf(barMinutes);
  const usable = new Set(allSessions.map(({ date }) => date).filter(isUsable));
  const sessions = allSessions.filter(({ date }) => usable.has(date));
  for (let from = 0; from < sessions.length && !signal.aborted; from += SESSIONS_AT_ONCE) {
    const some = sessions.slice(from, from + SESSIONS_AT_ONCE);
    const [first, last] = [some[0], some[some.length - 1]];
    if (!first || !last) break;
    const minutes = await source.bars(
      symbol,
      'OneMinute',
      newYorkMs(first.date, 0),
      newYorkMs(last.date, DAY_MINUTES),
    );
    let untilMs = 0;
    let isWanted = false;
    for (const bar of minutes) {
      if (bar.timeMs >= untilMs) {
        const date = newYorkDate(bar.timeMs);
        untilMs = newYorkMs(date, DAY_MINUTES);
        isWanted = usable.has(date);
        if (isWanted) withBars.add(date);
      }
      if (isWanted) addToAggregate(bars, bar, period);
    }
    // Each query and what is made of its answer takes a few milliseconds: others get their turn between.
    await setImmediate();
  }
  return { bars, withBars };
}

/** The present session's prints, oldest first, and since when they are all there. */
export function printsOf(
  source: Pick<HistorySource, 'timeAndSales' | 'sessionDay'>,
  symbol: string,
  barMinutes: number,
  most = MOST_PRINTS,
): { bars: Bar[]; completeFromMs: number } {
  const prints = most > 0 ? source.timeAndSales(symbol, most).toReversed() : [];
  const session = source.sessionDay();
  const first = prints[0];
  // Fewer than were asked for: all that the session has.
  const completeFromMs = first && prints.length >= most ? first.timeMs : session.openMs;
  if (barMinutes === 0) return { bars: prints.map(barOfPrint), completeFromMs };
  const bars: Bar[] = [];
  const period = periodOf(barMinutes);
  for (const print of prints) addToAggregate(bars, barOfPrint(print), period);
  return { bars, completeFromMs };
}

/** The start of the bar that is forming now. */
export const formingStartMs = (nowMs: number, barMinutes: number): number =>
  barStartMs(nowMs, periodOf(barMinutes));
