import { DEFAULT_SCHEDULE, MAX_START_MINUTE } from '../../../src/domain/strategy/run-schedule.ts';
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

/** What is wrong with a schedule, by field. */
export type ScheduleProblems = Partial<Record<'days' | 'start' | 'stop', string>>;

/** The schedule of the fields; a time that is none of the day is NaN. */
export function termsOfSchedule({ isOn, days, start, stop }: ScheduleForm): ScheduleTerms {
  return {
    IsOn: isOn,
    Days: days,
    Start: minuteOfText(start) ?? Number.NaN,
    Stop: minuteOfText(stop) ?? Number.NaN,
  };
}

/** What is wrong with the fields; nothing when they can be sent. A stop that is not after the start is the fault of the stop. */
export function scheduleProblems(form: ScheduleForm): ScheduleProblems {
  const { Days, Start, Stop } = termsOfSchedule(form);
  const isStart = Start <= MAX_START_MINUTE;
  const problems = {
    days: Days.length === 0 ? 'Choose at least one day' : undefined,
    start: isStart ? undefined : 'Enter the start as HH:mm, from 00:00 to 23:59',
    stop: Number.isNaN(Stop)
      ? 'Enter the stop as HH:mm, up to 24:00'
      : isStart && Stop <= Start
        ? 'The stop must be after the start'
        : undefined,
  };
  return Object.fromEntries(Object.entries(problems).filter(([, text]) => text !== undefined));
}
