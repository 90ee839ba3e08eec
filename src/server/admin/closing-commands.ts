import {
  closesText,
  formatClosings,
  parseClosings,
  readClosing,
  type Closing,
} from '../../domain/calendar/closings.ts';
import { newYorkDate, whyNeedless } from '../../domain/calendar/us-equity.ts';
import { changeStoredClosings, closingsInForce, readStoredClosings } from '../stored-closings.ts';
import type { SharedSystemValues, SystemValues } from '../storage/repositories.ts';
import { UsageError, type AdminContext } from './admin-context.ts';

/** A closing, and when it counts in this process. `File`: it is in the file of `TAPEDECK_CALENDAR`. */
export interface ListedClosing extends Closing {
  readonly state: 'InForce' | 'NextStart' | 'UntilNextStart' | 'File';
}

const FROM_THE_NEXT_START = 'It counts from the next start of the server on.';

/** When a change of the closing of a date counts, as sentences. For today that is usually too late without a restart. */
function whenItCounts(date: string, nowMs: number): string {
  if (date !== newYorkDate(nowMs)) return FROM_THE_NEXT_START;
  return `${FROM_THE_NEXT_START} Warning: ${date} is today in New York. Until the server is started again, orders, auctions, options and strategies follow today's hours as they were.`;
}

/** Runs `closing add DATE closed|HH:MM [REASON]`, `closing remove DATE` and `closing list`. */
export async function runClosingCommand(
  verb: string | undefined,
  args: readonly string[],
  { repositories: { system }, nowMs, print }: Pick<AdminContext, 'repositories' | 'nowMs' | 'print'>,
): Promise<void> {
  switch (verb) {
    case 'add':
      return print(await add(args, system, nowMs));
    case 'remove':
      return print(await remove(args[0], system, nowMs));
    case 'list': {
      const closings = await readStoredClosings(system);
      if (closings.length === 0) print('No closing is stored.');
      for (const closing of closings)
        print(`${closing.date}  ${closesText(closing)}  ${closing.reason}`.trim());
      return;
    }
    default:
      throw new UsageError('closing: say add, remove or list.');
  }
}

async function add(parts: readonly string[], system: SharedSystemValues, nowMs: number): Promise<string> {
  const read = readClosing(parts);
  if (!read.ok) throw new UsageError(`closing add: ${read.error}.`);
  const closing = read.value;
  const needless = whyNeedless(closing);
  if (needless !== null) throw new UsageError(needless);
  if (closingsInForce().ofFile.some(({ date }) => date === closing.date))
    throw new UsageError(`The file of TAPEDECK_CALENDAR has a closing for ${closing.date}: change it there.`);
  let replaced: Closing | undefined;
  await changeStoredClosings(system, (stored) => {
    replaced = stored.find(({ date }) => date === closing.date);
    const next = [...stored.filter((other) => other !== replaced), closing];
    const whole = parseClosings(formatClosings(next));
    if (!whole.ok) throw new UsageError(`closing add: ${whole.error.join(', ')}.`);
    return next;
  });
  const text =
    closing.closesAtMinutes === null ? 'are closed' : `close at ${closesText(closing)} New York time`;
  const was = replaced === undefined ? '' : ` This replaces the closing ${wasText(replaced)}.`;
  return `The exchanges ${text} on ${closing.date}.${was} ${whenItCounts(closing.date, nowMs)}`;
}

/** `at 13:00 (Snow)`, `all day`. */
const wasText = (closing: Closing): string =>
  `${closing.closesAtMinutes === null ? 'all day' : `at ${closesText(closing)}`}${closing.reason === '' ? '' : ` (${closing.reason})`}`;

async function remove(date: string | undefined, system: SharedSystemValues, nowMs: number): Promise<string> {
  if (date === undefined) throw new UsageError('closing remove: a date is missing.');
  await changeStoredClosings(system, (stored) => {
    const rest = stored.filter((closing) => closing.date !== date);
    if (rest.length === stored.length) throw new UsageError(`No closing is stored for ${date}.`);
    return rest;
  });
  return `The closing on ${date} is removed. ${whenItCounts(date, nowMs)}`;
}

/** The closings of the administration and of the file by date, each with when it counts in this process. */
export async function listClosings(system: Pick<SystemValues, 'get'>): Promise<ListedClosing[]> {
  const stored = await readStoredClosings(system);
  const { stored: inForce, ofFile } = closingsInForce();
  const listed = new Map<string, ListedClosing>();
  for (const closing of inForce) listed.set(closing.date, { ...closing, state: 'UntilNextStart' });
  for (const closing of stored) {
    const isInForce = inForce.some(
      ({ date, closesAtMinutes }) => date === closing.date && closesAtMinutes === closing.closesAtMinutes,
    );
    listed.set(closing.date, { ...closing, state: isInForce ? 'InForce' : 'NextStart' });
  }
  for (const closing of ofFile) listed.set(closing.date, { ...closing, state: 'File' });
  return [...listed.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}
