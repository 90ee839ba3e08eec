import type { BarColumns } from '../columns.ts';

/**
 * The same studies once more, written as the books write them: a plain loop over the window for every bar, plain arrays, nothing shared with the kernels. Slow, and
 * easy to check by eye. A value that does not exist is NaN.
 */
type Numbers = readonly number[];

export const list = (column: Float64Array, bars: BarColumns): number[] => [
  ...column.subarray(0, bars.length),
];
const none = Number.NaN;
const sum = (values: Numbers): number => values.reduce((total, value) => total + value, 0);
const get = (values: Numbers, i: number): number => values[i] ?? none;

/** `work` of the window that ends at each bar. */
function windows(values: Numbers, period: number, work: (window: Numbers) => number): number[] {
  return values.map((_, i) => (i < period - 1 ? none : work(values.slice(i - period + 1, i + 1))));
}

export const plainMean = (values: Numbers, period: number): number[] =>
  windows(values, period, (window) => sum(window) / period);
export const plainHighest = (values: Numbers, period: number): number[] =>
  windows(values, period, (window) => Math.max(...window));
export const plainLowest = (values: Numbers, period: number): number[] =>
  windows(values, period, (window) => Math.min(...window));
export const plainWeighted = (values: Numbers, period: number): number[] =>
  windows(
    values,
    period,
    (window) => sum(window.map((value, i) => value * (i + 1))) / sum(window.map((_, i) => i + 1)),
  );

export function plainDeviation(values: Numbers, period: number): number[] {
  return windows(values, period, (window) => {
    const mean = sum(window) / period;
    return Math.sqrt(sum(window.map((value) => (value - mean) ** 2)) / period);
  });
}

/** The end of the least-squares line, by the textbook: slope from the distances to the means. */
export function plainRegression(values: Numbers, period: number): number[] {
  return windows(values, period, (window) => {
    const meanX = (period - 1) / 2;
    const meanY = sum(window) / period;
    const spread = sum(window.map((_, x) => (x - meanX) ** 2));
    const slope = spread === 0 ? 0 : sum(window.map((y, x) => (x - meanX) * (y - meanY))) / spread;
    return meanY + slope * (period - 1 - meanX);
  });
}

/** value = value + share * (new - value), from the mean of the first `period` values on from `start`. */
function plainSmoothed(values: Numbers, period: number, share: number, start = 0): number[] {
  const result = values.map(() => none);
  const seedIndex = start + period - 1;
  let value = sum(values.slice(start, start + period)) / period;
  for (let i = seedIndex; i < values.length; i += 1) {
    if (i > seedIndex) value += share * (get(values, i) - value);
    result[i] = value;
  }
  return result;
}

export const plainEma = (values: Numbers, period: number, start = 0): number[] =>
  plainSmoothed(values, period, 2 / (period + 1), start);

function plainTrueRange(bars: BarColumns): number[] {
  const [high, low, close] = [list(bars.high, bars), list(bars.low, bars), list(bars.close, bars)];
  return high.map((top, i) =>
    i === 0
      ? none
      : Math.max(
          top - get(low, i),
          Math.abs(top - get(close, i - 1)),
          Math.abs(get(low, i) - get(close, i - 1)),
        ),
  );
}

export const plainAtr = (bars: BarColumns, period: number): number[] =>
  plainSmoothed(plainTrueRange(bars), period, 1 / period, 1);

export function plainRsi(close: Numbers, period: number): number[] {
  const changes = close.map((price, i) => price - get(close, i - 1));
  const rises = plainSmoothed(
    changes.map((change) => Math.max(change, 0)),
    period,
    1 / period,
    1,
  );
  const falls = plainSmoothed(
    changes.map((change) => Math.max(-change, 0)),
    period,
    1 / period,
    1,
  );
  return rises.map((rise, i) => {
    const fall = get(falls, i);
    return rise + fall === 0 ? 0 : 100 - 100 / (1 + rise / fall);
  });
}

export function plainObv(close: Numbers, volume: Numbers): number[] {
  const result: number[] = [];
  close.forEach((price, i) => {
    const before = get(close, i - 1);
    const total = result[i - 1] ?? 0;
    if (i === 0) result.push(get(volume, 0));
    else if (price > before) result.push(total + get(volume, i));
    else if (price < before) result.push(total - get(volume, i));
    else result.push(total);
  });
  return result;
}

export function plainStochastic(
  bars: BarColumns,
  period: number,
  k: number,
  d: number,
): [number[], number[]] {
  const highest = plainHighest(list(bars.high, bars), period);
  const lowest = plainLowest(list(bars.low, bars), period);
  const raw = list(bars.close, bars).map((price, i) => {
    const range = get(highest, i) - get(lowest, i);
    return range === 0 ? 0 : (100 * (price - get(lowest, i))) / range;
  });
  const percentK = plainMean(raw, k);
  return [percentK, plainMean(percentK, d)];
}

