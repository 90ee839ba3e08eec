import type { Side } from './undo-change-schema.ts';
import type { changesBetween } from './undo-changes.ts';
import type { Proposal, UndoStep } from './undo-steps.ts';
import { selectWorkspace } from './workspace-state.ts';
import type { travel } from './undo-travel.ts';
import type { WorkspaceStore } from './workspace-store.ts';

/** What finds changes and applies them. */
export interface UndoCode {
  readonly changesBetween: typeof changesBetween;
  readonly travel: typeof travel;
}

let code: UndoCode | null = null;
/** Brings the code of undo, which comes with the shell after signing in: nothing can be undone before. */
export function bringUndo(given: UndoCode): void {
  code = given;
}
function undoCode(): UndoCode {
  if (code === null)
    throw new Error('Invariant: the shell loads the code of undo before anything is changed');
  return code;
}

/** What became of a step that was to be undone or done again. */
export interface Travelled {
  readonly step: UndoStep;
  /** False when what it had changed is gone, so that nothing was done. */
  readonly isDone: boolean;
}

/** The latest steps, undone in reverse order and done again in theirs. */
export interface UndoHistory {
  /** Makes a change and remembers it; null when it changes nothing. What had been undone cannot be done again after it. */
  perform(proposal: Proposal | null): UndoStep | null;
  /** Remembers a change that was made already. */
  record(step: UndoStep | null): void;
  /** Undoes the last one, or a certain one; null when there is none. */
  undo(step?: UndoStep): Travelled | null;
  /** Does the one again that was undone last; null when there is none. */
  redo(): Travelled | null;
  /** The step that `undo` would revert. */
  last(): UndoStep | undefined;
  /** The step that `redo` would do again. */
  next(): UndoStep | undefined;
  /** All steps, the oldest first. */
  steps(): UndoSteps;
  /** Takes over the steps of the load of the page before this one. */
  restore(steps: UndoSteps): void;
  clear(): void;
  /** Calls the listener when another step is next; returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** The steps that were done, and those that were undone, the next to be done again last. */
export interface UndoSteps {
  readonly done: readonly UndoStep[];
  readonly undone: readonly UndoStep[];
}

/** So many steps are remembered. */
export const UNDO_STEPS = 200;

/** The history of the workspaces of one user in one tab. */
export function createUndoHistory(
  workspaces: Pick<WorkspaceStore, 'change' | 'getState'>,
  applySettings: ApplySettings = () => {},
): UndoHistory {
  return new StepsOfTab(workspaces, applySettings);
}

/** Gives settings other values, which may come from the browser's storage. */
type ApplySettings = (values: Readonly<Record<string, unknown>>) => void;

class StepsOfTab implements UndoHistory {
  readonly #workspaces: Pick<WorkspaceStore, 'change' | 'getState'>;
  readonly #applySettings: ApplySettings;
  /** What is recorded meanwhile is undo itself. */
  #isTravelling = false;
  readonly #listeners = new Set<() => void>();
  #done: readonly UndoStep[] = [];
  #undone: readonly UndoStep[] = [];

  constructor(workspaces: Pick<WorkspaceStore, 'change' | 'getState'>, applySettings: ApplySettings) {
    this.#workspaces = workspaces;
    this.#applySettings = applySettings;
  }

  perform(proposal: Proposal | null): UndoStep | null {
    if (proposal === null) return null;
    const before = this.#workspaces.getState();
    this.#workspaces.change(proposal.apply);
    const changes = undoCode().changesBetween(before, this.#workspaces.getState());
    if (changes.length === 0) return null;
    const { title, workspaceId } = proposal;
    const step = { title, workspaceId, changes };
    this.record(step);
    return step;
  }

  record(step: UndoStep | null): void {
    if (step === null || this.#isTravelling) return;
    this.#set([...this.#done, step].slice(-UNDO_STEPS), []);
  }

  undo(step = this.#done.at(-1)): Travelled | null {
    if (step === undefined || !this.#done.includes(step)) return null;
    this.#set(
      this.#done.filter((other) => other !== step),
      [...this.#undone, step],
    );
    return this.#travel(step, 'Before');
  }

  redo(): Travelled | null {
    const step = this.#undone.at(-1);
    if (step === undefined) return null;
    this.#set([...this.#done, step], this.#undone.slice(0, -1));
    return this.#travel(step, 'After');
  }

  // Read by React without their object.
  readonly last = (): UndoStep | undefined => this.#done.at(-1);
  readonly next = (): UndoStep | undefined => this.#undone.at(-1);
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  steps(): UndoSteps {
    return { done: this.#done, undone: this.#undone };
  }

  restore({ done, undone }: UndoSteps): void {
    // What was done since the page was loaded comes after them.
    const isFirst = this.#done.length === 0;
    this.#set([...done, ...this.#done].slice(-UNDO_STEPS), isFirst ? undone : this.#undone);
  }

  clear(): void {
    this.#set([], []);
  }

  #set(done: readonly UndoStep[], undone: readonly UndoStep[]): void {
    this.#done = done;
    this.#undone = undone;
    for (const listener of [...this.#listeners]) listener();
  }

  #travel(step: UndoStep, side: Side): Travelled {
    const before = this.#workspaces.getState();
    const settings = step.changes.flatMap((change) => (change.Kind === 'settings' ? [change[side]] : []));
    this.#isTravelling = true;
    try {
      this.#workspaces.change((draft) => undoCode().travel(draft, step.changes, side));
      for (const values of settings) this.#applySettings(values);
    } finally {
      this.#isTravelling = false;
    }
    const isDone = settings.length > 0 || this.#workspaces.getState() !== before;
    const { workspaceId } = step;
    if (isDone && workspaceId !== null)
      this.#workspaces.change((draft) => selectWorkspace(draft, workspaceId));
    return { step, isDone };
  }
}
