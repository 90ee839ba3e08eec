import type { PriceE4 } from '../../../domain/money/price.ts';
import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import type { Bar, LastPrice, Quote, Snapshot, Trade } from '../market-data.ts';
import type { ExchangeMoment } from './exchange-clock.ts';
import type { MinuteTape } from './tape.ts';
import { minuteOf } from './trading-floor.ts';
import type { TradingFloor } from './trading-floor.ts';
import type { Listing } from './universe/listing.ts';

/** The best bid and offer in force at a moment. */
export function quoteAt(floor: TradingFloor, listing: Listing, moment: ExchangeMoment): Quote {
  const tape = floor.tape(listing, moment.session, minuteOf(moment));
  return tape.quote(tape.quotesBy(moment.exchangeMs) - 1);
}

/**
 * The last print at a moment, and when the next one comes: the prints of the minute end in its close, so a minute that has not printed yet
 * is at the close before it.
 */
export function lastPriceAt(floor: TradingFloor, listing: Listing, moment: ExchangeMoment): LastPrice {
  const { session, exchangeMs } = moment;
  const minute = minuteOf(moment);
  const startMs = session.openMs + minute * MINUTE_MS;
  const { priceE4, nextMs } = floor.prices(listing, session, minute).at(exchangeMs - startMs);
  const beforeE4 = minute === 0 ? 0 : (floor.todayMinutes(listing, session).closeE4[minute - 1] ?? 0);
  return {
    lastE4: priceE4 ?? beforeE4,
    previousCloseE4: floor.daily.context(listing, session).previousCloseE4,
    untilMs: startMs + (nextMs ?? MINUTE_MS),
  };
}

/** The bar of the minute in progress; undefined before its first print. */
export function formingMinute(
  floor: TradingFloor,
  listing: Listing,
  moment: ExchangeMoment,
): Bar | undefined {
  const tape = floor.tape(listing, moment.session, minuteOf(moment));
  const count = tape.printsBy(moment.exchangeMs);
  if (count === 0) return undefined;
  const { priceE4, size } = tape.prints;
  let highE4 = 0;
  let lowE4 = Infinity;
  let volume = 0;
  for (let at = 0; at < count; at += 1) {
    highE4 = Math.max(highE4, priceE4[at] ?? 0);
    lowE4 = Math.min(lowE4, priceE4[at] ?? 0);
    volume += size[at] ?? 0;
  }
  return {
    timeMs: tape.startMs,
    openE4: priceE4[0] ?? 0,
    highE4,
    lowE4,
    closeE4: priceE4[count - 1] ?? 0,
    volume,
  };
}

/** The latest prints of the session up to a moment, newest first. */
export function latestTrades(
  floor: TradingFloor,
  listing: Listing,
  moment: ExchangeMoment,
  limit: number,
): Trade[] {
  const trades: Trade[] = [];
  for (let minute = minuteOf(moment); minute >= 0 && trades.length < limit; minute -= 1) {
    const tape = floor.tape(listing, moment.session, minute);
    for (let at = tape.printsBy(moment.exchangeMs) - 1; at >= 0 && trades.length < limit; at -= 1)
      trades.push(tape.trade(at));
  }
  return trades;
}

/**
 * The session's state of a symbol at a moment. The first print of a day comes with its open, so there is always a last
 * price. VWAP counts finished minutes at the mean of their four prices and the minute in progress print by print. The
 * year is the 52 weeks up to and including this session so far.
 */
export function snapshotAt(floor: TradingFloor, listing: Listing, moment: ExchangeMoment): Snapshot {
  const { session, exchangeMs } = moment;
  const minute = minuteOf(moment);
  const context = floor.daily.context(listing, session);
  const totals = floor.totalsBefore(listing, session, minute);
  const tape = floor.tape(listing, session, minute);
  const printCount = tape.printsBy(exchangeMs);
  let { highE4, lowE4, volume, notionalE4 } = totals;
  for (let at = 0; at < printCount; at += 1) {
    const priceE4 = tape.prints.priceE4[at] ?? 0;
    const size = tape.prints.size[at] ?? 0;
    highE4 = Math.max(highE4, priceE4);
    lowE4 = Math.min(lowE4, priceE4);
    volume += size;
    notionalE4 += priceE4 * size;
  }
  const { last, beforeLast } = lastTwo(floor, listing, moment, tape, printCount);
  const quote = tape.quote(tape.quotesBy(exchangeMs) - 1);
  return {
    symbol: listing.instrument.symbol,
    lastE4: last.priceE4,
    lastSize: last.size,
    openE4: context.whole.openE4,
    highE4,
    lowE4,
    previousCloseE4: context.previousCloseE4,
    previousVolume: context.previousVolume,
    volume,
    vwapE4: Math.round(notionalE4 / volume),
    tick: beforeLast === undefined ? 0 : tickBetween(beforeLast, last.priceE4),
    bidE4: quote.bidE4,
    bidSize: quote.bidSize,
    askE4: quote.askE4,
    askSize: quote.askSize,
    timeMs: Math.max(last.timeMs, quote.timeMs),
    yearHighE4: Math.max(context.pastHighE4, highE4),
    yearLowE4: Math.min(context.pastLowE4, lowE4),
    pastYearHighE4: context.pastHighE4,
    pastYearLowE4: context.pastLowE4,
  };
}

interface LastTwo {
  readonly last: { readonly priceE4: PriceE4; readonly size: number; readonly timeMs: number };
  /** Price of the print before the last one, E4. */
  readonly beforeLast: number | undefined;
}

/** The last print and the price before it, without making trades of them when both lie in the minute in progress. */
function lastTwo(
  floor: TradingFloor,
  listing: Listing,
  moment: ExchangeMoment,
  tape: MinuteTape,
  printCount: number,
): LastTwo {
  const { priceE4, size, offsetMs } = tape.prints;
  if (printCount < 2) {
    const [last, before] = latestTrades(floor, listing, moment, 2);
    return {
      last: last ?? { priceE4: 0, size: 0, timeMs: moment.session.openMs },
      beforeLast: before?.priceE4,
    };
  }
  const at = printCount - 1;
  return {
    last: { priceE4: priceE4[at] ?? 0, size: size[at] ?? 0, timeMs: tape.startMs + (offsetMs[at] ?? 0) },
    beforeLast: priceE4[at - 1],
  };
}

function tickBetween(beforeE4: PriceE4, lastE4: PriceE4): -1 | 0 | 1 {
  return lastE4 > beforeE4 ? 1 : lastE4 < beforeE4 ? -1 : 0;
}
