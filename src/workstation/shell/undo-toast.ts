import type { Desk } from '../desk-context.ts';

import type { Proposal, UndoStep } from '../workspace/undo-steps.ts';

/** Keys of the toasts that offer to undo a step. */
const toastKeys = new WeakMap<UndoStep, string>();
let offered = 0;

/** Does a step and offers to undo it. */
export function performWithToast(desk: Desk, step: Proposal | null, message: string): void {
  const done = desk.undo.perform(step);
  if (done === null) return;
  const key = `undo ${++offered}`;
  toastKeys.set(done, key);
  desk.toaster.show({
    message,
    tone: 'neutral',
    key,
    action: { label: 'Undo', run: () => void desk.commands.run('edit.undo', { step: done }) },
  });
}

/** Closes the toast that offers to undo a step: it was undone another way. */
export function closeUndoToast({ toaster }: Pick<Desk, 'toaster'>, step: UndoStep): void {
  const key = toastKeys.get(step);
  if (key !== undefined) toaster.close(key);
}
