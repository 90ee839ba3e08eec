import type { LazySaves, SaveChange } from '../../client/types.ts';
import { isSameJson, isSameSave, type Save } from '../../domain/saves/index.ts';
import { otherSide, type Change, type ChangeOf, type Side } from './undo-change-schema.ts';
import type { UndoStep } from './undo-steps.ts';

/** Loads, adds, changes and removes saves of tools. */
export type SaveAccess = Pick<LazySaves, 'get' | 'open'>;

/** Steps stay in the browser's storage, which has room for saves up to this length, characters of JSON. */
const MAX_STEP_CHARS = 100_000;

function titleOf(changes: readonly SaveChange[]): string {
  const verbs = new Set(
    changes.map(({ before, after }) => (before === null ? 'Save' : after === null ? 'Delete' : 'Change')),
  );
  const [verb = 'Change', ...others] = verbs;
  const [first] = changes;
  if (changes.length === 1) return `${verb} “${(first?.after ?? first?.before)?.Name}”`;
  return `${others.length === 0 ? verb : 'Change'} ${changes.length} saved items`;
}

/** What the user has changed of the saves; null when that is nothing, or too long to be kept. The history has those. */
export function saveStep(changes: readonly SaveChange[]): UndoStep | null {
  if (changes.length === 0 || JSON.stringify(changes).length > MAX_STEP_CHARS) return null;
  return {
    title: titleOf(changes),
    workspaceId: null,
    changes: changes.map(({ before, after }) => ({ Kind: 'save', Before: before, After: after })),
  };
}

/** True when the saves of a step can be changed now. Otherwise they are loaded. */
export function areSavesLoaded(saves: SaveAccess, changes: readonly Change[]): boolean {
  if (!changes.some(({ Kind }) => Kind === 'save')) return true;
  if (saves.get()?.get().isLoaded === true) return true;
  // A failure is seen at the next attempt: the step stays where it is.
  saves.open().then(
    (opened) => opened.load(),
    () => {},
  );
  return false;
}

/** Brings the saves of a step to one of its sides. Returns whether anything was done. */
export function travelSaves(saves: SaveAccess, changes: readonly Change[], side: Side): boolean {
  const ordered = side === 'Before' ? changes.toReversed() : changes;
  return ordered.map((change) => change.Kind === 'save' && travelSave(saves, change, side)).includes(true);
}

/** False when the save is gone, or is there although the step says that it is not. */
function travelSave(saves: SaveAccess, change: ChangeOf<'save'>, side: Side): boolean {
  const [target, now] = [change[side], change[otherSide(side)]];
  const row = target ?? now;
  const store = saves.get();
  if (row === null || store === null) return false;
  const present = store.get().rows.find(({ Id }) => Id === row.Id);
  if (target === null) {
    if (present === undefined) return false;
    store.remove([row.Id]);
  } else if (now === null) {
    if (present !== undefined) return false;
    store.restore([target]);
  } else {
    const changed = present && changedBack(present, target, now);
    if (changed === undefined || present === undefined || isSameSave(changed, present)) return false;
    store.put([changed]);
  }
  return true;
}

/** The save with what the change left as it is in `target`. What has changed since stays. */
const changedBack = (present: Save, target: Save, now: Save): Save => ({
  ...present,
  Name: present.Name === now.Name ? target.Name : present.Name,
  Data: isSameJson(present.Data, now.Data) ? target.Data : present.Data,
});
