import { tickSizeE4, type PriceE4 } from '../../../domain/money/price.ts';
import type { DayBar } from './daily-history.ts';
import { drawTurns, fillLiveliness, LIVELY_MINUTES, varianceCurve, walkVarianceOf } from './day-path.ts';
import type { MarketCourse, Turns } from './day-path.ts';
import { isHaltedMinute } from './halts.ts';
import type { Halt } from './halts.ts';
import { legalPriceE4 } from './legal-price.ts';
import { mix32, Noise } from './noise.ts';
import { usualSpreadE4 } from './quote-shape.ts';
import type { Listing } from './universe/listing.ts';

/** A whole day in minutes, in columns; prices in E4. Together they are exactly the daily bar. A minute without volume was halted: its prices are the close before it. */
export interface MinuteBars {
  readonly openE4: Int32Array;
  readonly highE4: Int32Array;
  readonly lowE4: Int32Array;
  readonly closeE4: Int32Array;
  readonly volume: Uint32Array;
}

/** Shares in the quietest minute: enough to touch open, high, low and close. */
const MIN_MINUTE_VOLUME = 10;
/** How much of the market's liveliness and of its own a symbol shows. */
const MARKET_LIVELINESS = 0.85;
const OWN_LIVELINESS = 0.35;
/** A way of fewer minutes is taken in one piece. */
const MIN_SPLIT_MINUTES = 4;
/** How far inside of an extreme the minute that reached it ends, in standard deviations of a minute. */
const NEAREST_TO_EXTREME = 0.2;
/** Share of the minutes that may touch an extreme of the day which another minute reaches: prices seldom return to the very step. */
const TOUCH_SHARE = 0.2;
/** Ranges of fewer price steps than this leave no room for keeping off the extremes. */
const MIN_RANGE_STEPS = 8;
/** Most that a minute's first and last print lie off the walk, in standard deviations of a minute: where spreads are wide, prints lie between. */
const MAX_BOUNCE = 0.35;
/** Logarithm of how far a day walks for the range it covers, as a multiple of what the range suggests: mean, and spread shared with the market and of the symbol. */
const CHOPPINESS_MEAN = 0.09;
const MARKET_CHOPPINESS = 0.17;
const OWN_CHOPPINESS = 0.17;
/** Part of a minute's variance that passes between two prints of a symbol that prints once a minute; falls with the number of prints. */
const BETWEEN_PRINTS = 0.5;
/** Standard deviation of the logarithm of a minute's volume over its usual one. */
const VOLUME_SPREAD = 0.6;
/** Share of minutes in which a block trades, and its size in usual minutes. */
const BLOCK_SHARE = 0.012;
const BLOCK_MINUTES = 4;

const curves = new Map<number, Float64Array>();

/** How much is traded in each minute of a day of `minutes`: much at the open, little at noon, most at the close, with the auctions in the first and last. */
function busynessCurve(minutes: number): Float64Array {
  const known = curves.get(minutes);
  if (known !== undefined) return known;
  const curve = Float64Array.from({ length: minutes }, (_, minute) => {
    const toClose = minutes - 1 - minute;
    const auction = minute === 0 ? 6 : toClose === 0 ? 12 : 0;
    return (
      0.6 +
      2.6 * Math.exp(-minute / 7) +
      1.2 * Math.exp(-minute / 45) +
      1.6 * Math.exp(-toClose / 8) +
      0.9 * Math.exp(-toClose / 30) +
      auction
    );
  });
  curves.set(minutes, curve);
  return curve;
}

// Work space of one day; nothing is awaited while it is in use.
const path = new Float64Array(391);
/** What the walk has in two further dimensions. */
const second = new Float64Array(391);
const third = new Float64Array(391);
const weights = new Float64Array(390);
/** Each minute's liveliness: a factor of its variance. */
const lively = new Float64Array(390);
/** Part of the day's variance before each minute, and 1 at the end. */
const elapsed = new Float64Array(391);

/**
 * The minutes of a day: a random walk from the open by way of both extremes to the close, with variance by the time of day
 * and restless and calm stretches. Ways between those four are bridges that turn back at the extremes, so no minute is
 * stretched to reach one. `course` is what the whole market does. While a halt lasts the price stands still and nothing trades.
 */
