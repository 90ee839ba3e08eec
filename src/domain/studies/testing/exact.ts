/**
 * Window studies in exact arithmetic: every price is taken as the dyadic fraction that its double is, sums are integers, and only the result
 * is rounded. Slow, and right to the last bit but one however far apart the prices of a window are.
 */

/** Bits after the point. Doubles from 2^-66 (below 0.0001) on are whole numbers of this unit to their last bit. */
const UNIT_BITS = 120;
/** Further bits that a quotient or a root keeps. */
const EXTRA_BITS = 120n;

/** In units. Multiplying by a power of two is exact. */
export const exactly = (value: number): bigint => BigInt(value * 2 ** 60 * 2 ** (UNIT_BITS - 60));

const NOTHING = exactly(1e-14);

const ratio = (numerator: bigint, denominator: bigint): number =>
  Number((numerator << EXTRA_BITS) / denominator) * 2 ** -(UNIT_BITS + Number(EXTRA_BITS));

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
const weightedSum = (values: readonly bigint[]): bigint =>
  sum(values.map((value, index) => value * BigInt(index + 1)));

function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

export const exactMean = (window: readonly number[]): number =>
  ratio(sum(window.map(exactly)), BigInt(window.length));

/** Linearly weighted mean: the newest weighs most. */
export function exactWeighted(window: readonly number[]): number {
  const period = BigInt(window.length);
  return ratio(2n * weightedSum(window.map(exactly)), period * (period + 1n));
}

/** The end of the least-squares line: three times the weighted mean less twice the plain one. */
export function exactRegression(window: readonly number[]): number {
  const values = window.map(exactly);
  const period = BigInt(window.length);
  return ratio(6n * weightedSum(values) - 2n * (period + 1n) * sum(values), period * (period + 1n));
}

/** Population standard deviation. */
export function exactDeviation(window: readonly number[]): number {
  const values = window.map(exactly);
  const period = BigInt(values.length);
  const total = sum(values);
  const squares = period * sum(values.map((value) => value * value)) - total * total;
  // The root of units squared is units again; the extra bits are shifted in before it is taken.
  return ratio(squareRoot(squares << 80n), period << 40n);
}

export const inDollars = (units: bigint): number => ratio(units, 1n);

/** value = value + share * (new - value) from the mean of the first `period` values on from `start`; before it undefined. */
function exactSmoothed(
  values: readonly bigint[],
  period: number,
  [part, whole]: readonly [bigint, bigint],
  start = 0,
): (bigint | undefined)[] {
  const seedIndex = start + period - 1;
  let value = sum(values.slice(start, start + period)) / BigInt(period);
  return values.map((next, index) => {
    if (index < seedIndex) return undefined;
    if (index > seedIndex) value += ((next - value) * part) / whole;
    return value;
  });
}

export const exactEma = (values: readonly number[], period: number, start = 0): (bigint | undefined)[] =>
  exactSmoothed(values.map(exactly), period, [2n, BigInt(period + 1)], start);

/** Wilder's average, from the second bar on: the first has no bar before it. */
export const exactWilder = (values: readonly bigint[], period: number): (bigint | undefined)[] =>
  exactSmoothed(values, period, [1n, BigInt(period)], 1);

/** Wilder's sums: period - 1 values, then sum = sum - sum / period + new. */
export function exactWilderSums(values: readonly bigint[], period: number): (bigint | undefined)[] {
  let total = sum(values.slice(1, period));
  return values.map((next, index) => {
    if (index < period) return undefined;
    total += next - total / BigInt(period);
    return total;
  });
}

/** 100 * part / whole, NaN where either does not exist and 0 where the whole is nothing (below 1e-14, as TA-Lib has it). */
export function percentOf(part: bigint | undefined, whole: bigint | undefined): number {
  if (part === undefined || whole === undefined) return Number.NaN;
  return whole < NOTHING ? 0 : 100 * inDollars((part << BigInt(UNIT_BITS)) / whole);
}

/** Sum of price times size over the sum of sizes; sizes are whole numbers. */
export function exactVwap(prices: readonly number[], sizes: readonly number[]): number {
  const money = sum(prices.map((price, index) => exactly(price) * BigInt(sizes[index] ?? 0)));
  return ratio(money, sum(sizes.map(BigInt)));
}
