import type { Bar } from '../../../domain/bars/bar.ts';
import { firstBarFrom } from '../../../domain/bars/bar.ts';
import { DAY_MS } from '../../../domain/calendar/durations.ts';
import {
  formingStartMs,
  hasRecordedMinutes,
  isFinished,
  minuteBarsOf,
  printsOf,
  warmUpSessions,
  type HistorySource,
} from '../data/collect.ts';
import { sessionColumn, sessionsBetween } from '../data/sessions.ts';
import type { StrategyDescription } from '../runtime/types.ts';

const DAY_MINUTES = 1440;
/** A run knows the sessions of the next year: one that lasts longer must be started again. */
const KNOWN_AHEAD_MS = 370 * DAY_MS;

/** The bars before the first that the strategy is called with, and the one that is forming. */
export async function warmUpOf(
  market: HistorySource,
  symbol: string,
  { barMinutes, warmUpBars }: Pick<StrategyDescription, 'barMinutes' | 'warmUpBars'>,
): Promise<{ warmUp: Bar[]; forming: Bar | null; sessions: Float64Array }> {
  const nowMs = market.exchangeMs();
  const earlier = warmUpSessions(nowMs, warmUpBars, barMinutes);
  const days = [
    ...earlier,
    ...sessionsBetween(nowMs - DAY_MS, nowMs + KNOWN_AHEAD_MS).filter(
      ({ date }) => date > (earlier.at(-1)?.date ?? ''),
    ),
  ];
  const past = days.filter(({ openMs }) => openMs <= nowMs);
  let bars: Bar[];
  if (barMinutes >= DAY_MINUTES)
    bars = await market.bars(symbol, 'Day', (past[0]?.openMs ?? nowMs) - DAY_MS, nowMs + 1);
  else {
    const { signal } = new AbortController();
    // The present session is what the run trades on, however the market makes it.
    const today = market.sessionDay().date;
    const isUsable = (date: string): boolean => date === today || hasRecordedMinutes(market, symbol, date);
    bars = (await minuteBarsOf(market, symbol, past, barMinutes, signal, isUsable)).bars;
    const prints = barMinutes === 0 ? printsOf(market, symbol, 0, warmUpBars).bars : [];
    const firstMs = prints[0]?.timeMs;
    if (firstMs !== undefined) bars = [...bars.slice(0, firstBarFrom(bars, firstMs)), ...prints];
  }
  const last = bars.at(-1);
  const isForming =
    last !== undefined &&
    barMinutes > 0 &&
    (last.timeMs >= formingStartMs(market.exchangeMs(), barMinutes) || !isFinished(last, barMinutes, market));
  const finished = isForming ? bars.slice(0, -1) : bars;
  return {
    warmUp: warmUpBars === 0 ? [] : finished.slice(-warmUpBars),
    forming: isForming ? last : null,
    sessions: sessionColumn(days),
  };
}

/** The sessions of the symbol that has the longest history: bars before the first known session are not cut to its hours. */
export const sessionsOf = (symbols: readonly { readonly sessions: Float64Array }[]): Float64Array =>
  symbols.map(({ sessions }) => sessions).reduce((all, some) => (some.length > all.length ? some : all));
