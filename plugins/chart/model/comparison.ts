import type { BarColumns } from '../../../src/domain/studies/index.ts';
import { ExtremeIndex } from './extreme-index.ts';

/** Another symbol's closes on the bars of the chart: for each bar the close of the same period, or the last one before it. */
export class Comparison {
  readonly symbol: string;
  closes = new Float64Array(0);
  readonly extremes: ExtremeIndex;

  constructor(symbol: string) {
    this.symbol = symbol;
    this.extremes = new ExtremeIndex(this.closes);
  }

  /** Lines the closes up with the chart's bars anew. */
  align(bars: BarColumns, other: BarColumns): void {
    if (this.closes.length < bars.length) this.closes = new Float64Array(bars.length + (bars.length >> 2) + 64);
    let at = 0;
    let close = Number.NaN;
    for (let i = 0; i < bars.length; i += 1) {
      while (at < other.length && (other.timeMs[at] ?? Infinity) <= (bars.timeMs[i] ?? 0)) {
        const next = other.close[at++] ?? NaN;
        if (!Number.isNaN(next)) close = next;
      }
      this.closes[i] = close;
    }
    this.extremes.follow(0, this.closes);
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
