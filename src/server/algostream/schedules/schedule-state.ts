import { nextStep, windowAt, type ScheduleWindow } from '../../../domain/strategy/run-schedule.ts';
import { SCHEDULE_DAYS, type RunSchedule } from '../../../domain/strategy/schedule-terms.ts';
import type { WireInstance } from '../service.ts';

/** The schedule of a live run in wire form. */
export type WireSchedule = NonNullable<WireInstance['Schedule']>;
/** A schedule as its user sets it. */
export type ScheduleTerms = RunSchedule & Pick<WireSchedule, 'IsOn'>;

/** What comes next after a moment (exchange UTC ms); null while the schedule is off. */
export function nextOf(terms: ScheduleTerms, nowMs: number): WireSchedule['Next'] {
  if (!terms.IsOn) return null;
  const { action: Action, atMs: At } = nextStep(terms, nowMs);
  return { Action, At };
}

/** A schedule that is set at a moment (exchange UTC ms). A window that the moment lies in counts as started: setting a schedule never starts a run at once. */
export const newSchedule = (terms: ScheduleTerms, nowMs: number): WireSchedule => ({
  IsOn: terms.IsOn,
  Days: SCHEDULE_DAYS.filter((day) => terms.Days.includes(day)),
  Start: terms.Start,
  Stop: terms.Stop,
  Next: nextOf(terms, nowMs),
  LastStart: windowAt(terms, nowMs)?.startMs ?? null,
  Problem: '',
});

/** Whether the stop that came next has passed without being carried out: the server was not running. */
export const hasMissedStop = ({ Schedule }: Pick<WireInstance, 'Schedule'>, nowMs: number): boolean =>
  Schedule !== null && Schedule.IsOn && Schedule.Next?.Action === 'Stop' && Schedule.Next.At <= nowMs;

/** The last window that began and ended before a moment, and after the step that came next, without a start; null when there is none. */
export function missedWindow(schedule: WireSchedule, nowMs: number): ScheduleWindow | null {
  let missed: ScheduleWindow | null = null;
  for (let step = schedule.Next; step !== null && step.At <= nowMs; step = nextOf(schedule, step.At)) {
    if (step.Action !== 'Start' || step.At === schedule.LastStart) continue;
    const window = windowAt(schedule, step.At);
    if (window !== null && window.stopMs <= nowMs) missed = window;
  }
  return missed;
}
