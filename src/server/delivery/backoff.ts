import { DAY_MS, HOUR_MS } from '../../domain/calendar/durations.ts';

/** A delivery is given up after this many attempts. */
export const MAX_ATTEMPTS = 12;
/** After a failed attempt, deliveries that have waited longer than this are given up, ms. */
export const MAX_AGE_MS = DAY_MS;
const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = HOUR_MS;
/** Part of the delay that is random. */
const JITTER = 0.2;

/**
 * Delay before a channel is tried again, ms: 30 s after the first failure in a row, then twice as long each time up to an hour, and up to a fifth
 * more or less. `random` is in [0, 1).
 */
export function retryDelayMs(failures: number, random: number): number {
  const delayMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
  return Math.round(delayMs * (1 - JITTER + 2 * JITTER * random));
}
