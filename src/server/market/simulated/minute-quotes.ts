import { tickSizeE4 } from '../../../domain/money/price.ts';
import { priceAboveE4, priceBelowE4 } from './legal-price.ts';
import type { MinutePrints } from './minute-prints.ts';
import type { Noise } from './noise.ts';
import type { Listing } from './universe/listing.ts';

/** The national best bid and offer through a minute, one entry per change, in columns. */
export interface MinuteQuotes {
  readonly count: number;
  /** Ms into the minute, never falling; the first is 0. */
  readonly offsetMs: Int32Array;
  readonly bidE4: Int32Array;
  readonly askE4: Int32Array;
  /** Shares, whole round lots. */
  readonly bidSize: Int32Array;
  readonly askSize: Int32Array;
}

const MINUTE_MS = 60_000;
/** A quiet symbol's quote still changes about this often. */
const QUIET_GAP_MS = 5000;
const MOST_CHANGES_PER_GAP = 5;

/**
 * Quotes around the prints: the quote in force at a print's moment always contains its price, a print beyond the quote
 * pushes it along, and between prints sizes flicker and the spread breathes.
 */
export function minuteQuotesOf(listing: Listing, prints: MinutePrints, usualLots: number, noise: Noise): MinuteQuotes {
  const writer = new QuoteWriter(listing, usualLots, prints.count * (MOST_CHANGES_PER_GAP + 1) + 1, noise);
  writer.around(0, prints.priceE4[0] ?? 0);
  for (let at = 0; at < prints.count; at += 1) {
    const offsetMs = prints.offsetMs[at] ?? 0;
    const priceE4 = prints.priceE4[at] ?? 0;
    if (!writer.contains(priceE4)) writer.pushedBy(offsetMs, priceE4);
    const nextMs = at + 1 < prints.count ? (prints.offsetMs[at + 1] ?? MINUTE_MS) : MINUTE_MS;
    const gapMs = nextMs - offsetMs;
    if (gapMs < 8) continue;
    const changes = Math.min(MOST_CHANGES_PER_GAP, 1 + Math.floor(gapMs / QUIET_GAP_MS));
    for (let change = 0; change < changes; change += 1) {
      const changeMs = offsetMs + 1 + Math.floor(((change + noise.next()) / changes) * (gapMs - 2));
      if (noise.next() < 0.35) writer.around(changeMs, priceE4);
      else writer.resized(changeMs);
    }
  }
  return writer.finish();
}

class QuoteWriter {
  readonly #noise: Noise;
  readonly #usualLots: number;
  readonly #spreadBps: number;
  readonly #columns: Omit<MinuteQuotes, 'count'>;
  #count = 0;
  #bidE4 = 0;
  #askE4 = 0;

  constructor(listing: Listing, usualLots: number, capacity: number, noise: Noise) {
    const column = (): Int32Array => new Int32Array(capacity);
    this.#noise = noise;
    this.#usualLots = usualLots;
    this.#spreadBps = listing.spreadBps;
    this.#columns = { offsetMs: column(), bidE4: column(), askE4: column(), bidSize: column(), askSize: column() };
  }

  contains(priceE4: number): boolean {
    return this.#bidE4 <= priceE4 && priceE4 <= this.#askE4;
  }

  /** A fresh quote with the price on one of its sides. */
  around(offsetMs: number, priceE4: number): void {
    if (this.#noise.next() < 0.5) this.#withBid(priceE4);
    else this.#withAsk(priceE4);
    this.#write(offsetMs);
  }

  /** The quote that a print beyond it leaves: the print took the side it crossed. */
  pushedBy(offsetMs: number, priceE4: number): void {
    if (priceE4 > this.#askE4) this.#withAsk(priceE4);
    else this.#withBid(priceE4);
    this.#write(offsetMs);
  }

  /** The same prices with other sizes. */
  resized(offsetMs: number): void {
    this.#write(offsetMs);
  }

  finish(): MinuteQuotes {
    const cut = (column: Int32Array): Int32Array => column.slice(0, this.#count);
    const { offsetMs, bidE4, askE4, bidSize, askSize } = this.#columns;
    return { count: this.#count, offsetMs: cut(offsetMs), bidE4: cut(bidE4), askE4: cut(askE4), bidSize: cut(bidSize), askSize: cut(askSize) };
  }

  #withBid(priceE4: number): void {
    this.#bidE4 = priceE4;
    this.#askE4 = priceAboveE4(priceE4, this.#spreadE4(priceE4));
  }

  #withAsk(priceE4: number): void {
    this.#bidE4 = priceBelowE4(priceE4, this.#spreadE4(priceE4));
    this.#askE4 = priceE4;
  }

  #spreadE4(priceE4: number): number {
    const stepE4 = tickSizeE4(priceE4);
    return Math.round((priceE4 * this.#spreadBps * (0.5 + 1.1 * this.#noise.next())) / 10_000 / stepE4) * stepE4;
  }

  #lots(): number {
    const roll = this.#noise.next();
    return Math.max(1, Math.round(this.#usualLots * (0.2 + 1.2 * roll + 3 * roll ** 8)));
  }

  #write(offsetMs: number): void {
    const at = this.#count;
    const columns = this.#columns;
    columns.offsetMs[at] = offsetMs;
    columns.bidE4[at] = this.#bidE4;
    columns.askE4[at] = this.#askE4;
    columns.bidSize[at] = this.#lots() * 100;
    columns.askSize[at] = this.#lots() * 100;
    this.#count += 1;
  }
}
