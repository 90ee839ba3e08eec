import type { BarColumns } from '../../../src/domain/studies/index.ts';
import type { PriceSource } from './indicator.ts';

type Mean = Exclude<PriceSource, 'close' | 'open' | 'high' | 'low'>;

/** Missing prices make the mean missing. */
const MEANS: Readonly<Record<Mean, (bars: BarColumns, index: number) => number>> = {
  hl2: ({ high, low }, i) => ((high[i] ?? NaN) + (low[i] ?? NaN)) / 2,
  hlc3: ({ high, low, close }, i) => ((high[i] ?? NaN) + (low[i] ?? NaN) + (close[i] ?? NaN)) / 3,
  ohlc4: ({ open, high, low, close }, i) =>
    ((open[i] ?? NaN) + (high[i] ?? NaN) + (low[i] ?? NaN) + (close[i] ?? NaN)) / 4,
};

/** Bars with another of their prices in the place of the close. */
export class SourceBars implements BarColumns {
  readonly #source: PriceSource;
  #bars: BarColumns;
  #means = new Float64Array(0);

  constructor(source: PriceSource, bars: BarColumns) {
    this.#source = source;
    this.#bars = bars;
    this.follow(bars, 0);
  }

  /** Bars from an index on changed or were added. */
  follow(bars: BarColumns, from: number): void {
    this.#bars = bars;
    if (!isMean(this.#source)) return;
    if (this.#means.length < bars.length) {
      const longer = new Float64Array(bars.length + (bars.length >> 2) + 64);
      longer.set(this.#means);
      this.#means = longer;
    }
    const mean = MEANS[this.#source];
    for (let i = from; i < bars.length; i += 1) this.#means[i] = mean(bars, i);
  }

  get length(): number {
    return this.#bars.length;
  }
  get timeMs(): Float64Array {
    return this.#bars.timeMs;
  }
  get open(): Float64Array {
    return this.#bars.open;
  }
  get high(): Float64Array {
    return this.#bars.high;
  }
  get low(): Float64Array {
    return this.#bars.low;
  }
  get close(): Float64Array {
    return isMean(this.#source) ? this.#means : this.#bars[this.#source];
  }
  get volume(): Float64Array {
    return this.#bars.volume;
  }
}

const isMean = (source: PriceSource): source is Mean => source in MEANS;
