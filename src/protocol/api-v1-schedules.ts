import * as v from 'valibot';
import { SCHEDULE_DAYS } from '../domain/strategy/schedule-terms.ts';
import { timeText } from './api-v1-fields.ts';
import { accountParam, type ApiV1Route } from './api-v1-route.ts';
import { timeOfDay } from './api-v1-strategies.ts';
import { shortText } from './fields.ts';
import { instanceIdField, nameField } from './strategy-bodies.ts';

/** The live run that a path names. */
export const runParams = v.strictObject({
  strategy: nameField,
  runId: instanceIdField,
  account: accountParam,
});
const daysField = v.pipe(
  v.array(v.picklist(SCHEDULE_DAYS)),
  v.minLength(1),
  v.maxLength(SCHEDULE_DAYS.length),
);

/** The schedule of a live run. Times of day are New York time. */
export const runScheduleBody = v.object({
  /** False: the times are kept, and nothing starts or stops by them. */
  isOn: v.boolean(),
  days: daysField,
  start: timeOfDay,
  stop: timeOfDay,
  /** What the schedule does next to the run as it is; null while it is off. `time` is exchange time. */
  next: v.nullable(v.object({ action: v.picklist(['start', 'stop']), time: timeText })),
  /** Why the run did not start at its last start time; empty when it did. */
  problem: v.string(),
});

const scheduleTerms = v.strictObject({
  isOn: v.optional(v.boolean(), true),
  days: v.optional(daysField, [...SCHEDULE_DAYS]),
  start: timeOfDay,
  stop: timeOfDay,
});
const path = '/api/v1/strategies/{strategy}/runs/{runId}/schedule';

/** The routes about schedules of live runs. */
export const scheduleRoutes = {
  runSchedule: {
    method: 'GET',
    path,
    scope: 'read',
    needs: 'strategies',
    params: runParams,
    body: null,
    status: 200,
    response: v.object({ id: shortText, schedule: v.nullable(runScheduleBody) }),
    doc: 'The schedule of a live run; null when it has none.',
  },
  runScheduleSet: {
    method: 'PUT',
    path,
    scope: 'run',
    needs: 'strategies',
    params: runParams,
    body: scheduleTerms,
    status: 200,
    response: v.object({ id: shortText, schedule: v.nullable(runScheduleBody) }),
    doc: 'Sets the schedule of a live run in place of an earlier one: it starts and stops by itself on the chosen weekdays, at New York times of one day. The key needs the scope of the account, `paper` or `live`, beside `run`. Setting it starts and stops nothing at once: the first start is the next start time. The schedule is followed without the key, also when the key is revoked, until it is removed. A scheduled start uses the code and the settings of the run, and passes the same limits, permissions and required checks as any start. With `isOn` false the times are kept and nothing happens by them. Days without a session are skipped. A refused schedule gets 422.',
  },
  runScheduleRemove: {
    method: 'DELETE',
    path,
    scope: 'run',
    needs: 'strategies',
    params: runParams,
    body: null,
    status: 200,
    response: v.object({ id: shortText }),
    doc: 'Removes the schedule of a live run; a run without a schedule stays as it is. It does not stop the run.',
  },
} as const satisfies Record<string, ApiV1Route>;
