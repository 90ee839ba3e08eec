import { uniform32 } from './noise.ts';
import type { NumberedSession } from './session-table.ts';
import type { Listing } from './universe/listing.ts';

/** A pause of one symbol's trading, in whole minutes of its session. */
export interface Halt {
  readonly startMinute: number;
  readonly minutes: number;
}

/** Share of the stocks that are halted once in a day. Funds never are. */
const HALTED_SHARE = 1 / 300;
/** No halt begins in the first minutes, or so late that it would reach the close. */
const FIRST_MINUTES = 15;
const LAST_MINUTES = 30;
/** A volatility pause lasts five minutes, and one in five is prolonged once. */
const PAUSE_MINUTES = 5;
const PROLONGED_SHARE = 0.2;
/** Why a symbol is halted: the simulation knows no other kind. */
export const PAUSE_REASON = 'Volatility pause';

/** The halt of a symbol on a day, if it has one; the same for the same seed. */
export function haltOf(listing: Listing, session: NumberedSession): Halt | undefined {
  if (listing.instrument.isEtf || uniform32(listing.seed32, session.day, 401) >= HALTED_SHARE)
    return undefined;
  const room = session.minutes - FIRST_MINUTES - LAST_MINUTES;
  const startMinute = FIRST_MINUTES + Math.floor(uniform32(listing.seed32, session.day, 402) * room);
  return {
    startMinute,
    minutes: PAUSE_MINUTES * (uniform32(listing.seed32, session.day, 403) < PROLONGED_SHARE ? 2 : 1),
  };
}

/** True for a minute in which nothing is printed or quoted. */
export function isHaltedMinute(halt: Halt | undefined, minute: number): boolean {
  return halt !== undefined && minute >= halt.startMinute && minute < halt.startMinute + halt.minutes;
}
