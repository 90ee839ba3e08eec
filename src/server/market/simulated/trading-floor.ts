import type { MoneyE4, PriceE4 } from '../../../domain/money/price.ts';
import { mix32 } from './noise.ts';
import { DailyHistory } from './daily-history.ts';
import type { ExchangeMoment } from './exchange-clock.ts';
import { Factors } from './factors.ts';
import { haltOf } from './halts.ts';
import { LruCache } from './lru-cache.ts';
import { minuteBarsOf } from './minute-bars.ts';
import type { MinuteBars } from './minute-bars.ts';
import type { NumberedSession } from './session-table.ts';
import { minuteKey, MinutePrices, MinuteTape } from './tape.ts';
import type { Listing } from './universe/listing.ts';
import { SECTORS } from './universe/sectors.ts';

/** What the finished minutes of a day come to. */
export interface MinuteTotals {
  readonly highE4: PriceE4;
  readonly lowE4: PriceE4;
  readonly volume: number;
  /** Sum of price (E4) times shares, each minute at the mean of its four prices. */
  readonly notionalE4: MoneyE4;
}

interface TodayEntry {
  readonly day: number;
  readonly bars: MinuteBars;
  /** Totals of minutes before `totalsMinute`. */
  totals: MinuteTotals;
  totalsMinute: number;
}

const PAST_DAYS_KEPT = 256;
const TODAYS_KEPT = 4096;
const TAPES_KEPT = 1024;
/** A minute's print prices of so many symbols: all of the universe. */
const PRICES_KEPT = 16_384;
const NO_TOTALS: MinuteTotals = { highE4: 0, lowE4: Infinity, volume: 0, notionalE4: 0 };

/** Days, minutes and prints of every symbol, computed when queried and cached while they are likely to be queried again. */
export class TradingFloor {
  readonly daily: DailyHistory;
  readonly #factors: Factors;
  readonly #todays = new LruCache<number, TodayEntry>(TODAYS_KEPT);
  readonly #pastDays = new LruCache<string, MinuteBars>(PAST_DAYS_KEPT);
  readonly #tapes = new LruCache<number, MinuteTape>(TAPES_KEPT);
  readonly #prices = new LruCache<number, MinutePrices>(PRICES_KEPT);

  constructor(seed32: number, anchorDay: number) {
    this.#factors = new Factors(mix32(seed32, 0, 100), SECTORS.length);
    this.daily = new DailyHistory(this.#factors, anchorDay);
  }

  /** All minutes of a day that is over. */
  pastMinutes(listing: Listing, session: NumberedSession): MinuteBars {
    const key = `${listing.index}:${session.day}`;
    const known = this.#pastDays.get(key);
    if (known !== undefined) return known;
    const bars = this.#minutesOf(listing, session);
    this.#pastDays.set(key, bars);
    return bars;
  }

  /** All minutes of the day in progress; those not over yet are never to be shown. */
  todayMinutes(listing: Listing, session: NumberedSession): MinuteBars {
    return this.#today(listing, session).bars;
  }

  /** What the day's minutes before `minute` come to. */
  totalsBefore(listing: Listing, session: NumberedSession, minute: number): MinuteTotals {
    const today = this.#today(listing, session);
    if (minute < today.totalsMinute) return addMinutes(NO_TOTALS, today.bars, 0, minute);
    today.totals = addMinutes(today.totals, today.bars, today.totalsMinute, minute);
    today.totalsMinute = minute;
    return today.totals;
  }

  /** The tape of a minute of the day in progress. */
  tape(listing: Listing, session: NumberedSession, minute: number): MinuteTape {
    const known = this.#tapes.get(listing.index);
    if (known !== undefined && known.key === minuteKey(session.day, minute)) return known;
    const volumeBefore = this.totalsBefore(listing, session, minute).volume;
    const tape = new MinuteTape(listing, session, this.todayMinutes(listing, session), minute, volumeBefore);
    // Only the newest minute is worth keeping: it is queried again and again.
    if (known === undefined || tape.key > known.key) this.#tapes.set(listing.index, tape);
    return tape;
  }

  /** The last prices of a minute of the day in progress, without a tape of it. */
  prices(listing: Listing, session: NumberedSession, minute: number): MinutePrices {
    const key = minuteKey(session.day, minute);
    const known = this.#prices.get(listing.index);
    if (known?.key === key) return known;
    const prices = new MinutePrices({ listing, bars: this.todayMinutes(listing, session), minute, key });
    this.#prices.set(listing.index, prices);
    return prices;
  }

  #today(listing: Listing, session: NumberedSession): TodayEntry {
    const known = this.#todays.get(listing.index);
    if (known !== undefined && known.day === session.day) return known;
    const entry: TodayEntry = {
      day: session.day,
      bars: this.#minutesOf(listing, session),
      totals: NO_TOTALS,
      totalsMinute: 0,
    };
    this.#todays.set(listing.index, entry);
    return entry;
  }

  #minutesOf(listing: Listing, session: NumberedSession): MinuteBars {
    const whole = this.daily.dayBar(listing, session.day);
    return minuteBarsOf(
      listing,
      whole,
      session.day,
      session.minutes,
      this.#factors.marketCourse(session.day, session.minutes),
      haltOf(listing, session),
    );
  }
}

/** The minute of its session that a moment lies in, 0-based. */
export function minuteOf(moment: ExchangeMoment): number {
  return Math.floor((moment.exchangeMs - moment.session.openMs) / 60_000);
}

function addMinutes(before: MinuteTotals, bars: MinuteBars, from: number, to: number): MinuteTotals {
  let { highE4, lowE4, volume, notionalE4 } = before;
  for (let minute = from; minute < to; minute += 1) {
    const high = bars.highE4[minute] ?? 0;
    const low = bars.lowE4[minute] ?? 0;
    const shares = bars.volume[minute] ?? 0;
    highE4 = Math.max(highE4, high);
    lowE4 = Math.min(lowE4, low);
    volume += shares;
    notionalE4 += (shares * ((bars.openE4[minute] ?? 0) + high + low + (bars.closeE4[minute] ?? 0))) / 4;
  }
  return { highE4, lowE4, volume, notionalE4 };
}
