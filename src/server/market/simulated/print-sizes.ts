import type { Noise } from './noise.ts';

const LOT = 100;
/** Shares in a print where the mix of sizes is the usual one. */
const USUAL_SIZE = 180;
/** Part of the prints that take what the usual mix leaves over. */
const TAKERS = 0.25;

/**
 * Sizes of a minute's prints that add up to its volume: many odd lots, many single round lots, some of a few hundred, few
 * blocks. `auction` is the place of the auction's print (-1 = none) and `auctionPart` its part of the volume.
 */
export function fillSizes(
  size: Int32Array,
  volume: number,
  auction: number,
  auctionPart: number,
  noise: Noise,
): void {
  const count = size.length;
  const ordinary = auction >= 0 && count > 1 ? count - 1 : count;
  const official = ordinary === count ? 0 : Math.min(volume - ordinary, Math.round(volume * auctionPart));
  const wanted = volume - official;
  let drawn = 0;
  for (let at = 0; at < count; at += 1) {
    if (ordinary < count && at === auction) continue;
    const shares = drawSize(wanted / ordinary, noise);
    size[at] = shares;
    drawn += shares;
  }
  if (drawn > wanted) shrink(size, auction, ordinary < count, wanted, drawn, noise);
  else grow(size, auction, ordinary < count, wanted - drawn, noise);
  if (ordinary < count) size[auction] = official;
}

/** One print's size where they average `average` shares. */
function drawSize(average: number, noise: Noise): number {
  const kind = noise.next();
  const roll = noise.next();
  const oddPart = Math.min(0.92, Math.max(0.36, 0.46 - 0.16 * Math.log(average / USUAL_SIZE)));
  if (kind < oddPart) return 1 + Math.floor(99 * roll * roll);
  const rest = (kind - oddPart) / (1 - oddPart);
  if (rest < 0.5) return LOT;
  if (rest < 0.8) return LOT * (2 + Math.floor(4 * roll * roll));
  if (rest < 0.97) return LOT + Math.floor(400 * roll * roll);
  return LOT * (5 + Math.floor(35 * roll ** 3));
}

/** Brings all prints down in proportion, never below one share. */
function shrink(
  size: Int32Array,
  auction: number,
  hasAuction: boolean,
  wanted: number,
  drawn: number,
  noise: Noise,
): void {
  let sum = 0;
  for (let at = 0; at < size.length; at += 1) {
    if (hasAuction && at === auction) continue;
    const scaled = ((size[at] ?? 0) * wanted) / drawn;
    size[at] = Math.max(1, scaled >= LOT ? Math.floor(scaled / LOT) * LOT : Math.floor(scaled));
    sum += size[at] ?? 0;
  }
  if (sum > wanted) spread(size, auction, hasAuction, wanted - sum);
  else grow(size, auction, hasAuction, wanted - sum, noise);
}

/** Gives what is missing to some of the prints, in round lots and unevenly: a few large orders make the volume, rather than many slightly larger ones. */
function grow(size: Int32Array, auction: number, hasAuction: boolean, missing: number, noise: Noise): void {
  const { length } = size;
  const takers = Math.max(1, Math.round(length * TAKERS));
  const usualLots = missing / LOT / takers;
  let left = missing;
  for (let tries = 0; left >= LOT && tries < 8 * takers; tries += 1) {
    const at = noise.int(length);
    if (hasAuction && at === auction) continue;
    const lots = Math.max(1, Math.round(usualLots * 3 * noise.next() ** 2));
    const more = Math.min(lots * LOT, Math.floor(left / LOT) * LOT);
    const before = size[at] ?? 0;
    size[at] = before < LOT ? Math.max(LOT, more) : before + more;
    left -= (size[at] ?? 0) - before;
  }
  spread(size, auction, hasAuction, left);
}

/** Sees to the exact sum: a surplus goes to one print, a deficit is taken off the first that can bear it. */
function spread(size: Int32Array, auction: number, hasAuction: boolean, difference: number): void {
  let left = difference;
  for (let at = 0; at < size.length && left !== 0; at += 1) {
    if (hasAuction && at === auction) continue;
    const change = Math.max(left, 1 - (size[at] ?? 0));
    size[at] = (size[at] ?? 0) + change;
    left -= change;
  }
}
