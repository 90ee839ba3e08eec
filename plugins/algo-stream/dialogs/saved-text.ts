import type { EditState } from './edit-model.ts';

/** What an editor says of its text and of what is stored. */
export function savedText({
  isDirty,
  isNew,
  restoredVersion,
}: Pick<EditState, 'isDirty' | 'isNew' | 'restoredVersion'>): string {
  if (restoredVersion !== null)
    return `Modifications not saved. Version ${restoredVersion} was restored; these modifications differ from it.`;
  if (isDirty) return 'Modifications not saved';
  return isNew ? '' : 'Saved';
}
