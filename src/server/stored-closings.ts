import { formatClosings, parseClosings, type Closing } from '../domain/calendar/closings.ts';
import { addClosings, whyNeedless } from '../domain/calendar/us-equity.ts';
import { addedClosings } from '../domain/calendar/us-holidays.ts';
import type { SystemValues } from './storage/repositories.ts';

const NAME = 'exchange-closings';

/** The stored closings that are in the calendar of this process. */
let inForce: readonly Closing[] = [];

/** Closings that administrators stored, by date. Throws an Error when the stored text is damaged. */
export async function readStoredClosings(system: Pick<SystemValues, 'get'>): Promise<readonly Closing[]> {
  const text = await system.get(NAME);
  if (text === undefined) return [];
  const parsed = parseClosings(text);
  if (!parsed.ok) throw new Error(`The stored closings of the exchanges are damaged: ${parsed.error[0]}.`);
  return parsed.value;
}

/** Stores closings in place of all that were stored. They count from the next start on. */
export const writeStoredClosings = (
  system: Pick<SystemValues, 'set'>,
  closings: readonly Closing[],
): Promise<void> =>
  system.set(NAME, formatClosings([...closings].sort((a, b) => (a.date < b.date ? -1 : 1))));

/**
 * Adds the stored closings to the calendar of this process, beside those of the file, whose entry for a day wins. One that a newer release knows by its
 * rules is left out. Called at the start, before anything uses sessions. Throws an Error when they are damaged.
 */
export async function addStoredClosings(
  system: Pick<SystemValues, 'get'>,
  say: (line: string) => void,
): Promise<void> {
  const ofFile = addedClosings();
  const dates = new Set(ofFile.map(({ date }) => date));
  const stored = await readStoredClosings(system);
  inForce = stored.filter((closing) => !dates.has(closing.date) && whyNeedless(closing) === null);
  if (inForce.length === 0) return;
  addClosings([...ofFile, ...inForce]);
  say(
    `Calendar: ${inForce.length} ${inForce.length === 1 ? 'closing' : 'closings'} of the administration added.`,
  );
}

/** Closings in the calendar of this process: the stored ones, and those of the file. */
export function closingsInForce(): {
  readonly stored: readonly Closing[];
  readonly ofFile: readonly Closing[];
} {
  return { stored: inForce, ofFile: addedClosings().filter((closing) => !inForce.includes(closing)) };
}
