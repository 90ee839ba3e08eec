import * as v from 'valibot';
import type { Entry } from './entry.ts';
import { shortText, symbolField, timeMsField } from './fields.ts';

const serialField = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));

/** One firing of one side of an alert. Serial rises with each firing of the user. Level and Value in the unit of the column (dollars, per cent). */
const alertFiringBody = v.object({
  Serial: serialField,
  AlertId: shortText,
  Side: v.picklist(['High', 'Low']),
  Arm: serialField,
  Symbol: symbolField,
  Column: shortText,
  Level: v.pipe(v.number(), v.finite()),
  Value: v.pipe(v.number(), v.finite()),
  Timestamp: timeMsField,
});

/** Price alerts of registered users are evaluated by the server, which reads them from the stored workspaces. */
export const alerts = {
  alertFiringsSeen: {
    T: 40,
    socket: 'trading',
    direction: 'toServer',
    doc: 'The user was shown the firings up to this serial.',
    body: v.strictObject({ UpTo: serialField }),
  },
  alertFiringsClear: {
    T: 41,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Empties the log of firings up to this serial.',
    body: v.strictObject({ UpTo: serialField }),
  },

  alertFirings: {
    T: 140,
    socket: 'trading',
    direction: 'toClient',
    doc: 'The log of firings, newest first, after the account was selected and when it was emptied. Firings above SeenUpTo were not shown to the user yet.',
    body: v.object({ Items: v.pipe(v.array(alertFiringBody), v.maxLength(500)), SeenUpTo: serialField }),
  },
  alertFired: {
    T: 141,
    socket: 'trading',
    direction: 'toClient',
    doc: 'An alert fired now. It is stored before it is sent.',
    body: alertFiringBody,
  },
} as const satisfies Record<string, Entry>;
