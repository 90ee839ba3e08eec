import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import { sessionOn } from '../domain/calendar/us-equity.ts';
import { epochFor, type MarketEpoch } from './market/simulated/exchange-clock.ts';
import type { SystemValues } from './storage/repositories.ts';

const SEED_NAME = 'market-seed';
export const EPOCH_NAME = 'market-epoch';
const MAX_SEED = 2 ** 32;

const EpochText = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    hostMs: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    date: v.pipe(v.string(), v.isoDate(), v.check(isCalendarDate)),
  }),
);

/** The installation's own market: drawn once, then kept, so that prices carry on where they were. */
export async function storedSeed(system: SystemValues): Promise<number> {
  const stored = Number(await system.get(SEED_NAME));
  if (Number.isInteger(stored) && stored > 0) return stored;
  const drawn = randomInt(1, MAX_SEED);
  await system.set(SEED_NAME, String(drawn));
  return drawn;
}

/**
 * Where the installation's exchange time is pinned to host time (UTC ms): decided at the first start and kept, whatever
 * the seed, so that a later start never finds the exchange earlier than it was and orders never come from its future.
 */
export async function storedEpoch(system: SystemValues, hostMs: number): Promise<MarketEpoch> {
  const stored = v.safeParse(EpochText, await system.get(EPOCH_NAME));
  if (stored.success) return stored.output;
  const epoch = epochFor(hostMs);
  await system.set(EPOCH_NAME, JSON.stringify(epoch));
  return epoch;
}

/** The session table starts from the date, so it must be one of the calendar's. */
function isCalendarDate(date: string): boolean {
  try {
    sessionOn(date);
    return true;
  } catch {
    return false;
  }
}
