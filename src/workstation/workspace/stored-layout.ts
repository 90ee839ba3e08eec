import {
  freeWindowKey,
  isSameShape,
  resized,
  sizesOfTree,
  windowKeysOf,
  windowsOf,
  withSelected,
  withSizes,
  type Dimension,
  type LayoutGroup,
  type Sizes,
  type WindowKey,
} from '../../../layouts/index.ts';
import { SplitterSizes } from './splitter-sizes.ts';
import type { UndoHistory } from './undo-history.ts';
import { workspaceStep } from './undo-steps.ts';
import {
  arrange,
  hasSameLayout,
  layoutOf,
  NO_LAYOUT,
  resizeWindows,
  selectWindow,
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
  #tree: LayoutGroup;

  constructor(workspaceId: number, workspaces: WorkspaceStore, undo: UndoHistory) {
    this.#workspaceId = workspaceId;
    this.#workspaces = workspaces;
    this.#undo = undo;
    this.sizes = new SplitterSizes((sizes) =>
      workspaces.change((draft) => resizeWindows(draft, workspaceId, sizes)),
    );
    this.#workspace = workspaceOf(workspaces.getState(), workspaceId);
    this.#tree = this.#workspace === undefined ? NO_LAYOUT : layoutOf(this.#workspace);
  }

  get tree(): LayoutGroup {
    return this.#tree;
  }

  get isLocked(): boolean {
    return this.#workspace?.IsLocked ?? false;
  }

  has(key: WindowKey): boolean {
    return windowsOf(this.#tree).includes(key);
  }

  /** A name that no window of the workspace has, shown or not. */
  freeKey(): WindowKey {
    return freeWindowKey([...windowsOf(this.#tree), ...windowKeysOf(this.#workspace?.LayoutData ?? {})]);
  }

  /** Reads what was changed elsewhere (by undo, by another tab, by choosing a preset). Returns what of it is new. */
  follow(): 'nothing' | 'lock' | 'tree' {
    const next = workspaceOf(this.#workspaces.getState(), this.#workspaceId);
    const before = this.#workspace;
    this.#workspace = next;
    if (next === undefined) return 'nothing';
    const news = before?.IsLocked === next.IsLocked ? 'nothing' : 'lock';
    if (before !== undefined && hasSameLayout(before, next)) return news;
    const tree = layoutOf(next);
    if (JSON.stringify(tree) === JSON.stringify(this.#tree)) return news;
    // Splitters of the layout before have no place in this one.
    this.sizes.drop();
    this.#tree = tree;
    return 'tree';
  }

  /** Stores another arrangement as a step that can be undone; false when nothing changes, and in a locked layout. */
  arrange(title: string, next: LayoutGroup): boolean {
    if (this.isLocked || isSameShape(next, this.#tree)) return false;
    this.sizes.flush();
    this.#undo.perform(
      workspaceStep(this.#workspaces.getState(), this.#workspaceId, title, (draft) =>
        arrange(draft, this.#workspaceId, next),
      ),
    );
    return true;
  }

  /** Stores which window of a stack is selected; false when it was already. That is no step to undo. */
  select(key: WindowKey): boolean {
    const tree = withSelected(this.#tree, key);
    if (tree === this.#tree) return false;
    this.sizes.flush();
    // Set before the store reports it: nothing is to be drawn again.
    this.#tree = tree;
    this.#workspaces.change((draft) => selectWindow(draft, this.#workspaceId, key));
    return true;
  }

  /** Takes over splitters that were moved on screen. */
  keepSizes(sizes: Sizes & Record<string, number[]>): void {
    // Set before the store reports it: the model on screen has these sizes already.
    this.#tree = withSizes(this.#tree, sizes);
    this.sizes.change(sizes);
  }

  /** Lets a window's place grow or shrink by a share of its row or column; false when it cannot. */
  resize(key: WindowKey, dimension: Dimension, share: number): boolean {
    const tree = resized(this.#tree, key, dimension, share);
    if (this.isLocked || tree === this.#tree) return false;
    this.keepSizes(sizesOfTree(tree));
    return true;
  }
}
