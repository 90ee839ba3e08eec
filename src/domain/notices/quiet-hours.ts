import { TZDate } from '@date-fns/tz';
import { MINUTE_MS } from '../calendar/durations.ts';

/** A span of each day in which a user wants to be left alone. */
export interface QuietHours {
  readonly isOn: boolean;
  /** Minutes after midnight on the wall clock of the time zone, 0-1439. */
  readonly fromMinutes: number;
  /** The first minute after the span; before `fromMinutes` when the span crosses midnight. */
  readonly toMinutes: number;
  /** A name of the IANA database, such as `America/New_York`. */
  readonly timeZone: string;
}

/** End of the quiet hours that a moment is in, UTC ms; undefined outside of them. */
export function quietEndMs(
  { isOn, fromMinutes, toMinutes, timeZone }: QuietHours,
  nowMs: number,
): number | undefined {
  if (!isOn) return undefined;
  const local = new TZDate(nowMs, timeZone);
  const minutes = local.getHours() * 60 + local.getMinutes();
  const isInside =
    fromMinutes < toMinutes
      ? minutes >= fromMinutes && minutes < toMinutes
      : minutes >= fromMinutes || minutes < toMinutes;
  if (!isInside) return undefined;
  const end = new TZDate(nowMs, timeZone);
  if (minutes >= toMinutes) end.setDate(end.getDate() + 1);
  end.setHours(Math.floor(toMinutes / 60), toMinutes % 60, 0, 0);
  // In the hour that the clock repeats, the end on the wall clock may be a moment that has passed.
  return end.getTime() > nowMs ? end.getTime() : nowMs + (toMinutes - minutes) * MINUTE_MS;
}

/** Whether a text names a time zone. */
export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
