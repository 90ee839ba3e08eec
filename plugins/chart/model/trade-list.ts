import type { BarColumns } from '../../../src/domain/studies/index.ts';
import { ExtremeIndex } from './extreme-index.ts';

/** An execution. `netPnl`: profit of everything closed so far, fees taken off, dollars. */
export interface Trade {
  readonly timeMs: number;
  readonly side: 'Buy' | 'Sell' | 'Short';
  readonly price: number;
  readonly quantity: number;
  readonly netPnl: number;
}

export interface TradeListOptions {
  /** The user's own executions, or those that a strategy made or would have made. */
  readonly isOwn: boolean;
  readonly title: string;
  readonly hasMarks: boolean;
  readonly hasProfit: boolean;
}

/** Executions on the bars of a chart: where their marks are, and the net P&L that each bar ended with. */
export class TradeList {
  readonly isOwn: boolean;
  readonly title: string;
  readonly hasMarks: boolean;
  readonly hasProfit: boolean;
  /** Oldest first. */
  readonly trades: readonly Trade[];
  /** Net P&L at the end of each bar; 0 before the first execution. */
  profit = new Float64Array(0);
  length = 0;
  readonly extremes = new ExtremeIndex(this.profit);

  constructor(trades: readonly Trade[], { isOwn, title, hasMarks, hasProfit }: TradeListOptions) {
    this.trades = trades;
    this.isOwn = isOwn;
    this.title = title;
    this.hasMarks = hasMarks;
    this.hasProfit = hasProfit;
  }

  /** Bars from `from` on are new or others. Executions after the last bar's start count in it. */
  follow(bars: BarColumns, from: number): void {
    if (!this.hasProfit) return;
    const start = Math.max(0, Math.min(from, this.length));
    if (this.profit.length < bars.length) {
      const longer = new Float64Array(bars.length + (bars.length >> 2) + 64);
      longer.set(this.profit.subarray(0, start));
      this.profit = longer;
    }
    let at = start === 0 ? 0 : this.indexFrom(bars.timeMs[start] ?? Infinity);
    for (let i = start; i < bars.length; i += 1) {
      const endMs = i + 1 < bars.length ? (bars.timeMs[i + 1] ?? Infinity) : Infinity;
      while (at < this.trades.length && (this.trades[at]?.timeMs ?? Infinity) < endMs) at += 1;
      this.profit[i] = this.trades[at - 1]?.netPnl ?? 0;
    }
    this.length = bars.length;
    this.extremes.follow(start, this.profit);
  }

  /** The first execution at or after a moment; their number if there is none. */
  indexFrom(timeMs: number): number {
    let low = 0;
    let high = this.trades.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.trades[middle]?.timeMs ?? 0) < timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The executions of one bar. */
  tradesOf(bars: BarColumns, index: number): readonly Trade[] {
    if (index < 0 || index >= bars.length) return [];
    const endMs = index + 1 < bars.length ? (bars.timeMs[index + 1] ?? Infinity) : Infinity;
    return this.trades.slice(this.indexFrom(bars.timeMs[index] ?? 0), this.indexFrom(endMs));
  }
}
