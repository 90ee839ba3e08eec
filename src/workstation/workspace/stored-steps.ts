import * as v from 'valibot';
import { changeSchema } from './undo-change-schema.ts';
import { UNDO_STEPS, type UndoSteps } from './undo-history.ts';

const steps = v.pipe(
  v.array(
    v.object({
      title: v.string(),
      workspaceId: v.nullable(v.pipe(v.number(), v.integer())),
      changes: v.pipe(v.array(changeSchema), v.nonEmpty()),
    }),
  ),
  v.maxLength(UNDO_STEPS),
);
const schema = v.object({ UserId: v.string(), Done: steps, Undone: steps });

/** Reads stored steps of undo; null for those of another user, and for what cannot be read: a step that is not whole could do damage. */
export function readSteps(text: string, userId: string): UndoSteps | null {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = v.safeParse(schema, stored);
  return parsed.success && parsed.output.UserId === userId
    ? { done: parsed.output.Done, undone: parsed.output.Undone }
    : null;
}
