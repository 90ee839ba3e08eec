import * as v from 'valibot';
import { type Drawing, DRAWING_SCHEMA_VERSION, readDrawing } from '../../domain/drawings/index.ts';

/** A drawing that this release has stored in the browser. */
export const drawingSchema = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, Drawing>(({ dataset, addIssue, NEVER }) => {
    const read = readDrawing(DRAWING_SCHEMA_VERSION, dataset.value);
    if (read.ok) return read.value;
    addIssue({ message: 'drawing expected' });
    return NEVER;
  }),
);
