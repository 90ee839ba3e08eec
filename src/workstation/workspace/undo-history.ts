import type { AlertAccess, travelAlerts } from './undo-alerts.ts';
import type { areDrawingsLoaded, DrawingAccess, travelDrawings } from './undo-drawings.ts';
import type { PopoutAccess, travelPopouts } from './undo-popouts.ts';
import type { areSavesLoaded, SaveAccess, travelSaves } from './undo-saves.ts';
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
  readonly travelAlerts: typeof travelAlerts;
  readonly areDrawingsLoaded: typeof areDrawingsLoaded;
  readonly travelDrawings: typeof travelDrawings;
  readonly areSavesLoaded: typeof areSavesLoaded;
  readonly travelSaves: typeof travelSaves;
  readonly travelPopouts: typeof travelPopouts;
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
  /**
   * `gone`: what it had changed is gone, so that nothing was done. `waits`: the alerts, drawings or saves that it changed are not loaded yet; the step
   * stays where it was.
   */
  readonly outcome: 'done' | 'gone' | 'waits';
}

/** The latest steps, undone in reverse order and done again in theirs. */
export interface UndoHistory {
  /** Makes a change and remembers it; null when it changes nothing. What had been undone cannot be done again after it. */
  perform(proposal: Proposal | null): UndoStep | null;
  /** Remembers a change that was made already. */
  record(step: UndoStep | null): void;
  /** Makes all that `run` records one step under a title; null when that is nothing. Inside of another join it belongs to that one. */
  join(title: string, run: () => void): UndoStep | null;
  /** Makes changes of the desk itself: they are no step. */
  withoutStep(run: () => void): void;
  /** True within `join`: a window then records all that changes of its state. */
  isJoining(): boolean;
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
export const createUndoHistory = (parts: UndoParts): UndoHistory => new StepsOfTab(parts);

/** What steps change. */
export interface UndoParts {
  readonly workspaces: Pick<WorkspaceStore, 'change' | 'getState'>;
  readonly alerts: AlertAccess;
  readonly drawings: DrawingAccess;
  readonly saves: SaveAccess;
  readonly popouts: PopoutAccess;
  /** Gives settings other values, which may come from the browser's storage. */
  readonly applySettings: (values: Readonly<Record<string, unknown>>) => void;
}

class StepsOfTab implements UndoHistory {
  readonly #workspaces: UndoParts['workspaces'];
  readonly #alerts: AlertAccess;
  readonly #drawings: DrawingAccess;
  readonly #saves: SaveAccess;
  readonly #popouts: PopoutAccess;
  readonly #applySettings: UndoParts['applySettings'];
  /** The steps of a join that is under way. */
  #joined: UndoStep[] | null = null;
  /** What is recorded meanwhile is undo itself, or no step. */
  #isTravelling = false;
  readonly #listeners = new Set<() => void>();
  #done: readonly UndoStep[] = [];
  #undone: readonly UndoStep[] = [];

  constructor({ workspaces, alerts, drawings, saves, popouts, applySettings }: UndoParts) {
    this.#workspaces = workspaces;
    this.#alerts = alerts;
    this.#drawings = drawings;
    this.#saves = saves;
    this.#popouts = popouts;
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
    if (this.#joined === null) this.#set([...this.#done, step].slice(-UNDO_STEPS), []);
    else this.#joined.push(step);
  }

  join(title: string, run: () => void): UndoStep | null {
    if (this.#joined !== null) {
      run();
      return null;
    }
    const steps: UndoStep[] = [];
    this.#joined = steps;
    let step: UndoStep | null = null;
    try {
      run();
    } finally {
      this.#joined = null;
      // What was done before a failure can be undone, too.
      const workspaceId = steps.find((each) => each.workspaceId !== null)?.workspaceId ?? null;
      const changes = steps.flatMap((each) => each.changes);
      if (changes.length > 0) step = { title, workspaceId, changes };
      this.record(step);
    }
    return step;
  }

  withoutStep(run: () => void): void {
    this.#isTravelling = true;
    try {
      run();
    } finally {
      this.#isTravelling = false;
    }
  }

  isJoining(): boolean {
    return this.#joined !== null;
  }

  undo(step = this.#done.at(-1)): Travelled | null {
    if (step === undefined || !this.#done.includes(step)) return null;
    if (this.#waits(step)) return { step, outcome: 'waits' };
    this.#set(
      this.#done.filter((other) => other !== step),
      [...this.#undone, step],
    );
    return this.#travel(step, 'Before');
  }

  redo(): Travelled | null {
    const step = this.#undone.at(-1);
    if (step === undefined) return null;
    if (this.#waits(step)) return { step, outcome: 'waits' };
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
    const { travel, travelAlerts, travelDrawings, travelSaves, travelPopouts } = undoCode();
    const before = this.#workspaces.getState();
    let alerts: ReturnType<typeof travelAlerts> = null;
    let areOthersDone = false;
    const settings = step.changes.flatMap((change) => (change.Kind === 'settings' ? [change[side]] : []));
    this.#isTravelling = true;
    try {
      this.#workspaces.change((draft) => travel(draft, step.changes, side));
      alerts = travelAlerts(this.#alerts, step.changes, side);
      const { changes } = step;
      areOthersDone = [
        travelDrawings(this.#drawings, changes, side),
        travelSaves(this.#saves, changes, side),
        travelPopouts(this.#popouts, changes, side),
      ].includes(true);
      for (const values of settings) this.#applySettings(values);
    } finally {
      this.#isTravelling = false;
    }
    if (alerts !== null) this.#replace(step, { ...step, changes: alerts });
    const isDone =
      alerts !== null || areOthersDone || settings.length > 0 || this.#workspaces.getState() !== before;
    const { workspaceId } = step;
    if (isDone && workspaceId !== null)
      this.#workspaces.change((draft) => selectWorkspace(draft, workspaceId));
    return { step, outcome: isDone ? 'done' : 'gone' };
  }

  #waits({ changes }: UndoStep): boolean {
    const isAlertMissing = !this.#alerts.get().isLoaded && changes.some(({ Kind }) => Kind === 'alert');
    const { areDrawingsLoaded, areSavesLoaded } = undoCode();
    return (
      isAlertMissing || !areDrawingsLoaded(this.#drawings, changes) || !areSavesLoaded(this.#saves, changes)
    );
  }

  #replace(step: UndoStep, next: UndoStep): void {
    const replaced = (steps: readonly UndoStep[]) => steps.map((each) => (each === step ? next : each));
    this.#set(replaced(this.#done), replaced(this.#undone));
  }
}
