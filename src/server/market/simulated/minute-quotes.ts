import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { tickSizeE4 } from '../../../domain/money/price.ts';
import { priceAboveE4, priceBelowE4 } from './legal-price.ts';
import type { MinutePrints } from './minute-prints.ts';
import type { Noise } from './noise.ts';
import type { BidAsk } from './quote-shape.ts';

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

/** A quiet symbol's quote still changes about this often. */
const QUIET_GAP_MS = 5000;
const MAX_CHANGES_PER_GAP = 5;
/** A quote moves at most this long before the print that meets it. */
const MAX_LEAD_MS = 400;
/** How often an idle quote steps back by a price step on one side, for a moment. */
const STEPS_BACK = 0.12;
/** How often a print is followed by a change of what is shown. */
const TAKEN_SHOWN = 0.25;

/**
 * Quotes around the prints: each print meets the quote it was made with, which came after the print before; between prints sizes
 * change and now and then a side steps back. The minute begins with `start` and ends with `end`, with which the next one begins.
 */
export function minuteQuotesOf(
  prints: MinutePrints,
  start: BidAsk,
  end: BidAsk | undefined,
  usualLots: number,
  noise: Noise,
): MinuteQuotes {
  const writer = new QuoteWriter(usualLots, (prints.count + 1) * (MAX_CHANGES_PER_GAP + 1) + 1, noise);
  writer.move(0, start);
  let fromMs = 0;
  for (let at = 0; at < prints.count; at += 1) {
    const printMs = prints.offsetMs[at] ?? 0;
    const met = { bidE4: prints.bidE4[at] ?? 0, askE4: prints.askE4[at] ?? 0 };
    const leadMs = Math.floor(noise.next() * Math.min(MAX_LEAD_MS, (printMs - fromMs) / 2));
    idle(writer, fromMs, printMs - leadMs, noise);
    writer.move(printMs - leadMs, met);
    if (noise.next() < TAKEN_SHOWN) writer.traded(printMs + 1, prints.offsetMs[at + 1] ?? MINUTE_MS);
    fromMs = printMs;
  }
  idle(writer, fromMs, MINUTE_MS, noise);
  if (end !== undefined && fromMs < MINUTE_MS - 2)
    writer.move(
      Math.max(
        writer.lastMs,
        MINUTE_MS - 1 - Math.floor(noise.next() * Math.min(MAX_LEAD_MS, MINUTE_MS - 2 - fromMs)),
      ),
      end,
    );
  return writer.finish();
}

/** What happens to a quote while nothing trades. */
function idle(writer: QuoteWriter, fromMs: number, toMs: number, noise: Noise): void {
  const gapMs = toMs - fromMs;
  if (gapMs < 8) return;
  const changes = Math.min(MAX_CHANGES_PER_GAP - 1, 1 + Math.floor(gapMs / QUIET_GAP_MS));
  for (let change = 0; change < changes; change += 1) {
    const changeMs = fromMs + 2 + Math.floor(((change + noise.next()) / changes) * (gapMs - 3));
    if (changeMs < writer.lastMs || changeMs >= toMs) continue;
    if (noise.next() < STEPS_BACK) writer.stepBack(changeMs);
    else writer.resized(changeMs);
  }
}

class QuoteWriter {
  readonly #noise: Noise;
  readonly #usualLots: number;
  readonly #columns: Omit<MinuteQuotes, 'count'>;
  #count = 0;
  #quote: BidAsk = { bidE4: 0, askE4: 0 };
  #bidLots = 1;
  #askLots = 1;

  constructor(usualLots: number, capacity: number, noise: Noise) {
    const column = (): Int32Array => new Int32Array(capacity);
    this.#noise = noise;
    this.#usualLots = usualLots;
    this.#columns = {
      offsetMs: column(),
      bidE4: column(),
      askE4: column(),
      bidSize: column(),
      askSize: column(),
    };
  }

  get lastMs(): number {
    return this.#columns.offsetMs[this.#count - 1] ?? 0;
  }

  /** A quote with other prices; nothing when they are the ones in force. */
  move(offsetMs: number, quote: BidAsk): void {
    const before = this.#quote;
    if (quote.bidE4 === before.bidE4 && quote.askE4 === before.askE4) return;
    if (quote.bidE4 !== before.bidE4) this.#bidLots = this.#lots();
    if (quote.askE4 !== before.askE4) this.#askLots = this.#lots();
    this.#quote = quote;
    this.#write(offsetMs);
  }

  /** A print took some of what was shown. Nothing when the next print comes at once. */
  traded(offsetMs: number, nextMs: number): void {
    if (offsetMs + 1 >= nextMs || offsetMs >= MINUTE_MS) return;
    this.resized(offsetMs);
  }

  /** The same prices with another size on one side. */
  resized(offsetMs: number): void {
    // Sizes come and go by parts, so most of what is shown stays.
    const lots = (before: number): number => Math.max(1, Math.round(0.6 * before + 0.4 * this.#lots()));
    if (this.#noise.next() < 0.5) this.#bidLots = lots(this.#bidLots);
    else this.#askLots = lots(this.#askLots);
    this.#write(offsetMs);
  }

  /** One side a price step further away. */
  stepBack(offsetMs: number): void {
    const { bidE4, askE4 } = this.#quote;
    if (this.#noise.next() < 0.5) {
      this.#quote = { bidE4: priceBelowE4(bidE4, tickSizeE4(bidE4)), askE4 };
      this.#bidLots = this.#lots();
    } else {
      this.#quote = { bidE4, askE4: priceAboveE4(askE4, tickSizeE4(askE4)) };
      this.#askLots = this.#lots();
    }
    this.#write(offsetMs);
  }

  finish(): MinuteQuotes {
    const cut = (column: Int32Array): Int32Array => column.slice(0, this.#count);
    const { offsetMs, bidE4, askE4, bidSize, askSize } = this.#columns;
    return {
      count: this.#count,
      offsetMs: cut(offsetMs),
      bidE4: cut(bidE4),
      askE4: cut(askE4),
      bidSize: cut(bidSize),
      askSize: cut(askSize),
    };
  }

  #lots(): number {
    const roll = this.#noise.next();
    return Math.max(1, Math.round(this.#usualLots * (0.2 + 1.2 * roll + 3 * roll ** 8)));
  }

  #write(offsetMs: number): void {
    const at = this.#count;
    const columns = this.#columns;
    columns.offsetMs[at] = offsetMs;
    columns.bidE4[at] = this.#quote.bidE4;
    columns.askE4[at] = this.#quote.askE4;
    columns.bidSize[at] = this.#bidLots * 100;
    columns.askSize[at] = this.#askLots * 100;
    this.#count += 1;
  }
}
