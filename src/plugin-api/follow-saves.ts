import { isSameName } from '../domain/names/same-name.ts';
import type { Save } from '../domain/saves/index.ts';
import type { SaveStore } from '../client/types.ts';
import { markOf } from './saved-mark.ts';
import type { PlacedTool } from './placed-tools.ts';
import type { ToolPlatform } from './types.ts';

/** The fields of a window's state that name its save. */
export interface NamedState {
  readonly FileName: string | null;
  readonly SavedAs: string | null;
}

/** A tool whose windows have the name of what they loaded or saved. */
export interface NamedSaves<State extends NamedState> {
  readonly toolId: string;
  readonly savedType: string;
  /** What would be saved of a state, and the change that saved data makes; null for a tool whose windows have copies and follow the name only. */
  readonly content: {
    readonly dataOf: (state: State) => unknown;
    readonly read: (data: unknown) => Partial<State> | null;
  } | null;
}

/**
 * Keeps the tool's windows at what is saved under their names, from wherever it was saved. A window that the user has changed since keeps its content. When the save is
 * deleted, its windows are untitled. The saves are loaded once a window has a name. Returns the function that ends it.
 */
export function followSaves<State extends NamedState>(
  { savedDocuments, tools }: Pick<ToolPlatform, 'savedDocuments' | 'tools'>,
  tool: NamedSaves<State>,
): () => void {
  const windows = tools.windowsOf(tool.toolId);
  const ends: (() => void)[] = [];
  let store: SaveStore | null = null;
  let isOpening = false;
  let isOver = false;
  let before: readonly Save[] = [];

  // The windows of the tool have its state.
  const stateOf = (window: PlacedTool): State => window.getState() as State;
  function open(): void {
    if (isOpening) return;
    isOpening = true;
    savedDocuments.open().then(
      (opened) => {
        if (isOver) return;
        store = opened;
        ends.push(opened.subscribe(follow));
        void opened.load();
        follow();
      },
      () => {
        // Without its code nothing is followed; the next change of a window tries again.
        isOpening = false;
      },
    );
  }
  function follow(): void {
    const named = windows.get().filter((window) => stateOf(window).FileName !== null);
    if (named.length === 0 || store === null) {
      if (named.length > 0) open();
      return;
    }
    if (!store.get().isLoaded) return;
    const saves = store.get().rows.filter(({ Type }) => Type === tool.savedType);
    const earlier = before;
    before = saves;
    for (const window of named) {
      const change = changeOf(tool, stateOf(window), earlier, saves);
      if (change !== null) window.follow(change);
    }
  }

  ends.push(windows.subscribe(follow));
  follow();
  return () => {
    isOver = true;
    for (const end of ends) end();
  };
}

/** What a window is to change when the saves were `earlier` and are `saves` now; null for nothing. */
function changeOf<State extends NamedState>(
  { content }: NamedSaves<State>,
  state: State,
  earlier: readonly Save[],
  saves: readonly Save[],
): object | null {
  const named = (rows: readonly Save[]) => rows.find(({ Name }) => isSameName(Name, state.FileName ?? ''));
  const known = named(earlier);
  const save = saves.find(({ Id }) => Id === known?.Id) ?? named(saves);
  // A workspace of another machine may arrive before the save that it names: only a save that was there is deleted.
  if (save === undefined) return known === undefined ? null : { FileName: null, SavedAs: null };
  const renamed = save.Name === state.FileName ? null : { FileName: save.Name };
  // An earlier version of the window, which the user has restored, stays as it is.
  if (content === null || known?.Data === save.Data) return renamed;
  const loaded = content.read(save.Data);
  if (loaded === null) return renamed;
  const SavedAs = markOf(content.dataOf({ ...state, ...loaded }));
  const present = markOf(content.dataOf(state));
  const isUnchanged = present === state.SavedAs || present === SavedAs;
  return SavedAs === state.SavedAs || !isUnchanged ? renamed : { ...loaded, ...renamed, SavedAs };
}
