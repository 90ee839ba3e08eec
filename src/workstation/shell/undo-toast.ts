import type { Desk } from '../desk-context.ts';

import type { Proposal, UndoStep } from '../workspace/undo-steps.ts';

/** Keys of the toasts that offer to undo a step. */
const toastKeys = new WeakMap<UndoStep, string>();
let offered = 0;

/** Does a step and offers to undo it. */
export function performWithToast(desk: Desk, step: Proposal | null, message: string): void {
  const done = desk.undo.perform(step);
  if (done !== null) offerUndo(desk, done, message);
}

/** Offers to undo a step that was done. A message with the same key is replaced. */
export function offerUndo(
  { toaster, commands }: Pick<Desk, 'commands'> & { readonly toaster: Pick<Desk['toaster'], 'show'> },
  done: UndoStep,
  message: string,
  key = `undo ${++offered}`,
): void {
  toastKeys.set(done, key);
  toaster.show({
    message,
    tone: 'neutral',
    key,
    action: { label: 'Undo', run: () => void commands.run('edit.undo', { step: done }) },
  });
}

/** Closes the toast that offers to undo a step: it was undone another way. */
export function closeUndoToast({ toaster }: Pick<Desk, 'toaster'>, step: UndoStep): void {
  const key = toastKeys.get(step);
  if (key !== undefined) toaster.close(key);
}
