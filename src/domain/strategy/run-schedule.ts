import { MINUTE_MS } from '../calendar/durations.ts';
import { dateOfDay, dayNumber, newYorkDate, newYorkMs, weekdayOf } from '../calendar/new-york-time.ts';
import { sessionOn } from '../calendar/us-equity.ts';
import { minuteText } from './intervals.ts';
import { SCHEDULE_DAYS, type RunSchedule } from './schedule-terms.ts';

/** What a new schedule begins with: every session, from a minute after the open to five minutes before the close. */
export const DEFAULT_SCHEDULE: RunSchedule = { Days: SCHEDULE_DAYS, Start: 9 * 60 + 31, Stop: 15 * 60 + 55 };

/** The time on one day between a scheduled start and a scheduled stop, UTC ms. */
export interface ScheduleWindow {
  readonly startMs: number;
  /** Exclusive. */
  readonly stopMs: number;
}

/** The next start or stop of a schedule. */
export interface ScheduleStep {
  readonly action: 'Start' | 'Stop';
  /** UTC ms. */
  readonly atMs: number;
}

/** The last minute of the day at which a schedule may start. */
export const MAX_START_MINUTE = 1439;
const MAX_STOP_MINUTE = 1440;
/** The close of a whole session, minutes after midnight. */
const WHOLE_CLOSE_MINUTE = 16 * 60;
/** No weekday is without a session for so many days. */
const MAX_DAYS_AHEAD = 60;

const isMinute = (minute: number, max: number): boolean =>
  Number.isInteger(minute) && minute >= 0 && minute <= max;

/** Why a schedule cannot be used, as a sentence for its user; null when it can. */
export function scheduleProblem({ Days, Start, Stop }: RunSchedule): string | null {
  if (Days.length === 0) return 'Choose at least one day of the schedule';
  if (!isMinute(Start, MAX_START_MINUTE)) return 'The schedule must start between 00:00 and 23:59';
  if (!isMinute(Stop, MAX_STOP_MINUTE)) return 'The schedule must stop between 00:00 and 24:00';
  return Start < Stop ? null : 'The schedule must stop after it starts';
}

/**
 * The window of a schedule on a New York date (`YYYY-MM-DD`); null on a day without a session or outside of the schedule. A time that a short session does not reach lies as
 * long before its close (or after it) as it lies before the close of a whole session; a short session on which the stop would not be after the start is skipped.
 */
export function windowOn({ Days, Start, Stop }: RunSchedule, date: string): ScheduleWindow | null {
  const session = sessionOn(date);
  const day = SCHEDULE_DAYS[weekdayOf(dayNumber(date)) - 1];
  if (session === null || day === undefined || !Days.includes(day)) return null;
  const timeOf = (minute: number): number => {
    const statedMs = newYorkMs(date, minute);
    return statedMs < session.closeMs
      ? statedMs
      : session.closeMs + (minute - WHOLE_CLOSE_MINUTE) * MINUTE_MS;
  };
  const [startMs, stopMs] = [timeOf(Start), timeOf(Stop)];
  return startMs < stopMs ? { startMs, stopMs } : null;
}

/** The window that a moment (UTC ms) lies in; null outside of all. */
export function windowAt(schedule: RunSchedule, timeMs: number): ScheduleWindow | null {
  const window = windowOn(schedule, newYorkDate(timeMs));
  return window !== null && timeMs >= window.startMs && timeMs < window.stopMs ? window : null;
}

/** The first start or stop after a moment (UTC ms). Throws a RangeError for a schedule that can never start. */
export function nextStep(schedule: RunSchedule, timeMs: number): ScheduleStep {
  const today = dayNumber(newYorkDate(timeMs));
  for (let day = today; day <= today + MAX_DAYS_AHEAD; day += 1) {
    const window = windowOn(schedule, dateOfDay(day));
    if (window !== null && timeMs < window.startMs) return { action: 'Start', atMs: window.startMs };
    if (window !== null && timeMs < window.stopMs) return { action: 'Stop', atMs: window.stopMs };
  }
  throw new RangeError('the schedule has no day with a session');
}

/** What a schedule does next to a run as it is: a stop does nothing to a run that is stopped, nor a start to one that runs. `next`: the next step whatever the run is. */
export const nextStepOfRun = (schedule: RunSchedule, next: ScheduleStep, isRunning: boolean): ScheduleStep =>
  (next.action === 'Stop') === isRunning ? next : nextStep(schedule, next.atMs);

/** `Mon–Fri 09:31–15:55`, `Mon, Wed 09:31–15:55`. */
export function scheduleLabel({ Days, Start, Stop }: RunSchedule): string {
  const days = SCHEDULE_DAYS.filter((day) => Days.includes(day)).map((day) => day.slice(0, 3));
  const text = days.length === SCHEDULE_DAYS.length ? 'Mon–Fri' : days.join(', ');
  return `${text} ${minuteText(Start)}–${minuteText(Stop)}`;
}
