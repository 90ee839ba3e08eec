import { DAY_MS } from '../../../domain/calendar/durations.ts';
import { newYorkDate, newYorkMs, sessionOn } from '../../../domain/calendar/us-equity.ts';
import { E4, type PriceE4 } from '../../../domain/money/price.ts';
import { listedSince } from '../../../domain/options/index.ts';
import type { Bar, CandleType, MarketData } from '../market-data.ts';
import type { PrintSchedule } from './activity.ts';
import type { Contract } from './contract.ts';
import { markE4, priceOption } from './option-pricer.ts';
import type { UnderlyingDay, UnderlyingView } from './underlying-day.ts';

const PERIOD_MS: Readonly<Record<Exclude<CandleType, 'Day'>, number>> = {
  OneMinute: 60_000,
  FiveMinutes: 300_000,
  ThirtyMinutes: 1_800_000,
};
/** Enough to hold the session before any day. */
const DAYS_BEFORE_MS = 10 * DAY_MS;

/**
 * Bars of an option from those of its underlying, on the days on which it was listed: what it was worth at their four prices, and what
 * was traded of it. They show its value all the time, not only where it happened to print.
 */
export async function optionBars(
  market: MarketData,
  contract: Contract,
  view: UnderlyingView,
  candle: CandleType,
  fromMs: number,
  toMs: number,
): Promise<Bar[]> {
  // A chain is recorded without its trades, and bars of the model would not agree with its quotes.
  if (view.recorded) return [];
  const since = listedSince(contract.listing, contract.expiration);
  if (since === null || !(fromMs < toMs)) return [];
  const startMs = newYorkMs(newYorkDate(Math.max(fromMs, newYorkMs(since, 0))), 0);
  if (startMs >= toMs) return [];
  const days = await market.bars(contract.underlying, 'Day', startMs - DAYS_BEFORE_MS, toMs);
  const source =
    candle === 'Day'
      ? days.filter(({ timeMs }) => timeMs >= startMs)
      : await market.bars(contract.underlying, candle, startMs, toMs);
  const before = new Map(days.slice(1).map((day, index) => [newYorkDate(day.timeMs), days[index]] as const));

  const bars: Bar[] = [];
  let date = '';
  let schedule: PrintSchedule | undefined;
  let shares = 0;
  for (const bar of source) {
    const barDate = newYorkDate(bar.timeMs);
    if (schedule === undefined || barDate !== date) {
      date = barDate;
      shares = 0;
      schedule = scheduleOf(contract, view.day, barDate, bar, before.get(barDate));
    }
    const tradedBefore = schedule.volumeOf(schedule.printsAt(shares));
    shares += bar.volume;
    if (bar.timeMs >= fromMs)
      bars.push(
        barOf(
          market,
          contract,
          view,
          candle,
          bar,
          barDate,
          schedule.volumeOf(schedule.printsAt(shares)) - tradedBefore,
        ),
      );
  }
  return bars;
}

/** When the option printed on a day: the same as was live then. */
function scheduleOf(
  contract: Contract,
  day: UnderlyingDay,
  date: string,
  bar: Bar,
  before: Bar | undefined,
): PrintSchedule {
  if (date === day.session.date) return day.ofContract(contract).schedule;
  const openMs = sessionOn(date)?.openMs ?? bar.timeMs;
  return day.schedule(
    contract,
    day.activity(contract, (before?.closeE4 ?? bar.openE4) / E4, openMs),
    before?.volume ?? 0,
    openMs,
  );
}

function barOf(
  market: MarketData,
  contract: Contract,
  view: UnderlyingView,
  candle: CandleType,
  bar: Bar,
  date: string,
  volume: number,
): Bar {
  const session = candle === 'Day' ? sessionOn(date) : null;
  const startMs = session?.openMs ?? bar.timeMs;
  const endMs = session?.closeMs ?? bar.timeMs + (candle === 'Day' ? 0 : PERIOD_MS[candle]);
  const worth = (underlyingE4: PriceE4, timeMs: number): number => {
    // The last minute counts: at the end itself nothing would be left to quote.
    const pricedMs = Math.min(timeMs, contract.endMs - 60_000, market.exchangeMs());
    const isToday = date === view.day.session.date;
    const moment = isToday
      ? view.day.moment(view.snapshot, underlyingE4 / E4, pricedMs)
      : view.day.closingMoment(view.snapshot, underlyingE4 / E4, date, pricedMs);
    return markE4(contract, priceOption(contract, moment));
  };
  const openE4 = worth(bar.openE4, startMs);
  const closeE4 = worth(bar.closeE4, endMs);
  const [bestE4, worstE4] = contract.right === 'C' ? [bar.highE4, bar.lowE4] : [bar.lowE4, bar.highE4];
  return {
    timeMs: bar.timeMs,
    openE4,
    closeE4,
    highE4: Math.max(openE4, closeE4, worth(bestE4, startMs)),
    lowE4: Math.min(openE4, closeE4, worth(worstE4, endMs)),
    volume,
  };
}
