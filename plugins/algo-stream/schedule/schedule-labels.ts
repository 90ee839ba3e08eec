import { isStrategyRunning } from '../../../src/domain/strategy/enumerations.ts';
import {
  nextStep,
  nextStepOfRun,
  scheduleLabel,
  scheduleProblem,
  type ScheduleStep,
} from '../../../src/domain/strategy/run-schedule.ts';
import { dayNumber, newYorkDate, weekdayOf } from '../../../src/domain/calendar/new-york-time.ts';
import { SCHEDULE_DAYS } from '../../../src/domain/strategy/schedule-terms.ts';
import { formatTime } from '../../../src/plugin-api/index.ts';
import { momentText } from '../run-labels.ts';
import { statusLabel } from '../status-labels.ts';
import type { Instance, ScheduleTerms } from '../types.ts';

type Scheduled = Pick<Instance, 'Schedule' | 'Status'>;

/** `Mon–Fri 09:31–15:55`, `Off (Mon–Fri 09:31–15:55)`; empty for a run without a schedule. */
export function scheduleText({ Schedule }: Pick<Instance, 'Schedule'>): string {
  if (Schedule === null) return '';
  return Schedule.IsOn ? scheduleLabel(Schedule) : `Off (${scheduleLabel(Schedule)})`;
}

/** What the schedule does next to a run as it is now: a run that is stopped within its window starts after it. Null without a schedule that is on. */
export function nextScheduled({ Schedule, Status }: Scheduled): ScheduleStep | null {
  const next = Schedule?.Next;
  if (!Schedule || !next) return null;
  const isRunning = isStrategyRunning(Status) || Status === 'InfoMessage';
  return nextStepOfRun(Schedule, { action: next.Action, atMs: next.At }, isRunning);
}

/** `Start 3/3/2026 09:31`; empty without a schedule that is on. */
export function nextScheduledText(run: Scheduled): string {
  const next = nextScheduled(run);
  return next === null ? '' : `${next.action} ${momentText(next.atMs)}`;
}

/** Whether a run is stopped and its schedule starts it again. */
export const isWaitingForStart = (run: Scheduled): boolean =>
  run.Status === 'Stopped' && nextScheduled(run)?.action === 'Start';

/** `Waiting` for a run that its schedule starts; else the label of its status. */
export const runStatusLabel = (run: Scheduled): string =>
  isWaitingForStart(run) ? 'Waiting' : statusLabel(run.Status);

/** `starts Tue, Mar 3 09:31`: continues a status. */
export function statusSchedule(run: Scheduled): string {
  const next = nextScheduled(run);
  if (next === null) return '';
  return `${next.action === 'Start' ? 'starts' : 'stops'} ${stepText(next.atMs)}`;
}

/** `Tue, Mar 3 09:31` of a moment on a weekday (UTC ms). */
function stepText(atMs: number): string {
  const day = SCHEDULE_DAYS[weekdayOf(dayNumber(newYorkDate(atMs))) - 1] ?? '';
  return `${day.slice(0, 3)}, ${formatTime(atMs, 'MMM D')} ${formatTime(atMs, 'HH:mm')}`;
}

/** What a schedule would do first if it was set now (exchange UTC ms); empty while it is off or incomplete. */
export function firstStartText(terms: ScheduleTerms, nowMs: number): string {
  if (!terms.IsOn || scheduleProblem(terms) !== null) return '';
  const next = nextStep(terms, nowMs);
  const start = next.action === 'Start' ? next : nextStep(terms, next.atMs);
  return `First scheduled start: ${momentText(start.atMs)}, New York time.`;
}
