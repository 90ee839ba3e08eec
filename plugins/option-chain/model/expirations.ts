import { addMonths } from 'date-fns/addMonths';
import { format } from 'date-fns/format';
import { lightFormat } from 'date-fns/lightFormat';
import { parseISO } from 'date-fns/parseISO';
import { dayNumber, newYorkDate } from '../../../src/domain/calendar/new-york-time.ts';
import { expirationSeconds, monthBuckets, monthlyExpiration } from '../../../src/domain/options/index.ts';
import { ALL_EXPIRATIONS, NEAR_EXPIRATIONS } from './defaults.ts';

export type ExpirationKind = 'Weekly' | 'Monthly' | 'Quarterly';

/** An expiration as the chain shows it. */
export interface ChainExpiration {
  /** Unix seconds of 16:00 New York. */
  readonly seconds: number;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly kind: ExpirationKind;
}

/** An expiration as the server lists it. */
export interface ListedExpiration {
  readonly Expiration: number;
  readonly IsWeekly: boolean;
}

export interface ExpirationOption {
  readonly value: string;
  readonly label: string;
}

function kindOf(date: string, isWeekly: boolean): ExpirationKind {
  if (isWeekly) return 'Weekly';
  const monthly = monthlyExpiration(Number(date.slice(0, 4)), Number(date.slice(5, 7)));
  return date === monthly ? 'Monthly' : 'Quarterly';
}

/** The listed expirations that have not passed at `nowMs`, ascending, each once. */
export function openExpirations(listed: readonly ListedExpiration[], nowMs: number): ChainExpiration[] {
  const bySeconds = new Map<number, ChainExpiration>();
  for (const { Expiration: seconds, IsWeekly } of listed) {
    if (!Number.isFinite(seconds) || seconds * 1000 <= nowMs) continue;
    const date = newYorkDate(seconds * 1000);
    bySeconds.set(seconds, { seconds, date, kind: kindOf(date, IsWeekly) });
  }
  return [...bySeconds.values()].sort((a, b) => a.seconds - b.seconds);
}

/** The same day of the next calendar month, or its last day where the month is shorter (`YYYY-MM-DD`). */
export function oneMonthAfter(date: string): string {
  return lightFormat(addMonths(parseISO(date), 1), 'yyyy-MM-dd');
}

/** First and last expiration to request, Unix seconds, both inclusive. */
export interface ExpirationWindow {
  readonly from: number;
  readonly to: number;
}

/**
 * The window of a choice; null without expirations. The near window is one calendar month from today; where nothing expires within it,
 * and for a month that has no expirations any more, it is the earliest month that has some.
 */
export function expirationWindow(
  choice: string,
  expirations: readonly ChainExpiration[],
  nowMs: number,
): ExpirationWindow | null {
  const [first] = expirations;
  const last = expirations.at(-1);
  if (first === undefined || last === undefined) return null;
  if (choice === ALL_EXPIRATIONS) return { from: first.seconds, to: last.seconds };
  const buckets = monthBuckets(expirations.map(({ seconds }) => seconds));
  const chosen = buckets.find(({ month }) => month === choice);
  if (chosen !== undefined) return { from: chosen.from, to: chosen.to };
  const end = expirationSeconds(oneMonthAfter(newYorkDate(nowMs)));
  const near = expirations.filter(({ seconds }) => seconds <= end);
  const to = near.at(-1)?.seconds ?? buckets[0]?.to ?? first.seconds;
  return { from: first.seconds, to };
}

/** The choices of the selector: one month, each calendar month that has expirations, and all. */
export function expirationOptions(
  expirations: readonly ChainExpiration[],
  nowMs: number,
): readonly ExpirationOption[] {
  const near = expirationWindow(NEAR_EXPIRATIONS, expirations, nowMs);
  const nearCount = expirations.filter(({ seconds }) => near !== null && seconds <= near.to).length;
  return [
    { value: NEAR_EXPIRATIONS, label: `Within 1 month (${nearCount})` },
    ...monthBuckets(expirations.map(({ seconds }) => seconds)).map(({ month, expirations: inMonth }) => ({
      value: month,
      label: `${monthText(month)} (${inMonth.length})`,
    })),
    { value: ALL_EXPIRATIONS, label: `All (${expirations.length})` },
  ];
}

/** `Dec 2026` of `2026-12`. */
export function monthText(month: string): string {
  return format(parseISO(month), 'MMM yyyy');
}

/** `Fri Dec 18 '26` of `2026-12-18`. */
export function expirationText(date: string): string {
  return format(parseISO(date), "EEE MMM d ''yy");
}

/** Calendar days from today in New York to an expiration date. */
export function daysToExpiry(date: string, nowMs: number): number {
  return dayNumber(date) - dayNumber(newYorkDate(nowMs));
}

/** `today`, `1 day`, `25 days`. */
export function daysText(days: number): string {
  if (days <= 0) return 'today';
  return days === 1 ? '1 day' : `${days} days`;
}
