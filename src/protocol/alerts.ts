import * as v from 'valibot';
import type { Entry } from './entry.ts';
import { longText, shortText, symbolField, timeMsField } from './fields.ts';

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

const alertIdField = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
/** Databases do not keep every text apart: control characters and halves of surrogate pairs are refused in new ids. */
const newAlertIdField = v.pipe(alertIdField, v.regex(/^[\x21-\x7e]+$/, 'printable characters expected'));
const versionField = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));
/** An alert: `Id`, `Symbol`, `Column`, `HighAlert`, `HighAlertTime`, `HighArm`, the same three of `Low`, `Paused`. Both ends read it by its version. */
const alertBody = v.looseObject({});
const alertDocument = v.object({
  Id: alertIdField,
  Revision: serialField,
  Version: versionField,
  Body: alertBody,
});
/** Body is null once the alert is removed. */
const alertState = v.object({ ...alertDocument.entries, Body: v.nullable(alertBody) });

/** Price alerts of registered users are evaluated by the server. They are documents, each with a revision. */
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
  alertPut: {
    T: 42,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Stores a new alert (Seen 0), or a new body of one over the revision that was seen; over that of a removal it restores the alert. Answered by alertStored, alertConflict or alertRefused.',
    body: v.strictObject({ Id: newAlertIdField, Seen: serialField, Version: versionField, Body: alertBody }),
  },
  alertRemove: {
    T: 43,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Removes an alert whose revision was seen. Answered as alertPut is.',
    body: v.strictObject({ Id: alertIdField, Seen: serialField }),
  },
  alertList: {
    T: 44,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Requests the alerts of the user, and from now on alertChanged for each change by another connection or by the server.',
    body: v.strictObject({}),
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
  alertDocuments: {
    T: 142,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Answers alertList: the alerts that are not removed. All parts but the last have HasMore.',
    body: v.object({ Items: v.pipe(v.array(alertDocument), v.maxLength(1000)), HasMore: v.boolean() }),
  },
  alertStored: {
    T: 143,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A write of this connection is stored, with the revision that it made.',
    body: v.object({ Id: alertIdField, Revision: serialField }),
  },
  alertConflict: {
    T: 144,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A write of this connection is not stored: another one came first. The alert is as given; Body is null when it is removed. Revision 0: the server knows no such alert.',
    body: alertState,
  },
  alertChanged: {
    T: 145,
    socket: 'trading',
    direction: 'toClient',
    doc: 'An alert was written by another connection of the user, or by the server, which records when it fired.',
    body: alertState,
  },
  alertRefused: {
    T: 146,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A write of this connection cannot be stored, for the reason in the message.',
    body: v.object({ Id: alertIdField, Message: longText }),
  },
} as const satisfies Record<string, Entry>;
