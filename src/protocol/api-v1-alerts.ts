import * as v from 'valibot';
import { decimalText, limitText, timeText } from './api-v1-fields.ts';
import { cursorParam, nextCursor, none, type ApiV1Route } from './api-v1-route.ts';
import { shortText, symbolField } from './fields.ts';

const SIDES = ['above', 'below'] as const;
const alertIdText = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,64}$/, 'the id of an alert expected'));
const columnText = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,64}$/, 'the id of a column expected'));
const levelField = v.optional(v.nullable(decimalText), null);
const revisionField = v.pipe(v.number(), v.integer(), v.minValue(1));

const alertBody = v.object({
  id: shortText,
  /** Rises with each change; what If-Match names. */
  revision: revisionField,
  symbol: symbolField,
  /** `Last` for a price alert; else the id of another column of numbers. */
  column: shortText,
  above: v.nullable(decimalText),
  /** When the level above fired, exchange time; null while it has not. */
  aboveFired: v.nullable(timeText),
  below: v.nullable(decimalText),
  belowFired: v.nullable(timeText),
  isPaused: v.boolean(),
});

/** The routes about price alerts. */
export const alertRoutes = {
  alerts: {
    method: 'GET',
    path: '/api/v1/alerts',
    scope: 'read',
    needs: 'alerts',
    params: v.strictObject({
      symbol: v.optional(symbolField),
      limit: v.optional(limitText, '100'),
      cursor: v.optional(alertIdText),
    }),
    body: null,
    status: 200,
    response: v.object({ items: v.array(alertBody), nextCursor }),
    doc: "The alerts of the key's user, by id. With `nextCursor`, repeat the call with it as `cursor` for the next page.",
  },
  alertFirings: {
    method: 'GET',
    path: '/api/v1/alert-firings',
    scope: 'read',
    needs: 'alerts',
    params: v.strictObject({
      since: v.optional(timeText),
      limit: v.optional(limitText, '100'),
      cursor: cursorParam,
    }),
    body: null,
    status: 200,
    response: v.object({
      items: v.array(
        v.object({
          serial: v.pipe(v.number(), v.integer(), v.minValue(1)),
          alertId: shortText,
          symbol: symbolField,
          column: shortText,
          side: v.picklist(SIDES),
          level: decimalText,
          value: decimalText,
          time: timeText,
        }),
      ),
      nextCursor,
    }),
    doc: 'Alerts that fired at or after `since` (exchange time), the oldest first; the newest 5,000 of a user are kept. `serial` rises with each firing: to poll for new ones, use the last serial as `cursor`.',
  },
  alertCreate: {
    method: 'POST',
    path: '/api/v1/alerts',
    scope: 'manage',
    needs: 'alerts',
    params: none,
    body: v.strictObject({
      symbol: symbolField,
      column: v.optional(columnText, 'Last'),
      above: levelField,
      below: levelField,
      isPaused: v.optional(v.boolean(), false),
    }),
    isIdempotent: true,
    status: 201,
    response: alertBody,
    doc: 'Creates an alert, which appears in the open workstation at once: it fires when the value of the column is above `above` or below `below`, each once. The Idempotency-Key becomes its id: the same key again makes no second alert and is answered with the alert as it is now; for another symbol or column, or once the alert was removed, it gets 409.',
  },
  alert: {
    method: 'GET',
    path: '/api/v1/alerts/{alertId}',
    scope: 'read',
    needs: 'alerts',
    params: v.strictObject({ alertId: alertIdText }),
    body: null,
    status: 200,
    response: alertBody,
    doc: 'An alert. 404 when the user has no such alert.',
  },
  alertChange: {
    method: 'PUT',
    path: '/api/v1/alerts/{alertId}',
    scope: 'manage',
    needs: 'alerts',
    params: v.strictObject({ alertId: alertIdText }),
    body: v.strictObject({
      above: levelField,
      below: levelField,
      isPaused: v.optional(v.boolean(), false),
      isRearmed: v.optional(v.boolean(), false),
    }),
    isConditional: true,
    status: 200,
    response: alertBody,
    doc: 'Sets the levels of an alert; one that is left out or null is removed. A side whose level changes can fire again, with `isRearmed` also one that stays. If-Match names the revision that was read: 409 when the alert has another one by now.',
  },
  alertRemove: {
    method: 'DELETE',
    path: '/api/v1/alerts/{alertId}',
    scope: 'manage',
    needs: 'alerts',
    params: v.strictObject({ alertId: alertIdText }),
    body: null,
    isConditional: true,
    status: 200,
    response: v.object({ id: shortText }),
    doc: 'Removes an alert whose revision If-Match names: 409 when it has another one by now.',
  },
} as const satisfies Record<string, ApiV1Route>;
