import { DEFAULT_SCHEDULE, scheduleProblem } from '../../../src/domain/strategy/run-schedule.ts';
import { type ScheduleDay } from '../../../src/domain/strategy/schedule-terms.ts';
import { minuteOfText, minuteText } from '../../../src/domain/strategy/intervals.ts';
import type { Instance, ScheduleTerms } from '../types.ts';

/** A schedule while it is filled in. Times are `HH:mm` in New York. */
export interface ScheduleForm {
  readonly isOn: boolean;
  readonly days: readonly ScheduleDay[];
  readonly start: string;
  readonly stop: string;
  /** At a start: the run is not started before its next start time. */
  readonly waits: boolean;
}

/** The fields of a new run, or of one with a schedule. */
export function initialSchedule(schedule: Instance['Schedule']): ScheduleForm {
  const { Days, Start, Stop } = schedule ?? DEFAULT_SCHEDULE;
  return {
    isOn: schedule?.IsOn === true,
    days: Days,
    start: minuteText(Start),
    stop: minuteText(Stop),
    waits: false,
  };
}

const INVALID = { Start: Number.NaN, Stop: Number.NaN };

/** The schedule of the fields; its times are no numbers when they are no times of the day. */
export function termsOfSchedule({ isOn, days, start, stop }: ScheduleForm): ScheduleTerms {
  const [Start, Stop] = [minuteOfText(start), minuteOfText(stop)];
  return { IsOn: isOn, Days: days, ...(Start === null || Stop === null ? INVALID : { Start, Stop }) };
}

/** What is wrong with the fields; undefined when they can be sent. */
export function scheduleFormProblem(form: ScheduleForm): string | undefined {
  const terms = termsOfSchedule(form);
  if (Number.isNaN(terms.Start)) return 'Enter the times of the schedule as HH:mm';
  return scheduleProblem(terms) ?? undefined;
}
