import * as v from 'valibot';
import { SCHEDULE_DAYS } from '../domain/strategy/schedule-terms.ts';
import { longText, timeMsField } from './fields.ts';

const minuteField = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max));

/** When a live run starts and stops: days of the week, and minutes after midnight in New York. IsOn false: the times are kept, and nothing starts or stops by them. */
const scheduleTerms = {
  IsOn: v.boolean(),
  Days: v.pipe(v.array(v.picklist(SCHEDULE_DAYS)), v.minLength(1), v.maxLength(SCHEDULE_DAYS.length)),
  Start: minuteField(1439),
  Stop: minuteField(1440),
};

/** A schedule as its user sets it. */
export const scheduleTermsBody = v.strictObject(scheduleTerms);

/** A schedule at a start. WaitsForStart: the run is stored and does not start before the next start time. */
export const startScheduleBody = v.strictObject({ ...scheduleTerms, WaitsForStart: v.boolean() });

/** The schedule of a live run. */
export const scheduleBody = v.object({
  ...scheduleTerms,
  /** What comes next; null while the schedule is off. At: exchange UTC ms. */
  Next: v.nullable(v.object({ Action: v.picklist(['Start', 'Stop']), At: timeMsField })),
  /** The start time that was reached last, UTC ms: none is reached twice. Null = none so far. */
  LastStart: v.nullable(timeMsField),
  /** Why the run did not start at its last start time; empty when it did. */
  Problem: longText,
});
