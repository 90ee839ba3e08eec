import type { BarColumns } from '../../../src/domain/studies/index.ts';

const at = (column: Float64Array, index: number): number => column[index] ?? Number.NaN;

/**
 * Heikin-Ashi bars: close is the mean of the four prices, open the middle of the body before, high and low reach around both. Follows bars as they
 * come: only bars from the last known one on are worked out.
 */
export class HeikinAshi implements BarColumns {
  length = 0;
  timeMs = new Float64Array(0);
  open = new Float64Array(0);
  high = new Float64Array(0);
  low = new Float64Array(0);
  close = new Float64Array(0);
  volume = new Float64Array(0);

  /** Works out bars from `from` on. */
  follow(bars: BarColumns, from: number): void {
    this.timeMs = bars.timeMs as Float64Array<ArrayBuffer>;
    this.volume = bars.volume as Float64Array<ArrayBuffer>;
    if (this.open.length < bars.length) this.#grow(bars.length + (bars.length >> 2) + 64);
    for (let i = Math.max(0, from); i < bars.length; i += 1) {
      const close = (at(bars.open, i) + at(bars.high, i) + at(bars.low, i) + at(bars.close, i)) / 4;
      const before = (at(this.open, i - 1) + at(this.close, i - 1)) / 2;
      const open = Number.isNaN(before) ? (at(bars.open, i) + at(bars.close, i)) / 2 : before;
      // A bar without prices has no body, and the next one starts afresh.
      this.open[i] = Number.isNaN(close) ? Number.NaN : open;
      this.close[i] = close;
      this.high[i] = Math.max(at(bars.high, i), open, close);
      this.low[i] = Math.min(at(bars.low, i), open, close);
    }
    this.length = bars.length;
  }

  #grow(room: number): void {
    for (const name of ['open', 'high', 'low', 'close'] as const) {
      const longer = new Float64Array(room);
      longer.set(this[name]);
      this[name] = longer;
    }
  }
}
