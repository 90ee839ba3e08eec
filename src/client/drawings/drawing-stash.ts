import * as v from 'valibot';
import type { Drawing } from '../../domain/drawings/index.ts';
import type { UnsentDocument } from '../documents/document-entries.ts';
import { createUnsentStash, type TextStorage, type UnsentStash } from '../documents/unsent-stash.ts';
import { drawingSchema } from './drawing-schema.ts';
import { UNSENT_DRAWINGS_KEY } from './unsent-key.ts';

const unsentSchema = v.object({
  id: v.string(),
  revision: v.pipe(v.number(), v.integer(), v.minValue(0)),
  seen: v.nullable(drawingSchema),
  row: v.nullable(drawingSchema),
  isRestored: v.boolean(),
});

/** Keeps unconfirmed changes of drawings in the browser. */
export type DrawingStash = UnsentStash<UnsentDocument<Drawing>>;

/** `storage` is the browser's storage unless given; hosts without one keep nothing. */
export const createDrawingStash = (storage?: () => TextStorage | undefined): DrawingStash =>
  createUnsentStash({ key: UNSENT_DRAWINGS_KEY, schema: unsentSchema }, storage);
