import { formatClosings, parseClosings, type Closing } from '../domain/calendar/closings.ts';
import { addClosings, whyNeedless } from '../domain/calendar/us-equity.ts';
import { addedClosings } from '../domain/calendar/us-holidays.ts';
import type { SharedSystemValues, SystemValues } from './storage/repositories.ts';

const NAME = 'exchange-closings';

/** The stored closings that are in the calendar of this process. */
let inForce: readonly Closing[] = [];

/** Closings that administrators stored, by date. Throws an Error when the stored text is damaged. */
export async function readStoredClosings(system: Pick<SystemValues, 'get'>): Promise<readonly Closing[]> {
  return parseStored(await system.get(NAME));
}

function parseStored(text: string | undefined): readonly Closing[] {
  if (text === undefined) return [];
  const parsed = parseClosings(text);
  if (!parsed.ok) throw new Error(`The stored closings of the exchanges are damaged: ${parsed.error[0]}.`);
  return parsed.value;
}

/** Another change may come between the reading and the writing of a change this often before it fails. */
const MAX_TRIES = 20;

/**
 * Changes the stored closings, which count from the next start on. `change` is called again with what is stored by then when another administrator, or a
 * command in another process, was first. It may throw, and then nothing changes. Throws an Error when the stored text is damaged.
 */
export async function changeStoredClosings(
  system: Pick<SharedSystemValues, 'get' | 'replace'>,
  change: (stored: readonly Closing[]) => readonly Closing[],
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const seen = await system.get(NAME);
    const next = [...change(parseStored(seen))].sort((a, b) => (a.date < b.date ? -1 : 1));
    if (await system.replace(NAME, seen, formatClosings(next))) return;
  }
  throw new Error('The closings were changed again and again meanwhile. Try again.');
}

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
