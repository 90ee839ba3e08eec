import type { BarColumns } from '../../../src/domain/studies/index.ts';
import { ExtremeIndex } from './extreme-index.ts';

/** Another symbol's closes on the bars of the chart: for each bar the close of the same period, or the last one before it. */
export class Comparison {
  readonly symbol: string;
  closes = new Float64Array(0);
  length = 0;
  readonly extremes: ExtremeIndex;

  constructor(symbol: string) {
    this.symbol = symbol;
    this.extremes = new ExtremeIndex(this.closes);
  }

  /** Lines the closes up with the chart's bars again. */
  align(bars: BarColumns, other: BarColumns): void {
    this.#grow(bars.length);
    let at = 0;
    let close = Number.NaN;
    for (let i = 0; i < bars.length; i += 1) {
      while (at < other.length && (other.timeMs[at] ?? Infinity) <= (bars.timeMs[i] ?? 0)) {
        const next = other.close[at++] ?? NaN;
        if (!Number.isNaN(next)) close = next;
      }
      this.closes[i] = close;
    }
    this.length = bars.length;
    this.extremes.follow(0, this.closes);
  }

  /** The chart has `length` bars now: new ones carry the last close on, and the last one has the price that is known now (0 = none). */
  follow(length: number, price: number): void {
    const from = Math.max(0, this.length - 1);
    this.#grow(length);
    for (let i = this.length; i < length; i += 1) this.closes[i] = this.closes[i - 1] ?? Number.NaN;
    this.length = length;
    if (price > 0 && length > 0) this.closes[length - 1] = price;
    this.extremes.follow(from, this.closes);
  }

  /** Bars were put in front of the chart: nothing is known of them until they are loaded. */
  shift(added: number): void {
    const moved = new Float64Array(this.length + added + 64).fill(Number.NaN);
    moved.set(this.closes.subarray(0, this.length), added);
    this.closes = moved;
    this.length += added;
    this.extremes.follow(0, this.closes);
  }

  #grow(length: number): void {
    if (this.closes.length >= length) return;
    const longer = new Float64Array(length + (length >> 2) + 64);
    longer.set(this.closes);
    this.closes = longer;
  }

  /** The first close of a run, which is 0 % there; NaN when there is none. */
  baseOf(from: number, to: number): number {
    for (let i = from; i < to; i += 1) {
      const close = this.closes[i] ?? NaN;
      if (close > 0) return close;
    }
    return Number.NaN;
  }
}
