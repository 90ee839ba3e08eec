import * as v from 'valibot';
import { DRAWING_ID_PATTERN, MAX_DRAWING_ID_LENGTH } from '../domain/drawings/drawing-id.ts';
import type { Entry } from './entry.ts';
import { longText, symbolField } from './fields.ts';

const revisionField = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
/** Of a drawing: its symbol, a colon, and at most 36 letters, digits, `-` and `_`. */
const drawingIdField = v.pipe(v.string(), v.maxLength(MAX_DRAWING_ID_LENGTH), v.regex(DRAWING_ID_PATTERN));
const versionField = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));
/**
 * A drawing: `Id`, `Symbol`, `Area`, `Order`, `Type`, `Points` (`Date`, `Offset`, `Value`), `BarSize`, `Color`, `Thickness`, `FontSize`, `Text`,
 * `IsLocked`, `IsHidden`. Both ends read it by its version.
 */
const drawingBody = v.looseObject({});
const drawingDocument = v.object({
  Id: drawingIdField,
  Revision: revisionField,
  Version: versionField,
  Body: drawingBody,
});
/** Body is null once the drawing is removed. */
const drawingState = v.object({ ...drawingDocument.entries, Body: v.nullable(drawingBody) });

/** Drawings that all charts of a symbol share. They are documents, each with a revision. */
export const drawings = {
  drawingPut: {
    T: 45,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Stores a new drawing (Seen 0), or a new body of one over the revision that was seen; over that of a removal it restores the drawing. Answered by drawingStored, drawingConflict or drawingRefused.',
    body: v.strictObject({
      Id: drawingIdField,
      Seen: revisionField,
      Version: versionField,
      Body: drawingBody,
    }),
  },
  drawingRemove: {
    T: 46,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Removes a drawing whose revision was seen. Answered as drawingPut is.',
    body: v.strictObject({ Id: drawingIdField, Seen: revisionField }),
  },
  drawingList: {
    T: 47,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Requests the drawings of a symbol, and from now on drawingChanged for each change by another connection. A connection follows at most 500 symbols.',
    body: v.strictObject({ Symbol: symbolField }),
  },
  drawingLeave: {
    T: 48,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Ends drawingChanged for a symbol. Not answered.',
    body: v.strictObject({ Symbol: symbolField }),
  },

  drawingDocuments: {
    T: 147,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Answers drawingList: the drawings of the symbol that are not removed. All parts but the last have HasMore.',
    body: v.object({
      Symbol: symbolField,
      Items: v.pipe(v.array(drawingDocument), v.maxLength(1000)),
      HasMore: v.boolean(),
    }),
  },
  drawingStored: {
    T: 148,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A write of this connection is stored, with the revision that it made.',
    body: v.object({ Id: drawingIdField, Revision: revisionField }),
  },
  drawingConflict: {
    T: 149,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A write of this connection is not stored: another one came first. The drawing is as given; Body is null when it is removed. Revision 0: the server knows no such drawing.',
    body: drawingState,
  },
  drawingChanged: {
    T: 171,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A drawing of a symbol that this connection follows was written by another connection of the user.',
    body: drawingState,
  },
  drawingRefused: {
    T: 172,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A write of this connection cannot be stored, for the reason in the message.',
    body: v.object({ Id: drawingIdField, Message: longText }),
  },
  drawingListRefused: {
    T: 173,
    socket: 'trading',
    direction: 'toClient',
    doc: 'The drawings of a symbol cannot be listed, for the reason in the message.',
    body: v.object({ Symbol: symbolField, Message: longText }),
  },
} as const satisfies Record<string, Entry>;
