import * as v from 'valibot';
import { longText, shortText, timeMsField } from './fields.ts';
import type { HttpRoute } from './http-route.ts';
import { saveIdField, saveState } from './saves.ts';

/** Kinds of documents that this server lists. */
const LISTED_DOCUMENT_KINDS = ['alert', 'drawing'] as const;
const documentIdField = v.pipe(v.string(), v.minLength(1), v.maxLength(100));

const versionKind = v.picklist([...LISTED_DOCUMENT_KINDS, 'save']);
const versionIdText = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, 'a number expected'));
const versionEntries = {
  Kind: versionKind,
  Document: documentIdField,
  Version: v.number(),
  Body: v.looseObject({}),
};

/** Kinds of documents that are written by HTTP calls: they may be longer than a frame of a socket. */
const writtenKind = v.picklist(['save']);
const revisionText = v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,14})$/, 'a number expected'));
const writeOutcome = v.variant('Outcome', [
  v.object({ Outcome: v.literal('stored'), Revision: v.number() }),
  v.object({ Outcome: v.literal('conflict'), State: saveState }),
  v.object({ Outcome: v.literal('refused'), IsNameTaken: v.boolean(), Message: longText }),
]);

/** HTTP calls about documents of all kinds. Alerts and drawings are written over the trading socket. */
export const documentsHttp = {
  documentsList: {
    method: 'POST',
    path: '/api/Documents/List/{kind}',
    auth: 'bearer',
    params: v.strictObject({
      kind: v.picklist(LISTED_DOCUMENT_KINDS),
      after: v.optional(documentIdField),
    }),
    body: v.nullable(v.object({})),
    response: v.object({
      Items: v.array(v.object({ Id: documentIdField, Version: v.number(), Body: v.looseObject({}) })),
      Next: v.nullable(documentIdField),
    }),
    doc: 'The documents of the caller of a kind that are not removed, at most 500: those after the id `after`, or the first ones. Next is the id to continue after; null when there are no more. Refused in demo, whose documents are in the page only.',
  },
  documentPut: {
    method: 'POST',
    path: '/api/Documents/Put/{kind}/{id}',
    auth: 'bearer',
    params: v.strictObject({ kind: writtenKind, id: saveIdField, seen: revisionText, version: revisionText }),
    body: v.looseObject({}),
    response: writeOutcome,
    doc: 'Stores a new document (seen 0), or a new body of one over the revision that was seen; over that of a removal it restores the document. conflict: another write came first, State is the document as it is; its Body is null when it is removed, its Revision 0 when the server knows no such document. refused: for the reason in Message; IsNameTaken when another save of the type has the name.',
  },
  documentRemove: {
    method: 'POST',
    path: '/api/Documents/Remove/{kind}/{id}',
    auth: 'bearer',
    params: v.strictObject({ kind: writtenKind, id: saveIdField, seen: revisionText }),
    body: v.nullable(v.object({})),
    response: writeOutcome,
    doc: 'Removes a document whose revision was seen. Answers as Put does.',
  },
  documentVersions: {
    method: 'POST',
    path: '/api/Documents/Versions',
    auth: 'bearer',
    params: v.strictObject({ before: v.optional(versionIdText) }),
    body: v.nullable(v.object({})),
    response: v.object({
      Items: v.array(
        v.object({
          Id: v.number(),
          ...versionEntries,
          Changed: timeMsField,
          Browser: shortText,
          IsRemoval: v.boolean(),
        }),
      ),
      Present: v.array(v.object({ ...versionEntries, Body: v.nullable(v.looseObject({})) })),
      Next: v.nullable(v.number()),
    }),
    doc: 'Earlier states of the alerts, shared drawings and saved items (save: Type and Name only) of the caller, the newest first, at most 100: those before the one with the id `before`, or the newest. Each was replaced or removed (IsRemoval) at Changed from Browser (empty = not known). Present: what these documents are now; Body is null when removed. Next is the id to continue before; null when there are no more. Kept for 30 days, at most 100 of a document and 5,000 or 20,000,000 characters of a user. Changes of a document from one browser within five minutes are one.',
  },
  documentVersion: {
    method: 'POST',
    path: '/api/Documents/Versions/{id}',
    auth: 'bearer',
    params: v.strictObject({ id: versionIdText }),
    body: v.nullable(v.object({})),
    response: v.object(versionEntries),
    doc: 'An earlier state with its whole body (a saved item: Type, Name and Data); 404 when it is not kept any more.',
  },
} as const satisfies Record<string, HttpRoute>;
