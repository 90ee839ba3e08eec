import { legalPriceE4 } from './legal-price.ts';
import type { MinuteBars } from './minute-bars.ts';
import type { Noise } from './noise.ts';
import type { Listing } from './universe/listing.ts';

/** The prints of a minute, in columns; they rebuild the minute's bar exactly. */
export interface MinutePrints {
  readonly count: number;
  /** Ms into the minute, strictly rising, below 60,000. */
  readonly offsetMs: Int32Array;
  readonly priceE4: Int32Array;
  readonly size: Int32Array;
}

const MINUTE_MS = 60_000;
const MOST_PRINTS = 1500;
const LOT = 100;

/**
 * Prints of minute `minute`. Their number follows the symbol's liquidity and the minute's volume. The first print of a day
 * comes at the very open, so that an open market always has a price, and the last one with the close: they are the
 * auctions' and take half the volume of their minutes.
 */
export function minutePrintsOf(listing: Listing, bars: MinuteBars, minute: number, noise: Noise): MinutePrints {
  const openE4 = bars.openE4[minute] ?? 0;
  const highE4 = bars.highE4[minute] ?? 0;
  const lowE4 = bars.lowE4[minute] ?? 0;
  const closeE4 = bars.closeE4[minute] ?? 0;
  const volume = bars.volume[minute] ?? 0;
  const turns = turningPoints(openE4, highE4, lowE4, closeE4, noise);
  const busyness = volume / (listing.usualVolume / 390);
  const wanted = Math.round(listing.usualTicksPerMinute * busyness ** 0.6 * (0.75 + 0.5 * noise.next()));
  const count = Math.max(turns.length, Math.min(wanted, MOST_PRINTS, volume));
  const prints: MinutePrints = { count, offsetMs: new Int32Array(count), priceE4: new Int32Array(count), size: new Int32Array(count) };
  const isLast = minute === bars.volume.length - 1;
  fillOffsets(prints, minute === 0, noise);
  if (isLast) prints.offsetMs[count - 1] = MINUTE_MS - 1;
  fillPrices(prints, turns, highE4, lowE4, noise);
  fillSizes(prints, volume, minute === 0 ? 0 : isLast ? count - 1 : -1, noise);
  return prints;
}

/** The fewest prices, in order, that make the bar: open, the extremes not touched by open or close, close. */
function turningPoints(openE4: number, highE4: number, lowE4: number, closeE4: number, noise: Noise): number[] {
  const lowFirst = noise.next() < (closeE4 >= openE4 ? 0.7 : 0.3);
  const turns = [openE4];
  for (const extreme of lowFirst ? [lowE4, highE4] : [highE4, lowE4]) if (extreme !== openE4 && extreme !== closeE4) turns.push(extreme);
  if (turns.length > 1 || closeE4 !== openE4) turns.push(closeE4);
  return turns;
}

/** Strictly rising moments: uneven steps scaled to the minute. */
function fillOffsets(prints: MinutePrints, atOpen: boolean, noise: Noise): void {
  const { count, offsetMs } = prints;
  const steps = new Float64Array(count + 1);
  let total = 0;
  for (let step = 0; step <= count; step += 1) {
    const roll = noise.next();
    total += step === 0 && atOpen ? 0 : 0.05 + roll * roll * 2;
    steps[step] = total;
  }
  // Each print keeps at least 1 ms of its own; the rest of the minute is shared by the uneven steps.
  const scale = (MINUTE_MS - 1 - count) / total;
  for (let at = 0; at < count; at += 1) offsetMs[at] = at + Math.floor((steps[at] ?? 0) * scale);
}

function fillPrices(prints: MinutePrints, turns: readonly number[], highE4: number, lowE4: number, noise: Noise): void {
  const { count, priceE4 } = prints;
  const places = turnPlaces(turns.length, count, noise);
  const wander = (highE4 - lowE4) * 0.1;
  priceE4[0] = turns[0] ?? 0;
  // A bar whose four prices are one has one turn, and every print is at it.
  if (turns.length === 1) priceE4.fill(turns[0] ?? 0);
  for (let leg = 1; leg < turns.length; leg += 1) {
    const fromE4 = turns[leg - 1] ?? 0;
    const toE4 = turns[leg] ?? 0;
    const start = places[leg - 1] ?? 0;
    const end = places[leg] ?? 0;
    for (let at = start + 1; at < end; at += 1) {
      const free = fromE4 + ((toE4 - fromE4) * (at - start)) / (end - start) + wander * noise.bell();
      priceE4[at] = Math.min(highE4, Math.max(lowE4, legalPriceE4(free / 10_000)));
    }
    priceE4[end] = toE4;
  }
}

/** Rising places of the turning points: the first print, the last, the two others anywhere between. */
function turnPlaces(turns: number, count: number, noise: Noise): number[] {
  if (turns === 2) return [0, count - 1];
  if (turns === 3) return [0, 1 + noise.int(count - 2), count - 1];
  const one = 1 + noise.int(count - 3);
  return [0, one, one + 1 + noise.int(count - 2 - one), count - 1];
}

/** Uneven sizes that add up to the volume, in round lots while there is enough to go round; the print at `auction` (-1 = none) weighs as much as all others. */
function fillSizes(prints: MinutePrints, volume: number, auction: number, noise: Noise): void {
  const { count, size } = prints;
  const unit = volume >= 2 * LOT * count ? LOT : 1;
  let totalWeight = 0;
  const sizeWeights = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    const roll = noise.next();
    sizeWeights[at] = 0.15 + roll * roll + 6 * roll ** 12;
    totalWeight += sizeWeights[at] ?? 0;
  }
  if (auction >= 0 && count > 1) {
    const others = totalWeight - (sizeWeights[auction] ?? 0);
    sizeWeights[auction] = others;
    totalWeight = 2 * others;
  }
  const spare = volume - unit * count;
  let given = 0;
  for (let at = 0; at < count; at += 1) {
    const share = unit + Math.floor((spare * (sizeWeights[at] ?? 0)) / totalWeight / unit) * unit;
    size[at] = share;
    given += share;
  }
  const luckiest = noise.int(count);
  size[luckiest] = (size[luckiest] ?? 0) + volume - given;
}
