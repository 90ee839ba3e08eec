import type { DayBar } from './daily-history.ts';
import { legalPriceE4 } from './legal-price.ts';
import { mix32, Noise } from './noise.ts';
import type { Listing } from './universe/listing.ts';

/** A whole day in minutes, in columns; prices in E4. Together they are exactly the daily bar. */
export interface MinuteBars {
  readonly openE4: Int32Array;
  readonly highE4: Int32Array;
  readonly lowE4: Int32Array;
  readonly closeE4: Int32Array;
  readonly volume: Uint32Array;
}

/** Shares in the quietest minute: enough to touch open, high, low and close. */
const LEAST_MINUTE_VOLUME = 10;

const curves = new Map<number, Float64Array>();

/** How busy each minute of a day of `minutes` is: much at the open, little at noon, much into the close. */
export function busynessCurve(minutes: number): Float64Array {
  const known = curves.get(minutes);
  if (known !== undefined) return known;
  const curve = Float64Array.from({ length: minutes }, (_, minute) => {
    const fromOpen = minute / 26;
    const toClose = (minutes - 1 - minute) / 24;
    return 0.62 + 1.9 * Math.exp(-fromOpen) + 1.7 * Math.exp(-toClose) + (minute === 0 ? 3 : 0) + (minute === minutes - 1 ? 4 : 0);
  });
  curves.set(minutes, curve);
  return curve;
}

// Work space of one day; nothing is awaited while it is in use.
const path = new Float64Array(391);
const weights = new Float64Array(390);

/**
 * The minutes of a day: a random walk pinned at the day's open and close whose part above both is stretched to reach
 * the high exactly and whose part below both to reach the low. `sharedShocks` moves the whole market together.
 */
export function minuteBarsOf(listing: Listing, whole: DayBar, day: number, minutes: number, sharedShocks: Float32Array): MinuteBars {
  const noise = new Noise(mix32(listing.seed32, day, 201));
  const curve = busynessCurve(minutes);
  walkPath(listing, whole, minutes, curve, sharedShocks, noise);
  const bars: MinuteBars = {
    openE4: new Int32Array(minutes), highE4: new Int32Array(minutes), lowE4: new Int32Array(minutes), closeE4: new Int32Array(minutes), volume: new Uint32Array(minutes),
  };
  fillPrices(bars, whole, minutes, noise);
  fillVolumes(bars, whole.volume, minutes, curve, noise);
  return bars;
}

/** Fills `path[0..minutes]` with dollar prices from open to close, reaching both extremes. */
function walkPath(listing: Listing, whole: DayBar, minutes: number, curve: Float64Array, sharedShocks: Float32Array, noise: Noise): void {
  const shared = Math.max(-0.85, Math.min(0.85, 0.45 * listing.beta));
  const alone = Math.sqrt(1 - shared * shared);
  path[0] = 0;
  let totalVariance = 0;
  for (let minute = 0; minute < minutes; minute += 1) {
    const variance = curve[minute] ?? 1;
    totalVariance += variance;
    path[minute + 1] = (path[minute] ?? 0) + Math.sqrt(variance) * (shared * (sharedShocks[minute] ?? 0) + alone * noise.bell());
  }
  const { openE4, closeE4, highE4, lowE4 } = whole;
  const scale = Math.max(1, highE4 - lowE4) / (1.6 * Math.sqrt(totalVariance));
  const missed = closeE4 - openE4 - (path[minutes] ?? 0) * scale;
  const top = Math.max(openE4, closeE4);
  const bottom = Math.min(openE4, closeE4);
  let highest = top;
  let lowest = bottom;
  let elapsed = 0;
  for (let at = 0; at <= minutes; at += 1) {
    const value = openE4 + (path[at] ?? 0) * scale + (missed * elapsed) / totalVariance;
    path[at] = value;
    highest = Math.max(highest, value);
    lowest = Math.min(lowest, value);
    elapsed += curve[at] ?? 0;
  }
  const stretchUp = highest > top ? (highE4 - top) / (highest - top) : 1;
  const stretchDown = lowest < bottom ? (bottom - lowE4) / (bottom - lowest) : 1;
  for (let at = 0; at <= minutes; at += 1) {
    const value = path[at] ?? 0;
    path[at] = value > top ? top + (value - top) * stretchUp : value < bottom ? bottom - (bottom - value) * stretchDown : value;
  }
}

function fillPrices(bars: MinuteBars, whole: DayBar, minutes: number, noise: Noise): void {
  const wick = ((whole.highE4 - whole.lowE4) / (1.6 * Math.sqrt(minutes))) * 0.8;
  let previousE4 = whole.openE4;
  let highestMinute = 0;
  let lowestMinute = 0;
  for (let minute = 0; minute < minutes; minute += 1) {
    const openE4 = previousE4;
    const closeE4 = minute === minutes - 1 ? whole.closeE4 : within(legalPriceE4((path[minute + 1] ?? 0) / 10_000), whole);
    const upWick = noise.next();
    const downWick = noise.next();
    const highE4 = within(legalPriceE4((Math.max(openE4, closeE4) + upWick * upWick * wick) / 10_000), whole);
    const lowE4 = within(legalPriceE4((Math.min(openE4, closeE4) - downWick * downWick * wick) / 10_000), whole);
    bars.openE4[minute] = openE4;
    bars.closeE4[minute] = closeE4;
    bars.highE4[minute] = highE4;
    bars.lowE4[minute] = lowE4;
    if (highE4 > (bars.highE4[highestMinute] ?? 0)) highestMinute = minute;
    if (lowE4 < (bars.lowE4[lowestMinute] ?? 0)) lowestMinute = minute;
    previousE4 = closeE4;
  }
  // When the walk never left the span of open and close, a wick reaches the extreme.
  bars.highE4[highestMinute] = whole.highE4;
  bars.lowE4[lowestMinute] = whole.lowE4;
}

const within = (priceE4: number, whole: DayBar): number => Math.min(whole.highE4, Math.max(whole.lowE4, priceE4));

function fillVolumes(bars: MinuteBars, volume: number, minutes: number, curve: Float64Array, noise: Noise): void {
  let totalWeight = 0;
  for (let minute = 0; minute < minutes; minute += 1) {
    const lull = noise.next();
    // Between a quarter and five times the usual: prints come in bursts.
    const weight = (curve[minute] ?? 1) * (0.25 + 0.9 * lull + 3.5 * lull ** 8);
    weights[minute] = weight;
    totalWeight += weight;
  }
  const spare = volume - LEAST_MINUTE_VOLUME * minutes;
  let given = 0;
  for (let minute = 0; minute < minutes - 1; minute += 1) {
    const share = LEAST_MINUTE_VOLUME + Math.floor((spare * (weights[minute] ?? 0)) / totalWeight);
    bars.volume[minute] = share;
    given += share;
  }
  bars.volume[minutes - 1] = volume - given;
}
