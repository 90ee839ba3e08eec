import { gainAt, horizonMs, slopeAbove, type PricedSpread } from './payoff.ts';

/** What a spread can gain and lose at its nearest expiration, dollars of one unit. */
export interface SpreadProfile {
  /** Prices of the underlying without gain or loss, ascending. */
  readonly breakEvens: readonly number[];
  /** 0 = none; null = unlimited. */
  readonly maxGain: number | null;
  /** A positive amount; 0 = none; null = unlimited. */
  readonly maxLoss: number | null;
}

/** Gains smaller than this (dollars of one unit) are rounding errors. */
const ZERO_GAIN = 1e-7;
const SAMPLES = 160;
/** Samples of a spread with later legs reach from a fraction of the lowest to a multiple of the highest price involved. */
const SAMPLE_REACH = 8;
/** Beyond this multiple of the highest price involved an option is worth what exercising brings. */
const FAR_MULTIPLE = 1_000;
const BISECTIONS = 80;
const SECTIONS = 60;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

interface Sample {
  readonly price: number;
  readonly gain: number;
}

/**
 * Break-evens, largest gain and largest loss at the nearest expiration. Exact when all options expire then; with later ones, whose
 * value is the model's, by search. Null when the model lacks the volatility of a later leg, and without legs.
 */
export function profileOf(spread: PricedSpread): SpreadProfile | null {
  const atMs = horizonMs(spread);
  if (spread.legs.length === 0) return null;
  const gain = (price: number): number | null => gainAt(spread, price, atMs);
  if (gain(spread.market.spot) === null) return null;
  const gainOr0 = (price: number): number => gain(price) ?? 0;
  const samples = isLinear(spread, atMs) ? cornersOf(spread, gainOr0) : searchedSamples(spread, gainOr0);
  const slope = slopeAbove(spread.legs);
  const gains = samples.map((sample) => sample.gain);
  return {
    breakEvens: isLinear(spread, atMs)
      ? linearBreakEvens(samples, slope)
      : searchedBreakEvens(samples, gainOr0),
    maxGain: slope > 0 ? null : Math.max(0, ...gains),
    maxLoss: slope < 0 ? null : Math.max(0, ...gains.map((each) => -each)),
  };
}

const isLinear = ({ legs }: PricedSpread, atMs: number): boolean =>
  legs.every(({ kind, expirationMs }) => kind === 'stock' || expirationMs <= atMs);

const isZero = (gain: number): boolean => Math.abs(gain) < ZERO_GAIN;

/** Ascending and each once. */
function ordered(prices: readonly number[]): number[] {
  return [...new Set(prices)].sort((first, second) => first - second);
}

const strikesOf = ({ legs }: PricedSpread): number[] =>
  legs.filter(({ kind }) => kind !== 'stock').map(({ strike }) => strike);

/** The gains at 0 and at each strike: between them the payoff is a straight line. */
function cornersOf(spread: PricedSpread, gain: (price: number) => number): readonly Sample[] {
  return ordered([0, ...strikesOf(spread)]).map((price) => ({ price, gain: gain(price) }));
}

/** Zeros of a chain of straight lines that continues with `slope` after its last corner. Of a line at zero only its ends count. */
function linearBreakEvens(corners: readonly Sample[], slope: number): number[] {
  const found: number[] = [];
  corners.forEach((corner, index) => {
    const next = corners[index + 1];
    if (isZero(corner.gain)) {
      const isFlatBefore = index === 0 || isZero(corners[index - 1]?.gain ?? 0);
      const isFlatAfter = next === undefined ? slope === 0 : isZero(next.gain);
      if (!(isFlatBefore && isFlatAfter)) found.push(corner.price);
      return;
    }
    if (next === undefined) {
      if (slope !== 0 && corner.gain > 0 !== slope > 0) found.push(corner.price - corner.gain / slope);
      return;
    }
    if (isZero(next.gain) || corner.gain > 0 === next.gain > 0) return;
    const part = corner.gain / (corner.gain - next.gain);
    found.push(corner.price + part * (next.price - corner.price));
  });
  // The underlying cannot fall to a break-even at 0.
  return ordered(found.filter((price) => price > 0));
}

/** Samples close enough to each other that a sign change between two of them is one break-even, with the extremes among them. */
function searchedSamples(spread: PricedSpread, gain: (price: number) => number): readonly Sample[] {
  const involved = [...strikesOf(spread), spread.market.spot].filter((price) => price > 0);
  const low = Math.min(...involved) / SAMPLE_REACH;
  const high = Math.max(...involved) * SAMPLE_REACH;
  const step = Math.log(high / low) / (SAMPLES - 1);
  const grid = Array.from({ length: SAMPLES }, (_, index) => low * Math.exp(step * index));
  const samples = ordered([0, ...grid, ...involved, high * FAR_MULTIPLE]).map((price) => ({
    price,
    gain: gain(price),
  }));
  const extremes = [highestNear(samples, gain, 1), highestNear(samples, gain, -1)];
  return [...samples, ...extremes].sort((first, second) => first.price - second.price);
}

/** The highest point (`sign` -1: the lowest) by golden section around the best sample. */
function highestNear(samples: readonly Sample[], gain: (price: number) => number, sign: 1 | -1): Sample {
  let best = 0;
  samples.forEach((sample, index) => {
    if (sign * sample.gain > sign * (samples[best]?.gain ?? 0)) best = index;
  });
  const centre = samples[best] ?? { price: 0, gain: gain(0) };
  let low = samples[best - 1]?.price ?? centre.price;
  let high = samples[best + 1]?.price ?? centre.price;
  for (let count = 0; count < SECTIONS && high - low > Number.EPSILON * high; count += 1) {
    const lower = high - GOLDEN * (high - low);
    const upper = low + GOLDEN * (high - low);
    if (sign * gain(lower) > sign * gain(upper)) high = upper;
    else low = lower;
  }
  const price = (low + high) / 2;
  const found = { price, gain: gain(price) };
  return sign * found.gain > sign * centre.gain ? found : centre;
}

function searchedBreakEvens(samples: readonly Sample[], gain: (price: number) => number): number[] {
  const found: number[] = [];
  samples.forEach((sample, index) => {
    const next = samples[index + 1];
    if (isZero(sample.gain)) {
      const isFlat = isZero(samples[index - 1]?.gain ?? 0) && isZero(next?.gain ?? 0);
      if (!isFlat) found.push(sample.price);
    } else if (next !== undefined && !isZero(next.gain) && sample.gain > 0 !== next.gain > 0)
      found.push(zeroBetween(sample.price, next.price, gain));
  });
  return ordered(found.filter((price) => price > 0));
}

/** The price at which the gain changes its sign, by bisection. */
function zeroBetween(from: number, to: number, gain: (price: number) => number): number {
  const isPositive = gain(from) > 0;
  let low = from;
  let high = to;
  for (let count = 0; count < BISECTIONS; count += 1) {
    const middle = (low + high) / 2;
    if (gain(middle) > 0 === isPositive) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
