import type { LayoutGroup } from '../../../layouts/index.ts';
import { uniqueName, type SavedLayout, type WorkspacesState } from './workspace-state.ts';

/** Layouts saved under a name, beside the eight codes. */

const LAYOUT_NAME_MISSING = 'Please enter layout name';
const LAYOUT_NAME_TAKEN = 'Layout already exists';

/** Why a layout cannot have this name; null when it can. `currentName` is the name of the layout that is renamed. */
export function layoutNameError(
  state: WorkspacesState,
  name: string,
  currentName: string | null,
): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return LAYOUT_NAME_MISSING;
  return state.SavedLayouts.some((layout) => layout.Name === trimmed && layout.Name !== currentName)
    ? LAYOUT_NAME_TAKEN
    : null;
}

/** Saves a layout under a name. A name that is empty, too long or taken changes nothing. */
export function saveLayout(state: WorkspacesState, name: string, tree: LayoutGroup): void {
  if (layoutNameError(state, name, null) === null) state.SavedLayouts.push({ Name: name.trim(), Tree: tree });
}

/** Renames a layout. A name that is empty, too long or taken changes nothing. */
export function renameLayout(state: WorkspacesState, from: string, to: string): void {
  const layout = state.SavedLayouts.find((candidate) => candidate.Name === from);
  if (layout !== undefined && layoutNameError(state, to, from) === null) layout.Name = to.trim();
}

/** Deletes a layout; workspaces that were arranged by it stay as they are. */
export function deleteLayout(state: WorkspacesState, name: string): void {
  state.SavedLayouts = state.SavedLayouts.filter((layout) => layout.Name !== name);
}

/** Restores a deleted layout at its place, under a name that is unique. */
export function restoreLayout(state: WorkspacesState, layout: SavedLayout, index: number): void {
  state.SavedLayouts.splice(index, 0, {
    ...layout,
    Name: uniqueName(
      state.SavedLayouts.map((other) => other.Name),
      layout.Name,
    ),
  });
}
