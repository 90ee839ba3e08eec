import * as v from 'valibot';
import { limitText } from './api-v1-fields.ts';
import { accountParam, cursorParam, type ApiV1Route } from './api-v1-route.ts';
import { runParams, runScheduleBody, scheduleRoutes } from './api-v1-schedules.ts';
import { guardsAnswer, liveTerms, runEntries, runOrdersPage } from './api-v1-strategies.ts';
import { accountField, shortText } from './fields.ts';
import { nameField } from './strategy-bodies.ts';

const runBody = v.object({
  ...runEntries,
  guards: guardsAnswer,
  atRestart: v.picklist(['stop', 'resume']),
  /** Null = none. */
  schedule: v.nullable(runScheduleBody),
});

/** The routes about live runs of strategies of the user. */
export const runRoutes = {
  runs: {
    method: 'GET',
    path: '/api/v1/strategies/{strategy}/runs',
    scope: 'read',
    needs: 'strategies',
    params: v.strictObject({ strategy: nameField, account: accountParam }),
    body: null,
    status: 200,
    response: v.object({ account: accountField, items: v.array(runBody) }),
    doc: 'The live runs of a strategy on an account, those of the workstation included, the newest first.',
  },
  runStart: {
    method: 'POST',
    path: '/api/v1/strategies/{strategy}/runs',
    scope: 'run',
    needs: 'strategies',
    params: v.strictObject({ strategy: nameField }),
    body: v.strictObject(liveTerms),
    isIdempotent: true,
    status: 201,
    response: runBody,
    doc: 'Starts a live run of a saved strategy: its orders are orders of the account. The key needs the scope of the account, `paper` or `live`, beside `run`. The run continues without the key, also when the key is revoked, until it is stopped. The same limits, permissions and required checks apply as to a start in the workstation. The same Idempotency-Key again starts nothing and returns the run, also a stopped one; with another request it gets 409. A refused start gets 422. A run that crosses one of its `guards` stops: the order that would cross it is not sent, open orders are cancelled, and `message` says which guard it was. With `atRestart` resume it resumes by itself after a restart of the server.',
  },
  run: {
    method: 'GET',
    path: '/api/v1/strategies/{strategy}/runs/{runId}',
    scope: 'read',
    needs: 'strategies',
    params: runParams,
    body: null,
    status: 200,
    response: runBody,
    doc: 'A live run: its state, and its returns so far. Ratios are fractions (0.05 is 5 %); null where one is not defined.',
  },
  runOrders: {
    method: 'GET',
    path: '/api/v1/strategies/{strategy}/runs/{runId}/orders',
    scope: 'read',
    needs: 'strategies',
    params: v.strictObject({
      ...runParams.entries,
      limit: v.optional(limitText, '100'),
      cursor: cursorParam,
    }),
    body: null,
    status: 200,
    response: runOrdersPage,
    doc: 'The orders of a live run, the oldest first.',
  },
  runStop: {
    method: 'DELETE',
    path: '/api/v1/strategies/{strategy}/runs/{runId}',
    scope: 'run',
    needs: 'strategies',
    params: runParams,
    body: null,
    status: 200,
    response: v.object({ id: shortText }),
    doc: 'Stops a live run: its open orders are cancelled, its positions stay. Read it until `isRunning` is false. 409 for a run that has ended.',
  },
  ...scheduleRoutes,
} as const satisfies Record<string, ApiV1Route>;
