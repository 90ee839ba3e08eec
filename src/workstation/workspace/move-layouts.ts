import { freeName } from '../../domain/names/free-name.ts';
import {
  isSameJson,
  MAX_SAVE_NAME,
  MAX_SAVES_PER_USER,
  type Save,
  saveProblem,
} from '../../domain/saves/index.ts';
import type { Desk } from '../desk-context.ts';
import { LAYOUT_SAVE_TYPE, saveOfLayout } from './saved-layouts.ts';
import type { EarlierLayout } from './workspace-state.ts';

/**
 * Saves the layouts that an earlier release has stored with the workspaces, and takes them out of there, whenever there are any and the saves are loaded.
 * Until then they stay with the workspaces. Returns the function that ends it.
 */
export function moveEarlierLayouts({
  platform: { savedDocuments },
  workspaces,
  undo,
}: Pick<Desk, 'platform' | 'workspaces' | 'undo'>): () => void {
  const ends: (() => void)[] = [];
  let isOpening = false;
  let isMoving = false;
  let isOver = false;
  function open(): void {
    if (isOpening) return;
    isOpening = true;
    savedDocuments.open().then(
      (store) => {
        if (isOver) return;
        ends.push(store.subscribe(move));
        void store.load();
        move();
      },
      () => {
        // Its code cannot be loaded now; the next change of the workspaces tries again.
        isOpening = false;
      },
    );
  }
  function move(): void {
    const { SavedLayouts } = workspaces.getState();
    if (SavedLayouts === undefined || isMoving) return;
    const store = savedDocuments.get();
    if (store === null) open();
    if (store?.get().isLoaded !== true) return;
    const { rows } = store.get();
    const saves = savesOf(SavedLayouts, rows);
    // The server would refuse them. They stay until the user has deleted others.
    if (rows.length + saves.length > MAX_SAVES_PER_USER) return;
    // Both changes call back.
    isMoving = true;
    try {
      undo.withoutStep(() => store.put(saves));
      workspaces.change((draft) => {
        delete draft.SavedLayouts;
      });
    } finally {
      isMoving = false;
    }
  }
  ends.push(workspaces.subscribe(move));
  move();
  return () => {
    isOver = true;
    for (const end of ends) end();
  };
}

/** The saves of layouts that are not saved yet. */
function savesOf(earlier: readonly EarlierLayout[], present: readonly Save[]): readonly Save[] {
  const saves = present.filter(({ Type }) => Type === LAYOUT_SAVE_TYPE);
  const added: Save[] = [];
  for (const { Name, Tree } of earlier) {
    const all = [...saves, ...added];
    const Id = idOf(Name, JSON.stringify(Tree));
    const isSame = (other: Save) => other.Name === Name && isSameJson(other.Data, { Tree });
    if (present.some((other) => other.Id === Id) || all.some(isSame)) continue;
    const names = all.map((other) => other.Name);
    // Earlier releases took any characters.
    const storable = saveProblem(Name, { Tree }) === null ? Name : 'Layout';
    added.push(saveOfLayout({ Id, Name: freeName(names, storable, MAX_SAVE_NAME), Tree }));
  }
  return added;
}

/** An id that depends on the layout alone (FNV-1a, 32 bits): two pages that move the same layouts at once add each of them once. */
function idOf(...texts: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const char of texts.join('\0')) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return String(1 + (hash >>> 0));
}
