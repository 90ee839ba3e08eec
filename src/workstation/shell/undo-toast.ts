import type { Desk } from '../desk-context.ts';
import type { Proposal } from '../workspace/undo-steps.ts';

/** Does a step and offers to take it back. */
export function performWithToast(desk: Desk, step: Proposal | null, message: string): void {
  const done = desk.undo.perform(step);
  if (done !== null)
    desk.toaster.show({
      message,
      tone: 'neutral',
      action: { label: 'Undo', run: () => void desk.commands.run('edit.undo', { step: done }) },
    });
}
