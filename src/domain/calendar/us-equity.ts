import { closesText, type Closing } from './closings.ts';
import { dateOfDay, dayNumber, newYorkMs } from './new-york-time.ts';
import { closeByRules, holidaysOf, isWeekend, setAddedClosings } from './us-holidays.ts';

export { newYorkDate, newYorkMinutes, newYorkMs } from './new-york-time.ts';

/** One day's regular session of the US equity exchanges. Times are UTC ms. */
export interface UsEquitySession {
  readonly date: string;
  readonly openMs: number;
  readonly closeMs: number;
  readonly isEarlyClose: boolean;
}

const OPEN_MINUTES = 9 * 60 + 30;
const CLOSE_MINUTES = 16 * 60;
const SESSION_CACHE_LIMIT = 10_000;

const sessions = new Map<string, UsEquitySession | null>();

/**
 * Adds closings to those of the rules, in place of those that were added before. The calendar is data of the whole process, as time zones are: a program
 * calls this at its start, before anything uses sessions.
 */
export function addClosings(closings: readonly Closing[]): void {
  setAddedClosings(closings);
  sessions.clear();
}

/** Why a closing adds nothing to the rules of the calendar: the exchanges are closed on its day anyway, or close no later; null when it adds something. */
export function whyNeedless({ date, closesAtMinutes }: Closing): string | null {
  const byRules = closeByRules(date, CLOSE_MINUTES);
  if (byRules === null) return `The exchanges are closed on ${date} anyway.`;
  return closesAtMinutes !== null && closesAtMinutes >= byRules
    ? `The exchanges close on ${date} at ${closesText({ closesAtMinutes: byRules })} anyway.`
    : null;
}

/** The regular session of a New York date (`YYYY-MM-DD`); null on weekends and holidays. Throws a RangeError for no date. */
export function sessionOn(date: string): UsEquitySession | null {
  const cached = sessions.get(date);
  if (cached !== undefined) return cached;
  const computed = computeSession(date);
  if (sessions.size >= SESSION_CACHE_LIMIT) sessions.clear();
  sessions.set(date, computed);
  return computed;
}

function computeSession(date: string): UsEquitySession | null {
  const day = dayNumber(date);
  const { closed, earlyCloseMinutes } = holidaysOf(Number(date.slice(0, 4)));
  if (isWeekend(day) || closed.has(day)) return null;
  const earlyMinutes = earlyCloseMinutes.get(day);
  return {
    date,
    openMs: newYorkMs(date, OPEN_MINUTES),
    closeMs: newYorkMs(date, earlyMinutes ?? CLOSE_MINUTES),
    isEarlyClose: earlyMinutes !== undefined,
  };
}

/** True when the exchanges trade on that New York date. */
export function isBusinessDay(date: string): boolean {
  return sessionOn(date) !== null;
}

/** The last session strictly before a date. */
export function previousSession(date: string): UsEquitySession {
  return step(date, -1);
}

/** The first session strictly after a date. */
export function nextSession(date: string): UsEquitySession {
  return step(date, 1);
}

/** The date of the `n`th session strictly before `date`; 0 gives `date` itself, session or not. */
export function businessDaysBack(date: string, n: number): string {
  if (!Number.isInteger(n) || n < 0)
    throw new RangeError(`business days to go back must be a whole number from 0: ${n}`);
  let at = date;
  for (let steps = 0; steps < n; steps += 1) at = previousSession(at).date;
  return at;
}

function step(date: string, direction: 1 | -1): UsEquitySession {
  // The longest closing on record is six days (2001-09-11 with the weekend), so the loop is short.
  for (let day = dayNumber(date) + direction; ; day += direction) {
    const session = sessionOn(dateOfDay(day));
    if (session !== null) return session;
  }
}
