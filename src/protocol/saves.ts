import * as v from 'valibot';
import { SAVE_ID_PATTERN } from '../domain/saves/index.ts';
import type { Entry } from './entry.ts';

const revisionField = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
const versionField = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));
/** Number of a save, in digits. */
export const saveIdField = v.pipe(v.string(), v.regex(SAVE_ID_PATTERN, 'a number expected'));
/** A save: `Id`, `Type`, `Name`, `Data`. Both ends read it by its version. */
const saveBody = v.looseObject({});
const saveDocument = v.object({
  Id: saveIdField,
  Revision: revisionField,
  Version: versionField,
  Body: saveBody,
});
/** Body is null once the save is removed. */
export const saveState = v.object({ ...saveDocument.entries, Body: v.nullable(saveBody) });

/** What tools save under names: lists, filters, levels, templates. They are documents, each with a revision; HTTP calls write them, because they may be longer than a frame. */
export const saves = {
  saveList: {
    T: 49,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Requests the saves of the user, and from now on saveChanged for each change.',
    body: v.strictObject({}),
  },

  saveDocuments: {
    T: 174,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Answers saveList: the saves that are not removed. All parts but the last have HasMore.',
    body: v.object({ Items: v.pipe(v.array(saveDocument), v.maxLength(1000)), HasMore: v.boolean() }),
  },
  saveChanged: {
    T: 175,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A save of the user was written, by this page or another one. Body is null when it is removed.',
    body: saveState,
  },
} as const satisfies Record<string, Entry>;
