/** Bars of a random walk, the same each time: one-minute bars from a Monday morning on, around the clock. */
export interface BenchBars {
  readonly length: number;
  readonly timeMs: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

export function makeBars(length: number): BenchBars {
  const column = () => new Float64Array(length);
  const bars = {
    length,
    timeMs: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  };
  let seed = 12_345;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  let price = 400;
  for (let i = 0; i < length; i += 1) {
    const open = price;
    const close = Math.max(1, open * (1 + (random() - 0.5) * 0.002));
    bars.timeMs[i] = 1_000_000_200_000 + i * 60_000;
    bars.open[i] = open;
    bars.close[i] = close;
    bars.high[i] = Math.max(open, close) * (1 + random() * 0.0006);
    bars.low[i] = Math.min(open, close) * (1 - random() * 0.0006);
    bars.volume[i] = Math.round(1_000 + random() * 50_000);
    price = close;
  }
  return bars;
}

/** Copies, for a contender that takes its data over. */
export function copyBars(bars: BenchBars): BenchBars {
  return {
    length: bars.length,
    timeMs: bars.timeMs.slice(),
    open: bars.open.slice(),
    high: bars.high.slice(),
    low: bars.low.slice(),
    close: bars.close.slice(),
    volume: bars.volume.slice(),
  };
}

export function sma(close: Float64Array, period: number): Float64Array {
  const out = new Float64Array(close.length).fill(NaN);
  let sum = 0;
  for (let i = 0; i < close.length; i += 1) {
    sum += (close[i] ?? 0) - (i >= period ? (close[i - period] ?? 0) : 0);
    if (i >= period - 1) out[i] = sum / period;
  }
  return out;
}

export function rsi(close: Float64Array, period: number): Float64Array {
  const out = new Float64Array(close.length).fill(NaN);
  let up = 0;
  let all = 0;
  for (let i = 1; i < close.length; i += 1) {
    const change = (close[i] ?? 0) - (close[i - 1] ?? 0);
    up += (Math.max(change, 0) - up) / period;
    all += (Math.abs(change) - all) / period;
    if (i >= period) out[i] = all === 0 ? 0 : (up / all) * 100;
  }
  return out;
}

export const SMA_PERIODS = [10, 20, 50] as const;
/** Size of every contender's chart, px, and bars of its first picture. */
export const WIDTH = 1200;
export const HEIGHT = 700;
export const FIRST_BARS = 300;
