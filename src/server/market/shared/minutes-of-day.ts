import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { tickSizeE4, type PriceE4 } from '../../../domain/money/price.ts';
import type { Bar } from '../market-data.ts';
import { createRandom } from './random.ts';
import type { Random, SeedPart } from './random.ts';

/**
 * Plausible one-minute bars that add up to exactly this daily bar: open, high, low, close and volume. U-shaped volume,
 * wandering prices, minutes without shares left out. Same bar and seed, same minutes. A day whose few shares leave less
 * than three minutes may lack an extreme.
 */
export function minutesOfDay(
  day: Bar,
  openMs: number,
  closeMs: number,
  seedParts: readonly SeedPart[],
): Bar[] {
  const count = Math.round((closeMs - openMs) / MINUTE_MS);
  const random = createRandom('minutes', day.timeMs, ...seedParts);
  const volumes = volumesOf(Math.max(0, Math.round(day.volume)), count, random);
  // An index has no volume but prices all day; a stock trades only in the minutes that got shares.
  const traded = volumes.flatMap((volume, index) => (volume > 0 || day.volume <= 0 ? [index] : []));
  const path = pricePath(day, traded.length + 1, random);
  return traded.map((minute, index) => {
    const openE4 = path[index] ?? day.openE4;
    const closeE4 = path[index + 1] ?? day.closeE4;
    return {
      timeMs: openMs + minute * MINUTE_MS,
      openE4,
      highE4: Math.max(openE4, closeE4),
      lowE4: Math.min(openE4, closeE4),
      closeE4,
      volume: volumes[minute] ?? 0,
    };
  });
}

function volumesOf(volume: number, count: number, random: Random): number[] {
  const weights = Array.from({ length: count }, (_, index) => {
    const fromMiddle = (2 * index) / (count - 1) - 1;
    return (0.5 + 1.6 * fromMiddle ** 4) * Math.exp(0.5 * random.normal());
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const volumes = weights.map((weight) => Math.floor((volume * weight) / total));
  // The rounding remainder belongs to the closing minute, which is the largest anyway.
  const given = volumes.reduce((sum, shares) => sum + shares, 0);
  volumes[count - 1] = (volumes[count - 1] ?? 0) + volume - given;
  return volumes;
}

/** `count` prices from open to close that touch both extremes: random bridges between the turning points. */
function pricePath(day: Bar, count: number, random: Random): number[] {
  const lowFirst = random.next() < (day.closeE4 >= day.openE4 ? 0.7 : 0.3);
  const extremes = lowFirst ? [day.lowE4, day.highE4] : [day.highE4, day.lowE4];
  const needed = extremes.filter((price) => price !== day.openE4 && price !== day.closeE4);
  const room = count - 2;
  const places = new Set<number>();
  while (places.size < Math.min(needed.length, room)) places.add(1 + random.int(room));
  const inner = [...places].sort((a, b) => a - b);
  const knots = [{ at: 0, priceE4: day.openE4 }];
  inner.forEach((at, index) => knots.push({ at, priceE4: needed[index] ?? day.openE4 }));
  knots.push({ at: count - 1, priceE4: day.closeE4 });
  const path = Array.from({ length: count }, () => day.openE4);
  for (let leg = 0; leg + 1 < knots.length; leg += 1) bridge(path, knots[leg], knots[leg + 1], day, random);
  return path;
}

interface Knot {
  readonly at: number;
  readonly priceE4: PriceE4;
}

function bridge(
  path: number[],
  from: Knot | undefined,
  to: Knot | undefined,
  day: Bar,
  random: Random,
): void {
  if (from === undefined || to === undefined) return;
  const grid = tickSizeE4(day.lowE4);
  const step = ((day.highE4 - day.lowE4) * 0.6) / Math.sqrt(path.length);
  let free = from.priceE4;
  path[from.at] = from.priceE4;
  for (let at = from.at + 1; at < to.at; at += 1) {
    free += (to.priceE4 - free) / (to.at - at + 1) + step * random.normal();
    free = Math.min(day.highE4, Math.max(day.lowE4, free));
    path[at] = Math.min(day.highE4, Math.max(day.lowE4, Math.round(free / grid) * grid));
  }
  path[to.at] = to.priceE4;
}
