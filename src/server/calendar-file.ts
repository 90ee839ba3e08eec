import { readFileSync } from 'node:fs';
import { addClosings, sessionOn } from '../domain/calendar/us-equity.ts';
import { parseClosings, type Closing } from '../domain/calendar/closings.ts';
import { ConfigError } from './config.ts';
import { readProblem } from './file-problem.ts';

/**
 * Adds the closings of a file to the calendar of this process, in place of those of an earlier start; without a file there are none. Throws a ConfigError
 * with a line for each thing that is wrong with the file.
 */
export function openCalendar(path: string | undefined, say: (line: string) => void): void {
  addClosings([]);
  if (path === undefined) return;
  const closings = readClosings(path);
  const known = closings.filter(({ date }) => sessionOn(date) === null);
  if (known.length > 0)
    throw new ConfigError(
      known.map(({ date }) => `TAPEDECK_CALENDAR: ${path}: the exchanges are closed on ${date} anyway.`),
    );
  addClosings(closings);
  say(`Calendar: ${closings.length} ${closings.length === 1 ? 'closing' : 'closings'} of ${path} added.`);
}

function readClosings(path: string): readonly Closing[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError([`TAPEDECK_CALENDAR: ${readProblem(path, error)}.`]);
  }
  const parsed = parseClosings(text);
  if (parsed.ok) return parsed.value;
  throw new ConfigError(parsed.error.map((problem) => `TAPEDECK_CALENDAR: ${path}, ${problem}.`));
}
