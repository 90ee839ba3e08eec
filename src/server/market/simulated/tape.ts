import type { PriceE4 } from '../../../domain/money/price.ts';
import type { Quote, Trade } from '../market-data.ts';
import { venueAt } from '../shared/venues.ts';
import type { MinuteBars } from './minute-bars.ts';
import { minutePrintsOf, pricedPrintsOf, printTimesOf } from './minute-prints.ts';
import type { MinutePrints, PrintedMinute, PrintTimes } from './minute-prints.ts';
import { minuteQuotesOf } from './minute-quotes.ts';
import type { MinuteQuotes } from './minute-quotes.ts';
import { mix32, Noise, uniform32 } from './noise.ts';
import { depthOfDay, quoteAtStart } from './quote-shape.ts';
import type { NumberedSession } from './session-table.ts';
import type { Listing } from './universe/listing.ts';

const NOTHING = new Int32Array(0);
const NO_PRINTS: MinutePrints = {
  count: 0,
  offsetMs: NOTHING,
  priceE4: NOTHING,
  size: NOTHING,
  bidE4: NOTHING,
  askE4: NOTHING,
};
/** What a halt shows: one empty quote, as it begins. */
const NO_QUOTE: MinuteQuotes = {
  count: 1,
  offsetMs: new Int32Array(1),
  bidE4: new Int32Array(1),
  askE4: new Int32Array(1),
  bidSize: new Int32Array(1),
  askSize: new Int32Array(1),
};

/** Everything that happens to one symbol in one minute. */
export class MinuteTape {
  readonly symbol: string;
  readonly startMs: number;
  /** Identifies the minute among all of a symbol's minutes. */
  readonly key: number;
  readonly prints: MinutePrints;
  readonly quotes: MinuteQuotes;
  /** Trading is halted all through the minute. */
  readonly isHalted: boolean;
  readonly #venueSeed: number;
  /** Session volume after each print. */
  readonly #totalVolume: Float64Array;

  constructor(
    listing: Listing,
    session: NumberedSession,
    bars: MinuteBars,
    minute: number,
    volumeBefore: number,
  ) {
    this.symbol = listing.instrument.symbol;
    this.key = minuteKey(session.day, minute);
    this.startMs = session.openMs + minute * 60_000;
    const noise = printNoiseOf(listing, this.key);
    this.isHalted = bars.volume[minute] === 0;
    this.prints = this.isHalted ? NO_PRINTS : minutePrintsOf({ listing, bars, minute, key: this.key }, noise);
    this.quotes = this.isHalted ? NO_QUOTE : this.#quotesOf(listing, bars, minute, noise);
    this.#venueSeed = mix32(listing.seed32, this.key, 302);
    this.#totalVolume = new Float64Array(this.prints.count);
    let total = volumeBefore;
    for (let at = 0; at < this.prints.count; at += 1) {
      total += this.prints.size[at] ?? 0;
      this.#totalVolume[at] = total;
    }
  }

  #quotesOf(listing: Listing, bars: MinuteBars, minute: number, noise: Noise): MinuteQuotes {
    const minutes = bars.volume.length;
    const start = quoteAtStart(listing, this.key, minute, bars.openE4[minute] ?? 0);
    const end =
      minute + 1 < minutes
        ? quoteAtStart(listing, this.key + 1, minute + 1, bars.openE4[minute + 1] ?? 0)
        : undefined;
    return minuteQuotesOf(this.prints, start, end, usualLots(listing) * depthOfDay(minute, minutes), noise);
  }

  /** How many prints have happened at an exchange time (UTC ms), the ms itself included. */
  printsBy(exchangeMs: number): number {
    return countUpTo(this.prints.offsetMs, exchangeMs - this.startMs);
  }

  /** How many quotes have been made at an exchange time (UTC ms), the ms itself included; 0 only before the minute. */
  quotesBy(exchangeMs: number): number {
    return countUpTo(this.quotes.offsetMs, exchangeMs - this.startMs);
  }

  trade(at: number): Trade {
    const { prints } = this;
    return {
      symbol: this.symbol,
      priceE4: prints.priceE4[at] ?? 0,
      size: prints.size[at] ?? 0,
      totalVolume: this.#totalVolume[at] ?? 0,
      exchange: venueAt(uniform32(this.#venueSeed, at, 1)),
      timeMs: this.startMs + (prints.offsetMs[at] ?? 0),
    };
  }

  quote(at: number): Quote {
    const { quotes } = this;
    const venue = (priceE4: PriceE4, side: number): string =>
      priceE4 === 0 ? '' : venueAt(uniform32(this.#venueSeed, priceE4, side));
    return {
      symbol: this.symbol,
      bidE4: quotes.bidE4[at] ?? 0,
      bidSize: quotes.bidSize[at] ?? 0,
      bidExchange: venue(quotes.bidE4[at] ?? 0, 2),
      askE4: quotes.askE4[at] ?? 0,
      askSize: quotes.askSize[at] ?? 0,
      askExchange: venue(quotes.askE4[at] ?? 0, 3),
      timeMs: this.startMs + (quotes.offsetMs[at] ?? 0),
    };
  }
}

/**
 * The last prices of a minute without the tape around them; the same as the tape's. When a minute begins, every position queries it
 * at once, so the prices are made when the first print is due, and only its time before that.
 */
export class MinutePrices {
  readonly key: number;
  readonly #printed: PrintedMinute;
  readonly #noise: Noise;
  readonly #times: PrintTimes | undefined;
  #priceE4: Int32Array | undefined;

  constructor(printed: PrintedMinute) {
    this.key = printed.key;
    this.#printed = printed;
    this.#noise = printNoiseOf(printed.listing, printed.key);
    const isHalted = printed.bars.volume[printed.minute] === 0;
    this.#times = isHalted ? undefined : printTimesOf(printed, this.#noise);
  }

  /** The last print at so many ms into the minute; undefined before the first one. `nextMs`: when the next one comes; undefined = none does. */
  at(offsetMs: number): { readonly priceE4: PriceE4 | undefined; readonly nextMs: number | undefined } {
    const times = this.#times;
    if (!times) return { priceE4: undefined, nextMs: undefined };
    const count = countUpTo(times.offsetMs, offsetMs);
    if (count === 0) return { priceE4: undefined, nextMs: times.offsetMs[0] };
    this.#priceE4 ??= pricedPrintsOf(this.#printed, times, this.#noise).priceE4;
    return { priceE4: this.#priceE4[count - 1], nextMs: times.offsetMs[count] };
  }
}

const printNoiseOf = (listing: Listing, key: number): Noise => new Noise(mix32(listing.seed32, key, 301));

/** The number of a minute over all days, for seeds: `day` counts from 0, `minute` from the open. */
export function minuteKey(day: number, minute: number): number {
  return day * 390 + minute;
}

/** Round lots shown on a side: more where more is traded, fewer where a share is dear. */
function usualLots(listing: Listing): number {
  return Math.min(
    60,
    Math.max(1, (listing.usualVolume / 390 / 100) * 0.02 + 300 / (listing.anchorPrice + 20)),
  );
}

/** Entries of a never falling column that are at most `limit`. */
function countUpTo(column: Int32Array, limit: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((column[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
