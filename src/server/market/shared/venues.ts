import type { Random } from './random.ts';

/** An exchange as the platform names it (at most 8 characters) and its rough share of trading. */
export interface Venue {
  readonly name: string;
  readonly share: number;
}

/** The exchanges that made-up quotes and prints come from. Shares add up to 1. */
export const VENUES: readonly Venue[] = [
  { name: 'NASDAQ', share: 0.27 },
  { name: 'ARCA', share: 0.17 },
  { name: 'NYSE', share: 0.15 },
  { name: 'EDGX', share: 0.13 },
  { name: 'BATS', share: 0.12 },
  { name: 'MEMX', share: 0.07 },
  { name: 'IEX', share: 0.05 },
  { name: 'BYX', share: 0.04 },
];

/** An exchange drawn by its share of trading; `roll` is uniform in [0, 1). */
export function venueAt(roll: number): string {
  let left = roll;
  for (const venue of VENUES) {
    left -= venue.share;
    if (left < 0) return venue.name;
  }
  return 'NASDAQ';
}

/** The name of an exchange, drawn by its share of trading. */
export function drawVenue(random: Random): string {
  return venueAt(random.next());
}

/** Names of the one-letter exchange codes of consolidated tape records. */
const NAME_BY_LETTER: ReadonlyMap<string, string> = new Map([
  ['A', 'AMEX'],
  ['B', 'BX'],
  ['C', 'NSX'],
  ['D', 'FINRA'],
  ['I', 'ISE'],
  ['J', 'EDGA'],
  ['K', 'EDGX'],
  ['L', 'LTSE'],
  ['M', 'CHX'],
  ['N', 'NYSE'],
  ['P', 'ARCA'],
  ['Q', 'NASDAQ'],
  ['T', 'NASDAQ'],
  ['U', 'MEMX'],
  ['V', 'IEX'],
  ['W', 'CBOE'],
  ['X', 'PSX'],
  ['Y', 'BYX'],
  ['Z', 'BATS'],
]);

/** The name of a tape record's exchange letter; an unknown letter stays as it is. */
export function venueOfLetter(letter: string): string {
  return NAME_BY_LETTER.get(letter) ?? letter.slice(0, 8);
}
