import type * as v from 'valibot';
import { isStrategyRunning } from '../../../domain/strategy/enumerations.ts';
import { minuteText } from '../../../domain/strategy/intervals.ts';
import { nextStepOfRun } from '../../../domain/strategy/run-schedule.ts';
import type { runScheduleBody, scheduleRoutes } from '../../../protocol/api-v1-schedules.ts';
import type { Body } from '../../../protocol/index.ts';
import type { WireInstance } from '../../algostream/service.ts';
import { minutesOf, timeOf } from './api-v1.ts';

type ScheduleTerms = v.InferOutput<typeof scheduleRoutes.runScheduleSet.body>;

/** The schedule of a live run of the API; null when it has none. */
export function scheduleToApi({
  Schedule: schedule,
  Status,
}: Pick<WireInstance, 'Schedule' | 'Status'>): v.InferInput<typeof runScheduleBody> | null {
  if (schedule === null) return null;
  const { IsOn: isOn, Days: days, Start, Stop, Next, Problem: problem } = schedule;
  const isRunning = isStrategyRunning(Status) || Status === 'InfoMessage';
  const next = Next && nextStepOfRun(schedule, { action: Next.Action, atMs: Next.At }, isRunning);
  return {
    isOn,
    days,
    start: minuteText(Start),
    stop: minuteText(Stop),
    next: next && { action: next.action === 'Start' ? 'start' : 'stop', time: timeOf(next.atMs) },
    problem,
  };
}

/** A schedule in the form in which the workstation sends it. */
export const scheduleFromApi = ({
  isOn,
  days,
  start,
  stop,
}: ScheduleTerms): NonNullable<Body<'setStrategySchedule'>['Schedule']> => ({
  IsOn: isOn,
  Days: days,
  Start: minutesOf(start),
  Stop: minutesOf(stop),
});
