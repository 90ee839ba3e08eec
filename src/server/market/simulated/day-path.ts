import type { PriceE4 } from '../../../domain/money/price.ts';
import type { Noise } from './noise.ts';

/** The four prices of a day, in E4, whole or not. */
export interface DayPrices {
  readonly openE4: PriceE4;
  readonly highE4: PriceE4;
  readonly lowE4: PriceE4;
  readonly closeE4: PriceE4;
}

/** Minutes in which a day first reaches its extremes, 0-based. */
export interface Turns {
  readonly highMinute: number;
  readonly lowMinute: number;
}

/** The course of the whole market within a day, which each symbol follows as far as it depends on the market. */
export interface MarketCourse {
  /** One a minute, mean 0 and variance 1. */
  readonly shocks: Float32Array;
  /** The same for the two dimensions in which a walk keeps off a limit. */
  readonly sides: readonly [Float32Array, Float32Array];
  /** Logarithm of how lively each minute is. */
  readonly liveliness: Float32Array;
  readonly turns: Turns;
  /** How far the day walks for the range it covers: mean 0 and variance 1. */
  readonly choppiness: number;
}

/** Minutes over which liveliness stays as it is. */
export const LIVELY_MINUTES = 5;
/** How much of it lasts into the next ones, and its shock. */
const LIVELY_MEMORY = 0.85;
const LIVELY_SHOCK = 0.38;
/** How much the time of a way differs from what it needs on average (standard deviation of its logarithm). */
const TIME_SPREAD = 0.6;
/** The least part of a day that a way takes, for its logarithm. */
const MIN_TIME = 1e-3;
/** By how much (in logarithms) the market's moments may fit worse and still be taken by a symbol that is nothing but the market. */
const MARKET_PULL = 5;

const curves = new Map<number, Float64Array>();

/** Variance of each minute of a day of `minutes`, the calm middle about 1: high after the open, a little up into the close. */
export function varianceCurve(minutes: number): Float64Array {
  const known = curves.get(minutes);
  if (known !== undefined) return known;
  const curve = Float64Array.from({ length: minutes }, (_, minute) => {
    const toClose = minutes - 1 - minute;
    return (
      0.9 +
      6 * Math.exp(-minute / 8) +
      2 * Math.exp(-minute / 40) +
      1.2 * Math.exp(-toClose / 7) +
      0.8 * Math.exp(-toClose / 30)
    );
  });
  curves.set(minutes, curve);
  return curve;
}

/** Fills `out` with the logarithm of the liveliness of each minute: it wanders, so that restless minutes come together. */
export function fillLiveliness(out: Float32Array | Float64Array, minutes: number, noise: Noise): void {
  let level = 0.72 * noise.bell();
  for (let minute = 0; minute < minutes; minute += 1) {
    if (minute > 0 && minute % LIVELY_MINUTES === 0)
      level = LIVELY_MEMORY * level + LIVELY_SHOCK * noise.bell();
    out[minute] = level;
  }
}

/**
 * Variance of the walk that made a day, in squared E4, from its four prices. A wide day that ends where it began walked more
 * than one that only rose (Garman and Klass).
 */
export function walkVarianceOf({ openE4, highE4, lowE4, closeE4 }: DayPrices): number {
  const range = Math.max(1, highE4 - lowE4);
  return Math.max(0.5 * range ** 2 - 0.386 * (closeE4 - openE4) ** 2, 0.12 * range ** 2);
}

/**
 * When a day reaches its extremes: a random walk between two limits takes, for a way to one of them, a time that follows from
 * where it stands between them; so do the way to the first extreme, from there to the other, and (looked at from its end) the
 * way to the close. `elapsed` is the part of the day's variance before each minute. `market` are the market's moments and
 * how much (0..1) the symbol is the market.
 */
export function drawTurns(
  whole: DayPrices,
  elapsed: Float64Array,
  minutes: number,
  noise: Noise,
  market?: { readonly turns: Turns; readonly share: number },
): Turns {
  const deviation = Math.sqrt(walkVarianceOf(whole));
  const { openE4, highE4, lowE4, closeE4 } = whole;
  const way = (startE4: PriceE4, endE4: PriceE4): number => Math.abs(endE4 - startE4) / deviation;
  const range = way(highE4, lowE4);
  const highFirst: Ways = [way(openE4, highE4), range, way(lowE4, closeE4)];
  const lowFirst: Ways = [way(openE4, lowE4), range, way(highE4, closeE4)];
  const oddsOf = (ways: Ways): number => {
    const total = ways[0] + ways[1] + ways[2];
    return total * Math.exp(-(total ** 2) / 2);
  };
  const isHighFirst = noise.next() * (oddsOf(highFirst) + oddsOf(lowFirst)) < oddsOf(highFirst);
  const ways = isHighFirst ? highFirst : lowFirst;
  const times = drawTimes(ways, noise);
  if (market !== undefined && market.turns.highMinute !== market.turns.lowMinute) {
    const { highMinute, lowMinute } = market.turns;
    const first = elapsed[Math.min(highMinute, lowMinute)] ?? 0;
    const second = elapsed[Math.max(highMinute, lowMinute)] ?? 1;
    const fit = fitOf(highMinute < lowMinute ? highFirst : lowFirst, [first, second - first, 1 - second]);
    if (fit + MARKET_PULL * market.share > fitOf(ways, times)) return market.turns;
  }
  const first = minuteAt(elapsed, minutes, times[0]);
  const second = Math.max(minuteAt(elapsed, minutes, times[0] + times[1]), Math.min(minutes - 1, first + 1));
  const turns: [number, number] = [first === second ? first - 1 : first, second];
  return isHighFirst
    ? { highMinute: turns[0], lowMinute: turns[1] }
    : { highMinute: turns[1], lowMinute: turns[0] };
}

type Ways = readonly [number, number, number];

/** What three ways take on average, as parts of a day: a way of `d` between limits `R` apart takes (2dR - d²) / 3, in proportion. */
function usualTimes([first, range, last]: Ways): Ways {
  const time = (distance: number): number => 2 * distance * range - distance ** 2;
  const total = time(first) + range ** 2 + time(last);
  return total === 0 ? [0, 1, 0] : [time(first) / total, range ** 2 / total, time(last) / total];
}

function drawTimes(ways: Ways, noise: Noise): Ways {
  const usual = usualTimes(ways);
  const first = usual[0] * Math.exp(TIME_SPREAD * noise.bell());
  const second = usual[1] * Math.exp(TIME_SPREAD * noise.bell());
  const third = usual[2] * Math.exp(TIME_SPREAD * noise.bell());
  const total = first + second + third;
  return [first / total, second / total, third / total];
}

/** Logarithm of how likely three ways take three times, but for a constant. */
function fitOf(ways: Ways, times: Ways): number {
  const usual = usualTimes(ways);
  const missOf = (leg: 0 | 1 | 2): number =>
    Math.log(Math.max(MIN_TIME, times[leg]) / Math.max(MIN_TIME, usual[leg])) / TIME_SPREAD;
  return -(missOf(0) ** 2 + missOf(1) ** 2 + missOf(2) ** 2) / 2;
}

/** The minute in which a part of the day's variance has passed. */
function minuteAt(elapsed: Float64Array, minutes: number, part: number): number {
  let low = 0;
  let high = minutes - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((elapsed[middle] ?? 1) <= part) low = middle;
    else high = middle - 1;
  }
  return low;
}
