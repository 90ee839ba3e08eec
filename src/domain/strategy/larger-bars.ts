import { barStartMs } from '../bars/bar-period.ts';
import { MINUTE_MS } from '../calendar/durations.ts';
import { newYorkDate, nextSession, previousSession } from '../calendar/us-equity.ts';
import type { BarDay } from './author-views.ts';
import type { LargerSize } from './bar-size.ts';
import type { ColumnSource, LargerCursor } from './column.ts';
import type { StudySet } from './study-set.ts';

/** The columns that an author reads. */
export const PRICE_COLUMNS = ['open', 'high', 'low', 'close', 'volume'] as const;
type LargerColumn = (typeof PRICE_COLUMNS)[number] | 'timeMs';

/** A bar of the run that has ended. Times are UTC ms, prices dollars. */
export interface EndedBar {
  readonly startMs: number;
  readonly endMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** The rules of a run that larger bars follow. */
export interface LargerRules {
  /** The bars of the run are days. */
  readonly isDaily: boolean;
  readonly includeOffMarket: boolean;
}

const FIRST_CAPACITY = 64;

/**
 * Bars of a larger size, made of the bars of the run as these end. A backtest and a live run add them in the same order, and a bar is readable only once it
 * has ended, so that no strategy reads one that is still forming.
 *
 * Minutes are counted from the session's open. Bars of a day and more are made of regular sessions, also in a run that includes other hours; they end with
 * the close of their last session by the exchange calendar. A bar in whose last part nothing traded ends with the next bar of the run.
 */
export class LargerBars {
  readonly cursor: LargerCursor = { index: -1, before: -1 };
  readonly columns: Readonly<Record<LargerColumn, ColumnSource>> = {
    timeMs: newSource(),
    open: newSource(),
    high: newSource(),
    low: newSource(),
    close: newSource(),
    volume: newSource(),
  };
  readonly #size: LargerSize;
  readonly #studies: () => StudySet;
  /** Finished bars. The row after them holds the forming bar. */
  #length = 0;
  /** Start of the period of the forming bar; NaN = none is forming. */
  #formingMs = Number.NaN;
  /** From then on the forming bar has ended; Infinity = it continues after this session. */
  #endMs = Number.POSITIVE_INFINITY;
  /** The forming bar is the first, and the bars of the run begin within its period: it will not be shown. */
  #isPartial = false;
  #isFirst = true;
  /** Of bars of a day and more: what the period of the present day is. */
  #day = { midnightMs: Number.NaN, startMs: 0, isFirstSession: false, isLastSession: false };

  /** `studies` has the studies on these bars. */
  constructor(size: LargerSize, studies: () => StudySet) {
    this.#size = size;
    this.#studies = studies;
  }

  /** What can be read now is what could be read at the bar before: called once at each bar of the run, before bars are added. */
  mark(): void {
    this.cursor.before = this.cursor.index;
  }

  /** Adds a bar of the size of the run. `day` is its day. */
  add(bar: EndedBar, day: BarDay, rules: LargerRules): void {
    const { startMs, endMs } = bar;
    const periodMs = this.#periodStartMs(startMs, day);
    if (periodMs !== this.#formingMs || startMs >= this.#endMs) this.#end();
    if (this.#takes(startMs, day, rules)) {
      if (Number.isNaN(this.#formingMs)) this.#begin(periodMs, bar, day, rules);
      else this.#merge(bar);
      this.#endMs = this.#periodEndMs(periodMs, day, rules);
    }
    if (endMs >= this.#endMs) this.#end();
  }

  /** Bars of a day and more leave out what trades before and after the session. */
  #takes(startMs: number, { openMs, closeMs }: BarDay, { isDaily }: LargerRules): boolean {
    return isDaily || typeof this.#size.period === 'object' || (startMs >= openMs && startMs < closeMs);
  }

  #periodStartMs(startMs: number, day: BarDay): number {
    const { period } = this.#size;
    if (typeof period === 'object') return barStartMs(startMs, period);
    if (day.midnightMs !== this.#day.midnightMs) this.#day = this.#dayOf(day.midnightMs);
    return this.#day.startMs;
  }

  #dayOf(midnightMs: number) {
    const { period } = this.#size;
    const date = newYorkDate(midnightMs);
    const startMs = barStartMs(midnightMs, period);
    return {
      midnightMs,
      startMs,
      isFirstSession: barStartMs(previousSession(date).openMs, period) !== startMs,
      isLastSession: barStartMs(nextSession(date).openMs, period) !== startMs,
    };
  }

  #periodEndMs(periodMs: number, { closeMs }: BarDay, { includeOffMarket }: LargerRules): number {
    const { period } = this.#size;
    if (typeof period !== 'object') return this.#day.isLastSession ? closeMs : Number.POSITIVE_INFINITY;
    const endMs = periodMs + period.minutes * MINUTE_MS;
    return includeOffMarket ? endMs : Math.min(endMs, closeMs);
  }

  #begin(periodMs: number, bar: EndedBar, { openMs }: BarDay, { isDaily }: LargerRules): void {
    const { startMs } = bar;
    const isAtOpen = isDaily || startMs <= openMs;
    const isWhole =
      typeof this.#size.period === 'object'
        ? startMs === periodMs || startMs === openMs
        : isAtOpen && this.#day.isFirstSession;
    this.#isPartial = this.#isFirst && !isWhole;
    this.#isFirst = false;
    this.#formingMs = periodMs;
    if (this.#length >= this.columns.timeMs.values.length) this.#grow();
    this.columns.timeMs.values[this.#length] = periodMs;
    for (const name of PRICE_COLUMNS) this.columns[name].values[this.#length] = bar[name];
  }

  #merge({ high, low, close, volume }: EndedBar): void {
    const { columns } = this;
    const row = this.#length;
    columns.high.values[row] = Math.max(columns.high.values[row] ?? Number.NaN, high);
    columns.low.values[row] = Math.min(columns.low.values[row] ?? Number.NaN, low);
    columns.close.values[row] = close;
    columns.volume.values[row] = (columns.volume.values[row] ?? 0) + volume;
  }

  #end(): void {
    if (Number.isNaN(this.#formingMs)) return;
    this.#formingMs = Number.NaN;
    this.#endMs = Number.POSITIVE_INFINITY;
    if (this.#isPartial) return;
    this.#length += 1;
    this.cursor.index = this.#length - 1;
    const { timeMs, open, high, low, close, volume } = this.columns;
    this.#studies().follow({
      length: this.#length,
      timeMs: timeMs.values,
      open: open.values,
      high: high.values,
      low: low.values,
      close: close.values,
      volume: volume.values,
    });
  }

  #grow(): void {
    for (const source of Object.values(this.columns)) {
      const longer = new Float64Array(Math.max(FIRST_CAPACITY, 2 * source.values.length));
      longer.set(source.values);
      source.values = longer;
    }
  }
}

function newSource(): ColumnSource {
  return { values: new Float64Array(0) };
}
