import type { PriceE4 } from '../../../domain/money/price.ts';
import { createLogDays, firstState, walkDays } from './daily-walk.ts';
import type { LogDays, WalkState } from './daily-walk.ts';
import type { Factors } from './factors.ts';
import { legalPriceE4 } from './legal-price.ts';
import { LruCache } from './lru-cache.ts';
import type { NumberedSession } from './session-table.ts';
import type { Listing } from './universe/listing.ts';

/** One whole day of a symbol, prices in E4. */
export interface DayBar {
  readonly openE4: PriceE4;
  readonly highE4: PriceE4;
  readonly lowE4: PriceE4;
  readonly closeE4: PriceE4;
  readonly volume: number;
}

/** A session and where the 52 weeks that end with it begin. */
export type YearOfSession = Pick<NumberedSession, 'day' | 'yearStartDay'>;

/** A day and what came before it, for a snapshot. */
export interface DayContext {
  readonly day: number;
  /** The whole day, also what of it lies in the future: never to be shown as it is. */
  readonly whole: DayBar;
  readonly previousCloseE4: PriceE4;
  readonly previousVolume: number;
  /** Extremes of the days of the 52 weeks before it. */
  readonly pastHighE4: PriceE4;
  readonly pastLowE4: PriceE4;
}

/** A span of a symbol's days, `firstDay` at place 0. */
interface Span {
  readonly firstDay: number;
  readonly days: LogDays;
  readonly end: WalkState;
  /** What turns a level of the walk into the logarithm of a price in dollars. */
  readonly shift: number;
}

interface Checkpoint {
  readonly state: WalkState;
  /** What turns a level of the walk into the logarithm of a price in dollars. */
  readonly shift: number;
}

/** No 52 weeks have more sessions before the last one. */
const MAX_YEAR_DAYS = 254;
/** No price falls below 40 cents or rises above 30,000 dollars: the walk turns back there. */
const MIN_LOG = Math.log(0.4);
const MAX_LOG = Math.log(30_000);
const WHOLE_SPANS_KEPT = 128;
const CHECKPOINT_REACH_DAYS = 900;

/**
 * Every symbol's daily bars. A walk goes forward from the first day and its level is set so that the symbol's usual price
 * comes out on the anchor day; the anchor is fixed, so later days never change earlier ones and the order of questions
 * does not matter. After a first walk a checkpoint a year back is kept, so that most questions cost a tenth of it.
 */
export class DailyHistory {
  readonly #factors: Factors;
  readonly #anchorDay: number;
  readonly #wholeSpans = new LruCache<number, Span>(WHOLE_SPANS_KEPT);
  readonly #checkpoints = new Map<number, Checkpoint>();
  readonly #contexts = new Map<number, DayContext>();
  #scratch = createLogDays(0);

  /** Days before `anchorDay` lie before the epoch for good; `anchorDay` must be above a year of days. */
  constructor(factors: Factors, anchorDay: number) {
    this.#factors = factors;
    this.#anchorDay = anchorDay;
  }

