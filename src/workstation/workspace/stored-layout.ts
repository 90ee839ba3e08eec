import {
  freeWindowKey,
  isSameShape,
  windowKeysOf,
  windowsOf,
  type LayoutGroup,
  type WindowKey,
} from '../../../layouts/index.ts';
import type { DeskLayout } from './dock-view.ts';
import { SplitterSizes } from './splitter-sizes.ts';
import { NONE_UNDOCKED } from './undocked.ts';
import type { UndoHistory } from './undo-history.ts';
import { isEqual } from './undo-changes.ts';
import { workspaceStep } from './undo-steps.ts';
import {
  arrange,
  hasSameLayout,
  layoutOf,
  NO_LAYOUT,
  resizeWindows,
  undockedOf,
  workspaceOf,
  type Workspace,
} from './workspace-state.ts';
import type { WorkspaceStore } from './workspace-store.ts';

/** Where the windows of one workspace lie, as it is stored, and every change of it. */
export class StoredLayout {
  readonly #workspaceId: number;
  readonly #workspaces: WorkspaceStore;
  readonly #undo: UndoHistory;
  readonly sizes: SplitterSizes;
  #workspace: Workspace | undefined;
  #layout: DeskLayout;

  constructor(workspaceId: number, workspaces: WorkspaceStore, undo: UndoHistory) {
    this.#workspaceId = workspaceId;
    this.#workspaces = workspaces;
    this.#undo = undo;
    this.sizes = new SplitterSizes(({ layout, title }) =>
      undo.perform(
        workspaceStep(workspaces.getState(), workspaceId, title, (draft) =>
          resizeWindows(draft, workspaceId, layout.tree, layout.undocked),
        ),
      ),
    );
    this.#workspace = workspaceOf(workspaces.getState(), workspaceId);
    this.#layout = deskLayoutOf(this.#workspace);
  }

  get layout(): DeskLayout {
    return this.#layout;
  }

  get tree(): LayoutGroup {
    return this.#layout.tree;
  }

  get isLocked(): boolean {
    return this.#workspace?.IsLocked ?? false;
  }

  has(key: WindowKey): boolean {
    return windowsOf(this.tree).includes(key);
  }

  /** A name that no window of the workspace has, shown or not. */
  freeKey(): WindowKey {
    return freeWindowKey([...windowsOf(this.tree), ...windowKeysOf(this.#workspace?.LayoutData ?? {})]);
  }

  /** Reads what was changed elsewhere (by undo, by another tab, by choosing a preset). Returns what of it is new. */
  follow(): 'nothing' | 'lock' | 'layout' {
    const next = workspaceOf(this.#workspaces.getState(), this.#workspaceId);
    const before = this.#workspace;
    this.#workspace = next;
    if (next === undefined) return 'nothing';
    const news = before?.IsLocked === next.IsLocked ? 'nothing' : 'lock';
    if (before !== undefined && hasSameLayout(before, next)) return news;
    const layout = deskLayoutOf(next);
    if (isEqual(this.#layout, layout)) return news;
    // Splitters of the layout before have no place in this one.
    this.sizes.drop();
    this.#layout = layout;
    return 'layout';
  }

  /** Stores another arrangement as a step that can be undone; false when nothing changes, and in a locked layout. */
  arrange(title: string, next: DeskLayout): boolean {
    if (this.isLocked || isSameArrangement(next, this.#layout)) return false;
    this.sizes.flush();
    this.#undo.perform(
      workspaceStep(this.#workspaces.getState(), this.#workspaceId, title, (draft) =>
        arrange(draft, this.#workspaceId, next.tree, next.undocked),
      ),
    );
    return true;
  }

  /** Stores what is no step to undo: the selected tabs, and which floating panel is in front. */
  keep(next: DeskLayout): void {
    this.sizes.flush();
    // Set before the store reports it: nothing is to be drawn again.
    this.#layout = next;
    this.#workspaces.change((draft) => resizeWindows(draft, this.#workspaceId, next.tree, next.undocked));
  }

  /** Takes over splitters and floating panels that were moved on screen, as a step that can be undone once they are still. */
  keepSizes(next: DeskLayout, title: string): void {
    // Set before the store reports it: the model on screen has these sizes already.
    this.#layout = next;
    this.sizes.change(next, title);
  }
}

function deskLayoutOf(workspace: Workspace | undefined): DeskLayout {
  return workspace === undefined
    ? { tree: NO_LAYOUT, undocked: NONE_UNDOCKED }
    : { tree: layoutOf(workspace), undocked: undockedOf(workspace) };
}

/** The same windows at the same places, whatever their sizes. */
const isSameArrangement = (first: DeskLayout, second: DeskLayout): boolean =>
  isSameShape(first.tree, second.tree) && isEqual(first.undocked, second.undocked);
