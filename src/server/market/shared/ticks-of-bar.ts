import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { tickSizeE4, type PriceE4 } from '../../../domain/money/price.ts';
import type { Bar } from '../market-data.ts';
import { createRandom } from './random.ts';
import type { Random, SeedPart } from './random.ts';

/** One made-up print of a bar. */
export interface BarTick {
  /** Exchange time, UTC ms. */
  readonly timeMs: number;
  readonly priceE4: PriceE4;
  /** Shares, at least 1. */
  readonly size: number;
}

const MAX_TICKS = 200;
const LOT = 100;

/**
 * Plausible prints that rebuild exactly this bar: the first at the open, both extremes reached, the last at the close,
 * sizes adding up to the volume, times in order inside [bar.timeMs, bar.timeMs + periodMs). Same bar and seed, same
 * prints. A bar of volume 0 has none. A bar that moved with fewer shares than the prints it needs (at most 4) cannot
 * have happened; its prices are kept and each needed print gets one share.
 */
export function ticksOfBar(
  bar: Bar,
  seedParts: readonly SeedPart[],
  periodMs: number = MINUTE_MS,
): BarTick[] {
  if (bar.volume <= 0) return [];
  const random = createRandom('ticks', bar.timeMs, ...seedParts);
  const turns = turningPoints(bar, random);
  const wanted = Math.min(MAX_TICKS, Math.round(2 * Math.sqrt(bar.volume / LOT)) + 1, bar.volume, periodMs);
  const count = Math.max(turns.length, wanted);
  const prices = pathThrough(turns, count, bar, random);
  const sizes = sharesOf(Math.max(bar.volume, count), count, random);
  const times = sortedTimes(count, periodMs, random);
  return prices.map((priceE4, index) => ({
    timeMs: bar.timeMs + (times[index] ?? 0),
    priceE4,
    size: sizes[index] ?? 1,
  }));
}

/** The fewest prices, in order, that make the bar: open, the extremes not yet touched, close. */
function turningPoints(bar: Bar, random: Random): number[] {
  // A rising bar more often dips first, a falling bar more often pops first.
  const lowFirst = random.next() < (bar.closeE4 >= bar.openE4 ? 0.75 : 0.25);
  const extremes = lowFirst ? [bar.lowE4, bar.highE4] : [bar.highE4, bar.lowE4];
  const turns = [bar.openE4, ...extremes.filter((price) => price !== bar.openE4 && price !== bar.closeE4)];
  if (turns.length > 1 || bar.closeE4 !== bar.openE4) turns.push(bar.closeE4);
  return turns;
}

/** `count` prices through all turning points, wandering on the tick grid between them, never outside the bar. */
function pathThrough(turns: readonly number[], count: number, bar: Bar, random: Random): number[] {
  const at = turnPositions(turns.length, count, random);
  const prices = Array.from({ length: count }, () => bar.openE4);
  const grid = tickSizeE4(bar.lowE4);
  const wander = (bar.highE4 - bar.lowE4) * 0.12;
  for (let leg = 0; leg + 1 < turns.length; leg += 1) {
    const from = turns[leg] ?? bar.openE4;
    const to = turns[leg + 1] ?? bar.closeE4;
    const start = at[leg] ?? 0;
    const end = at[leg + 1] ?? count - 1;
    for (let index = start; index < end; index += 1) {
      const along = (index - start) / (end - start);
      const free = from + (to - from) * along + wander * random.normal();
      const snapped = Math.round(free / grid) * grid;
      prices[index] = index === start ? from : Math.min(bar.highE4, Math.max(bar.lowE4, snapped));
    }
    prices[end] = to;
  }
  return prices;
}

/** Rising positions of the turning points: the first print, the last print, the rest anywhere between. */
function turnPositions(turns: number, count: number, random: Random): number[] {
  if (turns < 2) return [0];
  const between = new Set<number>();
  // turns <= 4 and count >= turns, so there are always enough places and few collisions.
  while (between.size < turns - 2) between.add(1 + random.int(count - 2));
  return [0, ...[...between].sort((a, b) => a - b), count - 1];
}

/** Splits a volume into `count` sizes of at least one share, uneven as real prints are, in round lots where it can be. */
function sharesOf(volume: number, count: number, random: Random): number[] {
  const unit = volume >= 2 * LOT * count ? LOT : 1;
  const weights = Array.from({ length: count }, () => Math.exp(1.1 * random.normal()));
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  const spare = volume - unit * count;
  const sizes = weights.map((weight) => unit + Math.floor((spare * weight) / totalWeight / unit) * unit);
  const given = sizes.reduce((sum, size) => sum + size, 0);
  const luckiest = random.int(count);
  sizes[luckiest] = (sizes[luckiest] ?? 0) + volume - given;
  return sizes;
}

function sortedTimes(count: number, periodMs: number, random: Random): number[] {
  return Array.from({ length: count }, () => random.int(periodMs)).sort((a, b) => a - b);
}
