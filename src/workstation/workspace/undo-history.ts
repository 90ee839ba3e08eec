import { selectWorkspace } from './workspace-state.ts';
import type { UndoStep } from './undo-steps.ts';
import type { WorkspaceStore } from './workspace-store.ts';

/** The latest steps, undone in reverse order. */
export interface UndoHistory {
  /** Does it and remembers it. */
  perform(step: UndoStep | null): UndoStep | null;
  /** Undoes the last one, or a certain one; null when there is none. */
  undo(step?: UndoStep): UndoStep | null;
  /** The step that `undo` would revert. */
  last(): UndoStep | undefined;
  clear(): void;
}

/** So many steps are remembered. */
export const UNDO_STEPS = 50;

export function createUndoHistory(workspaces: Pick<WorkspaceStore, 'change'>): UndoHistory {
  let done: UndoStep[] = [];
  return {
    perform(step) {
      if (step === null) return null;
      workspaces.change(step.apply);
      done = [...done, step].slice(-UNDO_STEPS);
      return step;
    },
    undo(step = done.at(-1)) {
      if (step === undefined || !done.includes(step)) return null;
      done = done.filter((other) => other !== step);
      workspaces.change((draft) => {
        step.revert(draft);
        if (step.workspaceId !== null) selectWorkspace(draft, step.workspaceId);
      });
      return step;
    },
    last: () => done.at(-1),
    clear() {
      done = [];
    },
  };
}