export function minuteBarsOf(
  listing: Listing,
  whole: DayBar,
  day: number,
  minutes: number,
  course: MarketCourse,
  halt?: Halt,
): MinuteBars {
  const noise = new Noise(mix32(listing.seed32, day, 201));
  fillElapsed(minutes, course, noise);
  const turns = afterHalt(
    drawTurns(whole, elapsed, minutes, noise, { turns: course.turns, share: listing.marketShare }),
    halt,
  );
  const choppiness = Math.exp(
    CHOPPINESS_MEAN +
      MARKET_CHOPPINESS * Math.sqrt(listing.marketShare) * course.choppiness +
      OWN_CHOPPINESS * noise.bell(),
  );
  const deviation = Math.sqrt(walkVarianceOf(whole)) * choppiness;
  walkPath(listing, whole, minutes, course, turns, deviation, noise);
  const bars: MinuteBars = {
    openE4: new Int32Array(minutes),
    highE4: new Int32Array(minutes),
    lowE4: new Int32Array(minutes),
    closeE4: new Int32Array(minutes),
    volume: new Uint32Array(minutes),
  };
  fillPrices(bars, listing, whole, minutes, turns, deviation, noise, halt);
  fillVolumes(bars, whole.volume, minutes, deviation, noise, halt);
  return bars;
}

function fillElapsed(minutes: number, course: MarketCourse, noise: Noise): void {
  const curve = varianceCurve(minutes);
  fillLiveliness(lively, minutes, noise);
  let total = 0;
  for (let minute = 0; minute < minutes; minute += 1) {
    // Both blocks change together, so a logarithm is turned back once a block.
    lively[minute] =
      minute % LIVELY_MINUTES === 0
        ? Math.exp(
            MARKET_LIVELINESS * (course.liveliness[minute] ?? 0) + OWN_LIVELINESS * (lively[minute] ?? 0),
          )
        : (lively[minute - 1] ?? 1);
    elapsed[minute] = total;
    total += (curve[minute] ?? 1) * (lively[minute] ?? 1);
  }
  for (let minute = 0; minute < minutes; minute += 1) elapsed[minute] = (elapsed[minute] ?? 0) / total;
  elapsed[minutes] = 1;
}

/** Extremes that fall into a halt are reached after it, each in a minute of its own. */
function afterHalt(turns: Turns, halt: Halt | undefined): Turns {
  const isHighHalted = isHaltedMinute(halt, turns.highMinute);
  const isLowHalted = isHaltedMinute(halt, turns.lowMinute);
  if (halt === undefined || (!isHighHalted && !isLowHalted)) return turns;
  const end = halt.startMinute + halt.minutes;
  const highMinute = isHighHalted ? (turns.lowMinute === end ? end + 1 : end) : turns.highMinute;
  return { highMinute, lowMinute: isLowHalted ? (highMinute === end ? end + 1 : end) : turns.lowMinute };
}

/** Standard deviation of a minute, as a part of the day's. */
const minuteDeviation = (minute: number): number =>
  Math.sqrt((elapsed[minute + 1] ?? 1) - (elapsed[minute] ?? 0));

/** Fills `path[0..minutes]` with prices in E4 at the ends of the minutes. */
function walkPath(
  listing: Listing,
  whole: DayBar,
  minutes: number,
  course: MarketCourse,
  turns: Turns,
  deviation: number,
  noise: Noise,
): void {
  // Within a day symbols follow the market closer than from day to day; holding each at its own extremes reduces that again.
  const share = Math.sqrt(listing.marketShare);
  const shared = Math.sign(listing.beta) * Math.sqrt(share) * deviation;
  const alone = Math.sqrt(1 - share) * deviation;
  path[0] = whole.openE4;
  let from = 0;
  const piece = (to: number, target: number): void => {
    const walk = (out: Float64Array, begin: number, shocks: Float32Array): void => {
      out[from] = begin;
      for (let minute = from; minute < to; minute += 1)
        out[minute + 1] =
          (out[minute] ?? 0) +
          minuteDeviation(minute) * (shared * (shocks[minute] ?? 0) + alone * noise.bell());
    };
    walk(path, path[from] ?? 0, course.shocks);
    walk(second, 0, course.sides[0]);
    walk(third, 0, course.sides[1]);
    bridge(from, to, target, whole);
    from = to;
  };
  const middle = (whole.highE4 + whole.lowE4) / 2;
  const leg = (to: number, target: number): void => {
    const start = path[from] ?? 0;
    // A way from the one half of the day's range into the other keeps off the one extreme first, then off the other.
    if (start > middle !== target > middle && to - from >= MIN_SPLIT_MINUTES)
      piece(halfWay(from, to), middle);
    piece(to, target);
  };
  const isHighFirst = turns.highMinute < turns.lowMinute;
  for (const isHigh of isHighFirst ? [true, false] : [false, true]) {
    const minute = isHigh ? turns.highMinute : turns.lowMinute;
    const extremeE4 = isHigh ? whole.highE4 : whole.lowE4;
    // The open and the close are there already.
    if (
      extremeE4 === whole.openE4 ||
      extremeE4 === whole.closeE4 ||
      minute + 1 >= minutes ||
      minute + 1 <= from
    )
      continue;
    const inside = Math.min(
      minuteDeviation(minute) * deviation * (NEAREST_TO_EXTREME + noise.next()),
      (whole.highE4 - whole.lowE4) / 3,
    );
    leg(minute + 1, isHigh ? extremeE4 - inside : extremeE4 + inside);
  }
  leg(minutes, whole.closeE4);
}

