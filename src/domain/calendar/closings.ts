import { err, ok, type Result } from '../assert/assert.ts';

/** A day that the rules of the calendar do not know: the exchanges are closed, or close earlier. */
export interface Closing {
  /** New York date, `YYYY-MM-DD`. */
  readonly date: string;
  /** Minutes after New York midnight; null = closed all day. */
  readonly closesAtMinutes: number | null;
  readonly reason: string;
}

const MINUTES_AN_HOUR = 60;
/** The first line of a file of closings. */
const CLOSINGS_HEADER = 'Date,Closes,Reason';
/** More than all closings since 1990 twenty times over. */
const MAX_CLOSINGS = 500;
const MAX_REASON_CHARACTERS = 200;
/** A session has at least a minute, and an early close is before the usual one. */
const [FIRST_CLOSE_MINUTES, USUAL_CLOSE_MINUTES] = [9 * MINUTES_AN_HOUR + 31, 16 * MINUTES_AN_HOUR];

/**
 * Reads closings: lines of a New York date, `closed` or a time of day such as `13:00`, and a reason, below the header. Empty lines and lines that begin with
 * `#` are skipped. Without success the errors, a line for each, with the number of the line that they are about.
 */
export function parseClosings(text: string): Result<readonly Closing[], readonly string[]> {
  const closings = new Map<string, Closing>();
  const problems: string[] = [];
  let hasHeader = false;
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (!hasHeader) {
      hasHeader = true;
      if (line.trim() !== CLOSINGS_HEADER)
        problems.push(`line ${index + 1}: the first line must be ${CLOSINGS_HEADER}`);
      continue;
    }
    const closing = readClosing(line.split(','));
    if (!closing.ok) problems.push(`line ${index + 1}: ${closing.error}`);
    else if (closings.has(closing.value.date))
      problems.push(`line ${index + 1}: ${closing.value.date} is there twice`);
    else closings.set(closing.value.date, closing.value);
  }
  if (closings.size > MAX_CLOSINGS) problems.push(`there are more than ${MAX_CLOSINGS} closings`);
  return problems.length > 0 ? err(problems) : ok([...closings.values()]);
}

/** The closings in the form that `parseClosings` reads. */
export const formatClosings = (closings: readonly Closing[]): string =>
  [
    CLOSINGS_HEADER,
    ...closings.map((closing) => `${closing.date},${closesText(closing)},${closing.reason}`),
  ].join('\n');

/** `closed`, or the time of day at which the exchanges close, such as `13:00`. */
export function closesText({ closesAtMinutes }: Pick<Closing, 'closesAtMinutes'>): string {
  if (closesAtMinutes === null) return 'closed';
  const [hours, minutes] = [Math.floor(closesAtMinutes / MINUTES_AN_HOUR), closesAtMinutes % MINUTES_AN_HOUR];
  return [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
}

/** The closing of the parts of a line, or what is wrong with them. */
export function readClosing(parts: readonly string[]): Result<Closing, string> {
  const [date = '', closes = '', ...rest] = parts.map((cell) => cell.trim());
  const reason = rest.join(', ');
  if (!isDate(date)) return err(`"${date.slice(0, 20)}" is not a date such as 2027-03-04`);
  if (reason.length > MAX_REASON_CHARACTERS)
    return err(`the reason has more than ${MAX_REASON_CHARACTERS} characters`);
  if (/\p{Cc}/u.test(reason)) return err('the reason has control characters');
  if (closes === 'closed') return ok({ date, closesAtMinutes: null, reason });
  const closesAtMinutes = minutesOf(closes);
  if (closesAtMinutes === undefined)
    return err(`"${closes.slice(0, 20)}" is neither "closed" nor a time from 09:31 to 15:59, such as 13:00`);
  return ok({ date, closesAtMinutes, reason });
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

function minutesOf(text: string): number | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined || Number(minutes) >= MINUTES_AN_HOUR) return undefined;
  const total = Number(hours) * MINUTES_AN_HOUR + Number(minutes);
  return total >= FIRST_CLOSE_MINUTES && total < USUAL_CLOSE_MINUTES ? total : undefined;
}
