import * as v from 'valibot';
import type { HttpRoute } from './http-route.ts';

/** Kinds of documents that this server lists. */
const LISTED_DOCUMENT_KINDS = ['alert', 'drawing'] as const;
const documentIdField = v.pipe(v.string(), v.minLength(1), v.maxLength(100));

/** HTTP calls about documents of all kinds. Single documents are read and written over the trading socket. */
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
} as const satisfies Record<string, HttpRoute>;
