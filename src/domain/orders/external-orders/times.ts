import { subYears } from 'date-fns/subYears';
import { DAY_MS } from '../../calendar/durations.ts';
import { UTC } from '../../calendar/zones.ts';
import { dateOfDay, dayNumber, newYorkDate, newYorkMs } from '../../calendar/new-york-time.ts';

const TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})$/;

/** UTC ms of a broker's time: `2024-10-24T16:41:34+0000` or `…34.564Z`. Undefined for anything else. */
export function parseBrokerTime(text: string): number | undefined {
  const [, seconds, fraction = '', zone = ''] = TIME.exec(text) ?? [];
  if (seconds === undefined) return undefined;
  const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  // A host reads three decimals; more would be read differently by different hosts.
  const ms = Date.parse(`${seconds}${fraction.slice(0, 4)}${offset}`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** A time as the broker's queries take it: milliseconds and a literal Z. */
export function brokerTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** The last millisecond of the New York day of a moment. */
export function endOfDayMs(ms: number): number {
  return newYorkMs(dateOfDay(dayNumber(newYorkDate(ms)) + 1), 0) - 1;
}

/** Where the order history starts: at the last sync, or one year back when there was none (or it is older than that). */
export function historyStartMs(lastSyncMs: number | null, nowMs: number): number {
  const yearBackMs = subYears(nowMs, 1, { in: UTC }).getTime();
  return Math.min(nowMs, Math.max(lastSyncMs ?? 0, yearBackMs));
}

/** A span of time that one request covers, UTC ms. */
export interface TimeSlice {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The broker answers for windows of at most this length. */
export const MAX_SLICE_MS = 60 * DAY_MS;
/** Slices share this much, so that no order falls between two of them; who reads them drops what comes twice. */
const SLICE_OVERLAP_MS = 60_000;

/** A span in slices that the broker takes, newest first. Together they cover it all; none is longer than `MAX_SLICE_MS`. */
export function historySlices(fromMs: number, toMs: number): TimeSlice[] {
  const slices: TimeSlice[] = [];
  for (let endMs = toMs; ;) {
    const startMs = Math.max(fromMs, endMs - MAX_SLICE_MS);
    slices.push({ fromMs: startMs, toMs: endMs });
    if (startMs <= fromMs) return slices;
    endMs = startMs + SLICE_OVERLAP_MS;
  }
}