  /** The bar of a day (0 = first of history). */
  dayBar(listing: Listing, day: number): DayBar {
    const context = this.#contexts.get(listing.index);
    if (context?.day === day) return context.whole;
    return barAt(this.#wholeSpan(listing, day), day);
  }

  /** A day with its past; cheap when requested again for the same day. The session must be after the anchor. */
  context(listing: Listing, { day, yearStartDay }: YearOfSession): DayContext {
    const known = this.#contexts.get(listing.index);
    if (known?.day === day) return known;
    const context = contextAt(this.#yearSpan(listing, day), day, yearStartDay);
    this.#contexts.set(listing.index, context);
    return context;
  }

  /** Days since the first up to `day` at least, cached for the symbols queried last. */
  #wholeSpan(listing: Listing, day: number): Span {
    const known = this.#wholeSpans.get(listing.index);
    if (known !== undefined && known.end.day > day) return known;
    const toDay = Math.max(day, this.#anchorDay) + 32;
    const days = createLogDays(toDay);
    const end = walkDays(listing, this.#factors, firstState(listing), toDay, days);
    const span: Span = { firstDay: 0, days, end, shift: this.#shiftOf(listing, days) };
    this.#wholeSpans.set(listing.index, span);
    return span;
  }

  /** At least the year before a day and the day, in scratch space that the next call overwrites. */
  #yearSpan(listing: Listing, day: number): Span {
    const known = this.#wholeSpans.get(listing.index);
    if (known !== undefined && known.end.day > day) return known;
    const checkpoint = this.#checkpointFor(listing, day);
    const days = this.#scratchOf(day + 1 - checkpoint.state.day);
    const end = walkDays(listing, this.#factors, checkpoint.state, day + 1, days);
    return { firstDay: checkpoint.state.day, days, end, shift: checkpoint.shift };
  }

  #checkpointFor(listing: Listing, day: number): Checkpoint {
    const target = Math.max(0, day - MAX_YEAR_DAYS - 1);
    const known = this.#checkpoints.get(listing.index);
    if (known !== undefined && known.state.day <= target && target - known.state.day < CHECKPOINT_REACH_DAYS)
      return known;
    const days = this.#scratchOf(Math.max(target, this.#anchorDay + 1));
    const state = walkDays(listing, this.#factors, firstState(listing), target, days);
    // The anchor lies after the target in a market's first year: walk on to it, past the checkpoint.
    if (target <= this.#anchorDay)
      walkDays(listing, this.#factors, firstState(listing), this.#anchorDay + 1, days);
    const checkpoint = { state, shift: this.#shiftOf(listing, days) };
    this.#checkpoints.set(listing.index, checkpoint);
    return checkpoint;
  }

  #shiftOf(listing: Listing, daysFromFirst: LogDays): number {
    return Math.log(listing.anchorPrice) - (daysFromFirst.close[this.#anchorDay] ?? 0);
  }

  #scratchOf(length: number): LogDays {
    if (this.#scratch.open.length < length) this.#scratch = createLogDays(length + 512);
    return this.#scratch;
  }
}

function contextAt(span: Span, day: number, yearStartDay: number): DayContext {
  const { days, firstDay } = span;
  const before = barAt(span, day - 1);
  let highLog = -Infinity;
  let lowLog = Infinity;
  for (let place = Math.max(0, yearStartDay - firstDay); place < day - firstDay; place += 1) {
    highLog = Math.max(highLog, turnedBack(span, days.high[place] ?? 0));
    lowLog = Math.min(lowLog, turnedBack(span, days.low[place] ?? 0));
  }
  return {
    day,
    whole: barAt(span, day),
    previousCloseE4: before.closeE4,
    previousVolume: before.volume,
    pastHighE4: legalPriceE4(Math.exp(highLog)),
    pastLowE4: legalPriceE4(Math.exp(lowLog)),
  };
}

function barAt(span: Span, day: number): DayBar {
  const { days } = span;
  const place = day - span.firstDay;
  const price = (column: Float64Array): number =>
    legalPriceE4(Math.exp(turnedBack(span, column[place] ?? 0)));
  const openE4 = price(days.open);
  const closeE4 = price(days.close);
  const oneE4 = price(days.high);
  const otherE4 = price(days.low);
  // A level that turned back at its limit may have swapped the extremes.
  return {
    openE4,
    highE4: Math.max(openE4, closeE4, oneE4, otherE4),
    lowE4: Math.min(openE4, closeE4, oneE4, otherE4),
    closeE4,
    volume: days.volume[place] ?? 0,
  };
}

/** The logarithm of the price at a level of the walk, folded back at the limits. */
function turnedBack(span: Span, level: number): number {
  const log = level + span.shift;
  if (log >= MIN_LOG && log <= MAX_LOG) return log;
  const room = MAX_LOG - MIN_LOG;
  const folded = (((log - MIN_LOG) % (2 * room)) + 2 * room) % (2 * room);
  return MIN_LOG + (folded <= room ? folded : 2 * room - folded);
}