/** Wilder's parabolic, with a record of the position; the first side as TA-Lib picks it. */
export function plainSar(bars: BarColumns, first: number, step: number, max: number): number[] {
  const [high, low] = [list(bars.high, bars), list(bars.low, bars)];
  const result = high.map(() => none);
  if (high.length < 2) return result;
  const fall = get(low, 0) - get(low, 1);
  const rise = get(high, 1) - get(high, 0);
  const short = fall > 0 && fall > rise;
  let position = short
    ? { isLong: false, stop: get(high, 0), extreme: get(low, 1), speed: first }
    : { isLong: true, stop: get(low, 0), extreme: get(high, 1), speed: first };
  for (let i = 1; i < high.length; i += 1) {
    const lastTwo = i === 1 ? [1] : [i - 1, i];
    const ceiling = Math.max(...lastTwo.map((j) => get(high, j)));
    const floor = Math.min(...lastTwo.map((j) => get(low, j)));
    const { isLong, stop, extreme, speed } = position;
    if (isLong && get(low, i) <= stop)
      position = { isLong: false, stop: Math.max(extreme, ceiling), extreme: get(low, i), speed: first };
    else if (!isLong && get(high, i) >= stop)
      position = { isLong: true, stop: Math.min(extreme, floor), extreme: get(high, i), speed: first };
    else if (isLong && get(high, i) > extreme)
      position = { isLong, stop, extreme: get(high, i), speed: Math.min(speed + step, max) };
    else if (!isLong && get(low, i) < extreme)
      position = { isLong, stop, extreme: get(low, i), speed: Math.min(speed + step, max) };
    result[i] = position.stop;
    const next = position.stop + position.speed * (position.extreme - position.stop);
    position = { ...position, stop: position.isLong ? Math.min(next, floor) : Math.max(next, ceiling) };
  }
  return result;
}

export function plainMacd(
  close: Numbers,
  fast: number,
  slow: number,
  signal: number,
): { line: number[]; signal: number[] } {
  const fastMean = plainEma(close, fast, slow - fast);
  const slowMean = plainEma(close, slow);
  const line = fastMean.map((value, i) => (i < slow - 1 ? none : value - get(slowMean, i)));
  return { line, signal: plainEma(line, signal, slow - 1) };
}

/** ADX by Wilder's worksheets, as columns: directional movement, sums, DI, DX, ADX. */
export function plainAdx(
  bars: BarColumns,
  period: number,
): { adx: number[]; plusDi: number[]; minusDi: number[] } {
  const [high, low] = [list(bars.high, bars), list(bars.low, bars)];
  const rise = high.map((top, i) => top - get(high, i - 1));
  const fall = low.map((bottom, i) => get(low, i - 1) - bottom);
  const plus = wilderSums(
    rise.map((value, i) => (value > get(fall, i) && value > 0 ? value : 0)),
    period,
  );
  const minus = wilderSums(
    fall.map((value, i) => (value > get(rise, i) && value > 0 ? value : 0)),
    period,
  );
  const ranges = wilderSums(plainTrueRange(bars), period);
  const plusDi = plus.map((value, i) => (100 * value) / get(ranges, i));
  const minusDi = minus.map((value, i) => (100 * value) / get(ranges, i));
  const dx = plusDi.map((value, i) => (100 * Math.abs(value - get(minusDi, i))) / (value + get(minusDi, i)));
  return { adx: plainSmoothed(dx, period, 1 / period, period), plusDi, minusDi };
}

function wilderSums(values: Numbers, period: number): number[] {
  const result = values.map(() => none);
  let total = sum(values.slice(1, period));
  for (let i = period; i < values.length; i += 1) {
    total = total - total / period + get(values, i);
    result[i] = total;
  }
  return result;
}

/** VWAP over the bars of the same key, from the key's first bar on. */
export function plainVwap(bars: BarColumns, keyOf: (timeMs: number) => string | null): number[] {
  const typical = list(bars.high, bars).map(
    (top, i) => (top + (bars.low[i] ?? none) + (bars.close[i] ?? none)) / 3,
  );
  const keys = list(bars.timeMs, bars).map(keyOf);
  return typical.map((_, i) => {
    const key = keys[i];
    if (key === null || key === undefined) return none;
    const first = keys.indexOf(key);
    const span = typical
      .slice(first, i + 1)
      .map((price, j) => ({ price, size: bars.volume[first + j] ?? none }));
    const shares = sum(span.map(({ size }) => size));
    return shares === 0 ? none : sum(span.map(({ price, size }) => price * size)) / shares;
  });
}
