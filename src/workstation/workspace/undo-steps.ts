import type { UserSettings } from '../../client/types.ts';
import type { AnyPlugin } from '../../plugin-api/index.ts';
import type { WindowKey } from '../../../layouts/index.ts';
import { stackOf } from '../../../layouts/index.ts';
import { undockedWindows } from './undocked.ts';
import type { Change } from './undo-change-schema.ts';
import { isEqual, toolChanges } from './undo-changes.ts';
import {
  deleteWorkspace,
  layoutOf,
  moveWorkspace,
  putWindow,
  removeWindow,
  undockedOf,
  workspaceOf,
  type StoredWindow,
  type WorkspacesState,
} from './workspace-state.ts';

/** A change that was made and can be undone. */
export interface UndoStep {
  /** Label of the change: `Close Market View`. */
  readonly title: string;
  readonly changes: readonly Change[];
  /** The workspace to show after it is undone or done again; null shows the one that the changes say. */
  readonly workspaceId: number | null;
}

/** A change that is about to be made. */
export interface Proposal extends Pick<UndoStep, 'title' | 'workspaceId'> {
  apply(draft: WorkspacesState): void;
}

/** Empties a window; takes it out of a stack, and from a floating panel or border. Null when it is empty. */
export function closeStep(
  state: WorkspacesState,
  id: number,
  key: WindowKey,
  toolTitle: string,
): Proposal | null {
  const before = workspaceOf(state, id);
  if (before?.LayoutData[key] === undefined) return null;
  const isStacked = (stackOf(layoutOf(before), key)?.windows.length ?? 0) > 1;
  const isGone = isStacked || undockedWindows(undockedOf(before)).includes(key);
  return {
    title: `Close ${toolTitle}`,
    workspaceId: id,
    apply: (draft) => (isGone ? removeWindow(draft, id, key) : putWindow(draft, id, key, undefined)),
  };
}

/** Deletes a workspace; null when there is none of that number. */
export function deleteStep(state: WorkspacesState, id: number): Proposal | null {
  const workspace = workspaceOf(state, id);
  if (workspace === undefined) return null;
  return {
    title: `Delete workspace ${workspace.Name}`,
    workspaceId: null,
    apply: (draft) => deleteWorkspace(draft, id),
  };
}

/** Any change of one workspace: how its windows lie, what is in them, its name. Null when there is none of that number. */
export function workspaceStep(
  state: WorkspacesState,
  id: number,
  title: string,
  apply: (draft: WorkspacesState) => void,
): Proposal | null {
  return workspaceOf(state, id) === undefined ? null : { title, apply, workspaceId: id };
}

/** Gives the tab of a workspace another place. */
export const moveTabStep = (id: number, index: number): Proposal => ({
  title: 'Move tab',
  workspaceId: null,
  apply: (draft) => moveWorkspace(draft, id, index),
});

type UndoableNames = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** The paths into a tool's state that its manifest names. */
function undoablePaths(
  undo: UndoableNames,
): readonly { readonly path: readonly string[]; readonly name: string }[] {
  return Object.entries(undo).flatMap(([field, names]) =>
    typeof names === 'string'
      ? { path: [field], name: names }
      : Object.entries(names).map(([part, name]) => ({ path: [field, part], name })),
  );
}

/** What a tool has changed of its own state, where its manifest names it; null when it is none of that. */
export function toolStep(
  { title, undo = {} }: Pick<AnyPlugin, 'title'> & { readonly undo?: UndoableNames },
  { workspaceId, key: Key }: { readonly workspaceId: number; readonly key: WindowKey },
  before: StoredWindow,
  after: StoredWindow,
): UndoStep | null {
  if (before.Tool !== after.Tool) return null;
  const found = undoablePaths(undo).map(({ path, name }) => ({
    name,
    changes: toolChanges({ Id: workspaceId, Key }, before, after, path),
  }));
  const names = new Set(found.flatMap(({ name, changes }) => (changes.length === 0 ? [] : name)));
  if (names.size === 0) return null;
  const changes = found.flatMap((each) => each.changes);
  return { title: `Change ${[...names].join(' and ')} of ${title}`, workspaceId, changes };
}

/** What a tool has changed of its state, whatever its manifest names: within a join the tool says what belongs together. */
export function wholeStep(
  { workspaceId, key: Key }: { readonly workspaceId: number; readonly key: WindowKey },
  before: StoredWindow,
  after: StoredWindow,
): UndoStep | null {
  if (before.Tool !== after.Tool) return null;
  const fields = Object.keys({ ...Object(before.data), ...Object(after.data) });
  const changes = fields.flatMap((field) => toolChanges({ Id: workspaceId, Key }, before, after, [field]));
  return changes.length === 0 ? null : { title: '', workspaceId, changes };
}

const SETTING_NAMES: Readonly<Record<keyof UserSettings, string>> = {
  theme: 'theme',
  density: 'row height',
  pricePalette: 'price colors',
  toolbarItems: 'toolbar',
  favoriteStudies: 'favorite studies',
  newWindows: 'what new windows begin with',
  orderKeys: 'order keys',
  commandKeys: 'keyboard shortcuts',
  showGettingStarted: 'Getting Started',
  reconnectSeconds: 'time to reconnect',
  cancelAfterSeconds: 'cancel of orders after a lost connection',
  staleAfterSeconds: 'age of stale prices',
  priceMovedPercent: 'price move to confirm',
  throughMarketPercent: 'price band of limits',
  holdSeconds: 'hold before sending',
  isArmedHeld: 'hold of armed orders',
  orderTemplates: 'default group template',
  toolConsents: 'allowed third-party tools',
  toolSettings: 'settings of tools',
};

/** Names of the settings that differ. */
export const changedSettings = (before: UserSettings, after: UserSettings): readonly string[] =>
  changedKeys(before, after).map((key) => SETTING_NAMES[key]);

const changedKeys = (before: UserSettings, after: UserSettings): readonly (keyof UserSettings)[] =>
  // The keys of a record of all settings.
  (Object.keys(SETTING_NAMES) as (keyof UserSettings)[]).filter(
    (name) => !isEqual(before[name], after[name]),
  );

/** What the user has changed of the settings; null when it is nothing. */
export function settingsStep(before: UserSettings, after: UserSettings): UndoStep | null {
  // Undo must neither allow a third-party tool nor forbid it.
  const changed = changedKeys(before, after).filter((name) => name !== 'toolConsents');
  const [first, ...others] = changed;
  if (first === undefined) return null;
  const values = (settings: UserSettings) =>
    Object.fromEntries(changed.map((name) => [name, settings[name]]));
  return {
    title: others.length === 0 ? `Change setting: ${SETTING_NAMES[first]}` : 'Change settings',
    workspaceId: null,
    changes: [{ Kind: 'settings', Before: values(before), After: values(after) }],
  };
}
