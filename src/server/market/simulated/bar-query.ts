import { setImmediate } from 'node:timers/promises';
import type { Bar, CandleType } from '../market-data.ts';
import type { ExchangeMoment } from './exchange-clock.ts';
import type { MinuteBars } from './minute-bars.ts';
import type { NumberedSession, SessionTable } from './session-table.ts';
import { formingMinute } from './session-view.ts';
import { minuteOf } from './trading-floor.ts';
import type { TradingFloor } from './trading-floor.ts';
import type { Listing } from './universe/listing.ts';

const MINUTES_OF: Readonly<Record<Exclude<CandleType, 'Day'>, number>> = {
  OneMinute: 1,
  FiveMinutes: 5,
  ThirtyMinutes: 30,
};
/** Longest stretch of work before other work is served, host ms. */
const SLICE_MS = 6;

/** Half-open span of exchange time, UTC ms. */
export interface BarSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Bars of a symbol whose start lies in a span, as of one moment: nothing after it is shown, the last may be forming. */
export async function barsAt(
  floor: TradingFloor,
  sessions: SessionTable,
  listing: Listing,
  candle: CandleType,
  span: BarSpan,
  moment: ExchangeMoment,
): Promise<Bar[]> {
  const bars: Bar[] = [];
  const first =
    candle === 'Day' ? sessions.dayStampedFrom(span.fromMs) : sessions.dayClosingAfter(span.fromMs);
  let sliceEndMs = performance.now() + SLICE_MS;
  for (let day = first; day <= moment.session.day; day += 1) {
    const session = sessions.at(day);
    if ((candle === 'Day' ? session.midnightMs : session.openMs) >= span.toMs) break;
    if (candle === 'Day') bars.push(dayBarAt(floor, listing, session, moment));
    else pushSpan(bars, intradayBars(floor, listing, session, MINUTES_OF[candle], moment), span);
    if (performance.now() < sliceEndMs) continue;
    await setImmediate();
    sliceEndMs = performance.now() + SLICE_MS;
  }
  return bars;
}

function pushSpan(bars: Bar[], more: readonly Bar[], span: BarSpan): void {
  for (const bar of more) if (bar.timeMs >= span.fromMs && bar.timeMs < span.toMs) bars.push(bar);
}

function dayBarAt(
  floor: TradingFloor,
  listing: Listing,
  session: NumberedSession,
  moment: ExchangeMoment,
): Bar {
  const whole = floor.daily.dayBar(listing, session.day);
  if (session.day < moment.session.day) {
    const { openE4, highE4, lowE4, closeE4, volume } = whole;
    return { timeMs: session.midnightMs, openE4, highE4, lowE4, closeE4, volume };
  }
  const minute = minuteOf(moment);
  const totals = floor.totalsBefore(listing, session, minute);
  const forming = formingMinute(floor, listing, moment);
  return {
    timeMs: session.midnightMs,
    openE4: whole.openE4,
    highE4: Math.max(totals.highE4, forming?.highE4 ?? 0),
    lowE4: Math.min(totals.lowE4, forming?.lowE4 ?? Infinity),
    closeE4: forming?.closeE4 ?? floor.todayMinutes(listing, session).closeE4[minute - 1] ?? whole.openE4,
    volume: totals.volume + (forming?.volume ?? 0),
  };
}

function intradayBars(
  floor: TradingFloor,
  listing: Listing,
  session: NumberedSession,
  size: number,
  moment: ExchangeMoment,
): Bar[] {
  if (session.day < moment.session.day)
    return aggregate(floor.pastMinutes(listing, session), session, size, session.minutes, undefined);
  return aggregate(
    floor.todayMinutes(listing, session),
    session,
    size,
    minuteOf(moment),
    formingMinute(floor, listing, moment),
  );
}

/** Bars of `size` minutes, counted from the open, over the first `finished` minutes and the one in progress. */
function aggregate(
  minutes: MinuteBars,
  session: NumberedSession,
  size: number,
  finished: number,
  forming: Bar | undefined,
): Bar[] {
  const bars: Bar[] = [];
  const shown = forming === undefined ? finished : finished + 1;
  for (let start = 0; start < shown; start += size) {
    const timeMs = session.openMs + start * 60_000;
    const done = barOfMinutes(minutes, start, Math.min(start + size, finished), timeMs);
    const isForming = finished < start + size && forming !== undefined;
    const bar = isForming ? withForming(done, forming, start === finished) : done;
    // Nothing traded in a halt, so it has no bar.
    if (bar.volume > 0) bars.push(bar);
  }
  return bars;
}

/** The finished minutes [start, end) as one bar. */
function barOfMinutes(minutes: MinuteBars, start: number, end: number, timeMs: number): Bar {
  let highE4 = 0;
  let lowE4 = Infinity;
  let volume = 0;
  for (let minute = start; minute < end; minute += 1) {
    highE4 = Math.max(highE4, minutes.highE4[minute] ?? 0);
    lowE4 = Math.min(lowE4, minutes.lowE4[minute] ?? 0);
    volume += minutes.volume[minute] ?? 0;
  }
  return {
    timeMs,
    openE4: minutes.openE4[start] ?? 0,
    highE4,
    lowE4,
    closeE4: minutes.closeE4[end - 1] ?? 0,
    volume,
  };
}

/** A bar with the minute in progress added; `isFirst`: that minute is its first. */
function withForming(done: Bar, forming: Bar, isFirst: boolean): Bar {
  return {
    timeMs: done.timeMs,
    openE4: isFirst ? forming.openE4 : done.openE4,
    highE4: Math.max(done.highE4, forming.highE4),
    lowE4: Math.min(done.lowE4, forming.lowE4),
    closeE4: forming.closeE4,
    volume: done.volume + forming.volume,
  };
}