/** The minute by which half of the variance between two minutes has passed. */
function halfWay(from: number, to: number): number {
  const half = ((elapsed[from] ?? 0) + (elapsed[to] ?? 1)) / 2;
  let minute = from + 1;
  while (minute < to - 1 && (elapsed[minute] ?? 0) < half) minute += 1;
  return minute;
}

/**
 * Makes the walk from `from` to `to` end at a price and stay within the day's extremes. A random walk between two points of which it is
 * known that it never passes a limit is, as its distance from there, the length of a walk in three dimensions between those points (a
 * bridge of the Bessel process; Williams 1974): the first is the walk itself, the other two start and end at nothing. A walk that was only
 * held at the limit would stay at it for hours. The limit is the nearer extreme; at the other, which is far, it turns back.
 */
function bridge(from: number, to: number, target: number, whole: DayBar): void {
  const { highE4, lowE4 } = whole;
  const isLow = (path[from] ?? 0) + target < highE4 + lowE4;
  const limit = isLow ? lowE4 : highE4;
  const start = elapsed[from] ?? 0;
  const length = (elapsed[to] ?? 1) - start;
  const missed = target - (path[to] ?? 0);
  const [secondEnd, thirdEnd] = [second[to] ?? 0, third[to] ?? 0];
  for (let at = from + 1; at <= to; at += 1) {
    const passed = ((elapsed[at] ?? 1) - start) / length;
    const distance = Math.hypot(
      (path[at] ?? 0) + missed * passed - limit,
      (second[at] ?? 0) - secondEnd * passed,
      (third[at] ?? 0) - thirdEnd * passed,
    );
    path[at] = folded(isLow ? limit + distance : limit - distance, lowE4, highE4);
  }
}

/** A price turned back at two limits. */
function folded(priceE4: PriceE4, lowE4: PriceE4, highE4: PriceE4): number {
  if (priceE4 >= lowE4 && priceE4 <= highE4) return priceE4;
  const room = highE4 - lowE4;
  if (room === 0) return lowE4;
  const turned = (((priceE4 - lowE4) % (2 * room)) + 2 * room) % (2 * room);
  return lowE4 + (turned <= room ? turned : 2 * room - turned);
}

/**
 * Fills the four prices of each minute around the walk. A minute's first and last print are at bid or offer, so that a
 * minute opens a spread or so away from the close before it as often as not.
 */
