import * as v from 'valibot';
import { err, ok, type Result } from '../../domain/assert/assert.ts';
import type { Dialogs } from '../../plugin-api/dialog-types.ts';

const setSchema = v.object({ Columns: v.array(v.string()) });

/** Opens the saved sets of columns; resolves with the ids of the one that was chosen, or why it cannot be read; null when none was chosen. */
export type OpenColumnSets = (chosen: readonly string[]) => Promise<Result<readonly string[], string> | null>;

/** Saves and loads sets of columns as saves of the type `setType`. */
export function columnSets(setType: string, saves: Dialogs['saves']): OpenColumnSets {
  let currentName: string | null = null;
  return async (chosen) => {
    const done = await saves({
      toolType: setType,
      title: 'Column sets',
      currentName,
      data: () => ({ Columns: chosen }),
      note: 'A set has the columns and their order. Windows with the same columns share the sets.',
      onGone: () => {
        currentName = null;
      },
    });
    if (done === null) return null;
    const read = v.safeParse(setSchema, done.data);
    if (!read.success)
      return err(`"${done.name}" is not a set of columns that can be read. Nothing was changed.`);
    currentName = done.name;
    return done.kind === 'loaded' ? ok(read.output.Columns) : null;
  };
}
