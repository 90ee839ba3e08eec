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
  const parsed = v.safeParse(schema, withoutLayoutSteps(stored));
  return parsed.success && parsed.output.UserId === userId
    ? { done: parsed.output.Done, undone: parsed.output.Undone }
    : null;
}

/** Leaves out the steps about saved layouts of releases in which those were part of the workspaces. */
function withoutLayoutSteps(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored;
  const isPresent = (step: unknown): boolean =>
    !(
      typeof step === 'object' &&
      step !== null &&
      'changes' in step &&
      Array.isArray(step.changes) &&
      step.changes.some((change: { readonly Kind?: unknown } | null) => change?.Kind === 'layout')
    );
  return Object.fromEntries(
    Object.entries(stored).map(([field, value]: readonly [string, unknown]) => [
      field,
      Array.isArray(value) ? value.filter(isPresent) : value,
    ]),
  );
}
