import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { setImmediate } from 'node:timers/promises';
import { addToAggregate } from '../../../domain/bars/aggregate.ts';
import type { Bar } from '../../../domain/bars/bar.ts';
import { barStartMs, type BarPeriod } from '../../../domain/bars/bar-period.ts';
import { newYorkDate, newYorkMs, type UsEquitySession } from '../../../domain/calendar/us-equity.ts';
import type { MarketData } from '../../market/market-data.ts';
import { barOfPrint } from './bar-columns.ts';
import { sessionsBefore } from './sessions.ts';

const DAY_MINUTES = 1440;
const SESSION_MINUTES = 390;
/** Sessions of one request to the market: some markets bound an answer, and each is handled in one turn of the event loop. */
const SESSIONS_PER_REQUEST = 5;
/** Prints that are aggregated in one turn of the event loop. */
const PRINTS_PER_TURN = 5_000;
/** Maximum prints of one query, which blocks the event loop. The busiest symbols have about as many in a session. */
const MAX_PRINTS = 100_000;

export type HistorySource = Pick<
  MarketData,
  'bars' | 'timeAndSales' | 'exchangeMs' | 'sessionDay' | 'recordedDetail'
>;

/** Whether minutes of a session are recorded, not invented from its daily bar. */
export const hasRecordedMinutes = (
  source: Pick<HistorySource, 'recordedDetail'>,
  symbol: string,
  date: string,
): boolean => source.recordedDetail?.(symbol, date) !== 'Days';

export const periodOf = (barMinutes: number): BarPeriod =>
  barMinutes >= DAY_MINUTES ? 'day' : { minutes: Math.max(1, barMinutes) };

/** Sessions before a moment that hold so many bars. One more than needed: the first may be short, or its symbol halted. */
export function warmUpSessions(beforeMs: number, warmUpBars: number, barMinutes: number): UsEquitySession[] {
  const count = warmUpSessionCount(warmUpBars, barMinutes);
  return count === 0 ? [] : sessionsBefore(beforeMs, count);
}

/** Number of sessions that `warmUpSessions` has. */
export function warmUpSessionCount(warmUpBars: number, barMinutes: number): number {
  if (warmUpBars <= 0) return 0;
  const count =
    barMinutes >= DAY_MINUTES
      ? warmUpBars
      : Math.ceil((warmUpBars * Math.max(1, barMinutes)) / SESSION_MINUTES);
  return count + 1;
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

type MinuteSource = Pick<HistorySource, 'bars' | 'recordedDetail'>;

export interface MinutesRequest {
  readonly symbol: string;
  readonly sessions: readonly UsEquitySession[];
  /** Minutes are made into bars of this length. */
  readonly barMinutes: number;
  /** Sessions that are not usable are left out: those whose minutes are invented, unless the caller says otherwise. */
  readonly isUsable?: (date: string) => boolean;
}

/**
 * One-minute bars of sessions (what was traded before and after them included), made into bars of a length and given to `take` a few
 * sessions at a time: all of a period as objects at once would hold up the event loop, and the heap would keep its size. Resolves with
 * the dates that have bars.
 */
export async function collectMinuteBars(
  source: MinuteSource,
  request: MinutesRequest,
  signal: AbortSignal,
  take: (bars: readonly Bar[]) => void,
): Promise<ReadonlySet<string>> {
  const { symbol, isUsable = (date) => hasRecordedMinutes(source, symbol, date) } = request;
  const sessions = request.sessions.filter(({ date }) => isUsable(date));
  const usable = new Set(sessions.map(({ date }) => date));
  const withBars = new Set<string>();
  const period = periodOf(request.barMinutes);
  /** The last bar of one piece may be continued by the next one. */
  let bars: Bar[] = [];
  for (let from = 0; from < sessions.length && !signal.aborted; from += SESSIONS_PER_REQUEST) {
    const some = sessions.slice(from, from + SESSIONS_PER_REQUEST);
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
      if (!isWanted) continue;
      // Most strategies run on the minutes themselves.
      if (request.barMinutes <= 1) bars.push(bar);
      else addToAggregate(bars, bar, period);
    }
    const open = bars.pop();
    take(bars);
    bars = open ? [open] : [];
    await setImmediate();
  }
  take(bars);
  return withBars;
}

/** The same bars in one list: for the few that warm up a live run. */
export async function minuteBarsOf(
  source: MinuteSource,
  symbol: string,
  sessions: readonly UsEquitySession[],
  barMinutes: number,
  signal: AbortSignal,
  isUsable?: (date: string) => boolean,
): Promise<{ bars: Bar[]; withBars: ReadonlySet<string> }> {
  const bars: Bar[] = [];
  const request = { symbol, sessions, barMinutes, ...(isUsable ? { isUsable } : {}) };
  const withBars = await collectMinuteBars(source, request, signal, (some) => {
    for (const bar of some) bars.push(bar);
  });
  return { bars, withBars };
}

/** The present session's prints as bars, given to `take` a few thousand at a time, oldest first. Resolves with the time from which on they are complete; null when there are none. */
export async function collectPrints(
  source: Pick<HistorySource, 'timeAndSales' | 'sessionDay'>,
  symbol: string,
  barMinutes: number,
  take: (bars: readonly Bar[]) => void,
): Promise<{ readonly firstMs: number; readonly completeFromMs: number } | null> {
  const prints = source.timeAndSales(symbol, MAX_PRINTS);
  const first = prints.at(-1);
  if (!first) return null;
  const period = periodOf(barMinutes);
  let bars: Bar[] = [];
  for (let end = prints.length; end > 0; end -= PRINTS_PER_TURN) {
    for (let at = end - 1; at >= Math.max(0, end - PRINTS_PER_TURN); at -= 1) {
      const print = prints[at];
      if (!print) continue;
      if (barMinutes === 0) bars.push(barOfPrint(print));
      else addToAggregate(bars, barOfPrint(print), period);
    }
    const open = barMinutes === 0 ? undefined : bars.pop();
    take(bars);
    bars = open ? [open] : [];
    await setImmediate();
  }
  take(bars);
  const firstMs = barMinutes === 0 ? first.timeMs : barStartMs(first.timeMs, period);
  // Fewer than were requested: all that the session has.
  return {
    firstMs,
    completeFromMs: prints.length >= MAX_PRINTS ? first.timeMs : source.sessionDay().openMs,
  };
}

/** The present session's prints, oldest first, and since when they are all there. */
export function printsOf(
  source: Pick<HistorySource, 'timeAndSales' | 'sessionDay'>,
  symbol: string,
  barMinutes: number,
  maxPrints = MAX_PRINTS,
): { bars: Bar[]; completeFromMs: number } {
  const prints = maxPrints > 0 ? source.timeAndSales(symbol, maxPrints).toReversed() : [];
  const session = source.sessionDay();
  const first = prints[0];
  // Fewer than requested: these are all prints of the session.
  const completeFromMs = first && prints.length >= maxPrints ? first.timeMs : session.openMs;
  if (barMinutes === 0) return { bars: prints.map(barOfPrint), completeFromMs };
  const bars: Bar[] = [];
  const period = periodOf(barMinutes);
  for (const print of prints) addToAggregate(bars, barOfPrint(print), period);
  return { bars, completeFromMs };
}

/** The start of the bar that is forming now. */
export const formingStartMs = (nowMs: number, barMinutes: number): number =>
  barStartMs(nowMs, periodOf(barMinutes));
