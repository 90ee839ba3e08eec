import type { ListingClass } from './listing-class.ts';

/** Strikes (dollars) in the finest steps on each side of the price, then in five times, then in ten times the step until the end. */
const FINE_STRIKES = 40;
const MIDDLE_STRIKES = 20;
/** Strikes an expiration may have on each side, however far its range reaches. */
const MAX_STRIKES = 90;
const MIN_STRIKES = 3;
const NARROWEST = 0.06;
const WIDEST = 1.1;

/** Distance between neighbouring strikes at a strike, dollars. It depends on nothing that changes, so a listed strike stays one. */
export function strikeInterval(listing: ListingClass, strike: number): number {
  if (listing === 'daily') return 1;
  if (listing === 'weekly')
    return strike < 25 ? 0.5 : strike < 200 ? 1 : strike < 500 ? 2.5 : strike < 2000 ? 5 : 10;
  return strike < 5 ? 0.5 : strike < 10 ? 1 : strike < 25 ? 2.5 : strike < 200 ? 5 : strike < 2000 ? 10 : 50;
}

/** True when a strike lies on the grid of its listing class. */
export function isOnStrikeGrid(listing: ListingClass, strike: number): boolean {
  return strike > 0 && isMultiple(strike, strikeInterval(listing, strike));
}

/**
 * The strikes listed for an expiration, ascending: fine around the prices from `low` to `high` (dollars; the previous close and the
 * present price), coarser further out, until four deviations of the underlying's way to expiration.
 */
export function strikeLadder(listing: ListingClass, low: number, high: number, deviation: number): number[] {
  if (!(low > 0 && high >= low && Number.isFinite(high))) return [];
  const reach = Math.min(WIDEST, Math.max(NARROWEST, 4 * deviation));
  const start = gridBelow(listing, low);
  const down = walk(listing, start, -1, low * Math.exp(-reach), high);
  const up = walk(listing, gridAbove(listing, start), 1, high * Math.exp(reach), high);
  return [...down.toReversed(), ...up];
}

/** Strikes from one on, in one direction as far as `end`; those up to `near` lie between the two prices. */
function walk(listing: ListingClass, from: number, direction: 1 | -1, end: number, near: number): number[] {
  const found: number[] = [];
  let steps = 0;
  let beyond = 0;
  for (
    let strike = from;
    strike > 0 && beyond < MAX_STRIKES && (strike * direction <= end * direction || beyond < MIN_STRIKES);
    strike = next(listing, strike, direction)
  ) {
    const isBetween = direction === 1 && strike <= near;
    if (!isBetween) steps += 1;
    const coarse = steps <= FINE_STRIKES ? 1 : steps <= FINE_STRIKES + 5 * MIDDLE_STRIKES ? 5 : 10;
    if (!isMultiple(strike, coarse * strikeInterval(listing, strike))) continue;
    found.push(strike);
    if (!isBetween) beyond += 1;
  }
  return found;
}

function isMultiple(strike: number, interval: number): boolean {
  const steps = strike / interval;
  return Math.abs(steps - Math.round(steps)) < 1e-9;
}

/** The neighbour on the grid; stepping down over a border takes the finer step of the lower side. */
function next(listing: ListingClass, strike: number, direction: 1 | -1): number {
  return direction === 1 ? gridAbove(listing, strike) : gridBelow(listing, strike - 1e-6);
}

function gridBelow(listing: ListingClass, price: number): number {
  const interval = strikeInterval(listing, price);
  return Math.max(0, Math.floor(price / interval + 1e-9)) * interval;
}

/** The first strike above a strike of the grid. */
function gridAbove(listing: ListingClass, strike: number): number {
  const interval = strikeInterval(listing, strike);
  const above = (Math.floor(strike / interval + 1e-9) + 1) * interval;
  // Over a border the coarser grid of the upper side holds.
  const upper = strikeInterval(listing, above);
  return upper === interval ? above : Math.ceil(above / upper - 1e-9) * upper;
}
