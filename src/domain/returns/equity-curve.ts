import { assert } from '../assert/assert.ts';
import type { MoneyE4, PriceE4 } from '../money/price.ts';

/** Buckets of a curve; when all are used, each two neighbours become one. */
const MAX_BUCKETS = 600;
/** Of each bucket its lowest, highest and last mark, and of the whole curve its start, the peak and the trough of the largest drawdown. */
export const MAX_EQUITY_POINTS = MAX_BUCKETS * 3 + 3;
/** Numbers before the points of a packed curve. */
const HEADER = 5;

/** Net profit of a run at a moment: exchange time, UTC ms. */
export interface EquityPoint {
  readonly timeMs: number;
  readonly valueE4: MoneyE4;
}

/** Figures over every mark of a run, however few points of it are kept. Profit before the first mark is 0. */
export interface EquityFigures {
  readonly endE4: MoneyE4;
  readonly peakE4: MoneyE4;
  readonly troughE4: MoneyE4;
  /** Largest fall from a peak to a later low; 0 or more. */
  readonly drawdownE4: MoneyE4;
}

/** The curve of a run as it is sent and drawn: figures of all marks, and points that contain each extreme of them. */
export interface Equity extends EquityFigures {
  /** Price of the last mark, 0 when none was known. */
  readonly lastPriceE4: PriceE4;
  /** Ascending in time. */
  readonly points: readonly EquityPoint[];
}

interface Mark extends EquityPoint {
  readonly index: number;
}
interface Bucket {
  low: Mark;
  high: Mark;
  last: Mark;
}

/**
 * Net profit of a run marked to market, in bounded memory. Peak, trough, drawdown and end of the kept points are exactly those of all
 * marks: a bucket keeps its lowest, highest and last mark, and the peak and the trough of the largest drawdown are kept beside them,
 * because both may fall into one bucket.
 */
export class EquityCurve {
  readonly #start: Mark;
  #buckets: Bucket[] = [];
  #marksPerBucket = 1;
  #count = 0;
  #last: Mark;
  #peak: Mark;
  #trough: Mark;
  #fallFrom: Mark;
  #fallTo: Mark;

  constructor(startMs: number) {
    this.#start = { index: 0, timeMs: startMs, valueE4: 0 };
    this.#last = this.#start;
    this.#peak = this.#start;
    this.#trough = this.#start;
    this.#fallFrom = this.#start;
    this.#fallTo = this.#start;
  }

  mark(timeMs: number, valueE4: MoneyE4): void {
    const mark: Mark = { index: this.#count + 1, timeMs, valueE4 };
    this.#add(mark);
    this.#last = mark;
    if (valueE4 > this.#peak.valueE4) this.#peak = mark;
    if (valueE4 < this.#trough.valueE4) this.#trough = mark;
    if (this.#peak.valueE4 - valueE4 > this.#fallFrom.valueE4 - this.#fallTo.valueE4) {
      this.#fallFrom = this.#peak;
      this.#fallTo = mark;
    }
  }

  get figures(): EquityFigures {
    return {
      endE4: this.#last.valueE4,
      peakE4: this.#peak.valueE4,
      troughE4: this.#trough.valueE4,
      drawdownE4: this.#fallFrom.valueE4 - this.#fallTo.valueE4,
    };
  }

  points(): EquityPoint[] {
    const marks = new Map<number, Mark>();
    const kept = [this.#start, this.#fallFrom, this.#fallTo];
    for (const { low, high, last } of this.#buckets) kept.push(low, high, last);
    for (const mark of kept) marks.set(mark.index, mark);
    return [...marks.values()]
      .sort((left, right) => left.index - right.index)
      .filter(({ valueE4 }, at, all) => all[at - 1]?.valueE4 !== valueE4 || all[at + 1]?.valueE4 !== valueE4)
      .map(({ timeMs, valueE4 }) => ({ timeMs, valueE4 }));
  }

  #add(mark: Mark): void {
    const at = Math.floor(this.#count / this.#marksPerBucket);
    this.#count += 1;
    const bucket = this.#buckets[at];
    if (bucket === undefined) {
      if (at >= MAX_BUCKETS) {
        this.#halve();
        this.#count -= 1;
        return this.#add(mark);
      }
      this.#buckets.push({ low: mark, high: mark, last: mark });
      return;
    }
    if (mark.valueE4 < bucket.low.valueE4) bucket.low = mark;
    if (mark.valueE4 > bucket.high.valueE4) bucket.high = mark;
    bucket.last = mark;
  }

  #halve(): void {
    const merged: Bucket[] = [];
    for (let at = 0; at < this.#buckets.length; at += 2) {
      const [first, second] = [this.#buckets[at], this.#buckets[at + 1]];
      if (first === undefined) break;
      merged.push(
        second === undefined
          ? first
          : {
              low: second.low.valueE4 < first.low.valueE4 ? second.low : first.low,
              high: second.high.valueE4 > first.high.valueE4 ? second.high : first.high,
              last: second.last,
            },
      );
    }
    this.#buckets = merged;
    this.#marksPerBucket *= 2;
  }
}

/** A curve as plain numbers, which an isolate can send. */
export function packEquity(curve: EquityCurve, lastPriceE4: PriceE4): Float64Array {
  const points = curve.points();
  const { endE4, peakE4, troughE4, drawdownE4 } = curve.figures;
  const packed = new Float64Array(HEADER + points.length * 2);
  packed.set([endE4, peakE4, troughE4, drawdownE4, lastPriceE4]);
  points.forEach(({ timeMs, valueE4 }, at) => {
    packed[HEADER + at * 2] = timeMs;
    packed[HEADER + at * 2 + 1] = valueE4;
  });
  return packed;
}

/** Reads a packed curve; null when the numbers are not a valid one. */
export function readEquity(packed: Float64Array): Equity | null {
  const count = (packed.length - HEADER) / 2;
  if (!Number.isInteger(count) || count < 1 || count > MAX_EQUITY_POINTS) return null;
  if (!packed.every((value) => Number.isSafeInteger(value))) return null;
  const number = (at: number): number => packed[at] ?? 0;
  if (number(3) < 0 || number(4) < 0) return null;
  return {
    endE4: number(0),
    peakE4: number(1),
    troughE4: number(2),
    drawdownE4: number(3),
    lastPriceE4: number(4),
    points: Array.from({ length: count }, (_, at) => ({
      timeMs: number(HEADER + at * 2),
      valueE4: number(HEADER + at * 2 + 1),
    })),
  };
}

/** A curve that continues after the kept points of an earlier part of the run. */
export function continueEquity(points: readonly EquityPoint[]): EquityCurve {
  const [start, ...rest] = points;
  assert(start !== undefined, 'a curve has a start');
  const curve = new EquityCurve(start.timeMs);
  for (const { timeMs, valueE4 } of rest) curve.mark(timeMs, valueE4);
  return curve;
}