function fillPrices(
  bars: MinuteBars,
  listing: Listing,
  whole: DayBar,
  minutes: number,
  turns: Turns,
  deviation: number,
  noise: Noise,
  halt: Halt | undefined,
): void {
  const { lowE4, highE4 } = whole;
  const stepE4 = tickSizeE4(lowE4);
  const keptOffE4 = highE4 - lowE4 < MIN_RANGE_STEPS * stepE4 ? 0 : stepE4;
  const quiet = Math.sqrt(BETWEEN_PRINTS / listing.usualTicksPerMinute);
  let previousE4 = whole.openE4;
  let highestMinute = turns.highMinute;
  let lowestMinute = turns.lowMinute;
  for (let minute = 0; minute < minutes; minute += 1) {
    if (isHaltedMinute(halt, minute)) {
      for (const column of [bars.openE4, bars.highE4, bars.lowE4, bars.closeE4]) column[minute] = previousE4;
      continue;
    }
    const spread = minuteDeviation(minute) * deviation;
    const marginE4 = noise.next() < TOUCH_SHARE ? 0 : keptOffE4;
    const floorE4 = minute === turns.lowMinute ? lowE4 : lowE4 + marginE4;
    const ceilingE4 = minute === turns.highMinute ? highE4 : highE4 - marginE4;
    const bounceE4 =
      Math.min(
        Math.max(usualSpreadE4(listing, previousE4, minute), stepE4),
        Math.max(2 * MAX_BOUNCE * spread, stepE4),
      ) / 2;
    const openE4 =
      minute === 0
        ? whole.openE4
        : legalBetween(
            (path[minute] ?? 0) + eitherSide(bounceE4, noise) + quiet * spread * noise.bell(),
            floorE4,
            ceilingE4,
          );
    const closeE4 =
      minute === minutes - 1
        ? whole.closeE4
        : legalBetween((path[minute + 1] ?? 0) + eitherSide(bounceE4, noise), floorE4, ceilingE4);
    // The extremes of a random walk that goes from the minute's open to its close.
    const move = closeE4 - openE4;
    const variance = spread * spread;
    const up = (move + Math.sqrt(move * move - 2 * variance * Math.log(1 - noise.next()))) / 2;
    const down = (move - Math.sqrt(move * move - 2 * variance * Math.log(1 - noise.next()))) / 2;
    bars.openE4[minute] = openE4;
    bars.closeE4[minute] = closeE4;
    bars.highE4[minute] = Math.max(openE4, closeE4, legalBetween(openE4 + up, floorE4, ceilingE4));
    bars.lowE4[minute] = Math.min(openE4, closeE4, legalBetween(openE4 + down, floorE4, ceilingE4));
    if (bars.highE4[minute] === highE4) highestMinute = minute;
    if (bars.lowE4[minute] === lowE4) lowestMinute = minute;
    previousE4 = closeE4;
  }
  bars.highE4[highestMinute] = highE4;
  bars.lowE4[lowestMinute] = lowE4;
}

/** An amount up or down with equal chances. */
function eitherSide(amountE4: PriceE4, noise: Noise): number {
  return noise.next() < 0.5 ? amountE4 : -amountE4;
}

/** The legal price nearest to an amount in E4, turned back into the span between two legal prices. */
function legalBetween(amountE4: PriceE4, floorE4: PriceE4, ceilingE4: PriceE4): number {
  const legalE4 = legalPriceE4(folded(amountE4, floorE4, ceilingE4) / 10_000);
  return legalE4 < floorE4 ? floorE4 : legalE4 > ceilingE4 ? ceilingE4 : legalE4;
}

function fillVolumes(
  bars: MinuteBars,
  volume: number,
  minutes: number,
  deviation: number,
  noise: Noise,
  halt: Halt | undefined,
): void {
  const curve = busynessCurve(minutes);
  let totalWeight = 0;
  for (let minute = 0; minute < minutes; minute += 1) {
    const reach =
      ((bars.highE4[minute] ?? 0) - (bars.lowE4[minute] ?? 0)) / (minuteDeviation(minute) * deviation + 1);
    // More prints in lively minutes and where the price moves; now and then a block.
    const block = noise.next() < BLOCK_SHARE ? BLOCK_MINUTES * noise.next() : 0;
    const weight = isHaltedMinute(halt, minute)
      ? 0
      : block +
        (curve[minute] ?? 1) *
          Math.sqrt(lively[minute] ?? 1) *
          (0.3 + 0.45 * Math.min(4, reach)) *
          Math.exp(VOLUME_SPREAD * noise.bell());
    weights[minute] = weight;
    totalWeight += weight;
  }
  const spare = volume - MIN_MINUTE_VOLUME * (minutes - (halt?.minutes ?? 0));
  let given = 0;
  for (let minute = 0; minute < minutes - 1; minute += 1) {
    if (isHaltedMinute(halt, minute)) continue;
    const share = MIN_MINUTE_VOLUME + Math.floor((spare * (weights[minute] ?? 0)) / totalWeight);
    bars.volume[minute] = share;
    given += share;
  }
  bars.volume[minutes - 1] = volume - given;
}
