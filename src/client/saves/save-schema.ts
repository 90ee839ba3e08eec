import * as v from 'valibot';
import { readSave, type Save, SAVE_SCHEMA_VERSION } from '../../domain/saves/index.ts';

/** A save in the form of this release, as the browser keeps it. */
export const saveSchema = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, Save>(({ dataset, addIssue, NEVER }) => {
    const read = readSave(SAVE_SCHEMA_VERSION, dataset.value);
    if (read.ok) return read.value;
    addIssue({ message: 'save expected' });
    return NEVER;
  }),
);
