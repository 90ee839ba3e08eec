import type { IJsonRect } from 'flexlayout-react';
import {
  isLayoutTree,
  isWindowKey,
  windowsOf,
  withoutWindows,
  type LayoutGroup,
  type WindowKey,
} from '../../../layouts/index.ts';
import { treeOfOne } from './undocked.ts';
import { shownWindows, workspaceOf, type WorkspacesState } from './workspace-state.ts';

/** A browser window with windows of a workspace: how they lie in it, and where it was, in the coordinates of the screens. */
export interface PopoutPlace {
  readonly workspaceId: number;
  readonly tree: LayoutGroup;
  readonly rect: IJsonRect;
}

/**
 * What is stored of a browser window by the id of its first window, `3:Window2`: x, y, width, height, how many loads of the page have offered to open it
 * again, and with several windows how they lie.
 */
type StoredPlace = readonly [number, number, number, number, number, LayoutGroup?];
type StoredPlaces = Readonly<Record<string, StoredPlace>>;

/** So many loads of the page offer to open a window again; who has not taken them up does not want it any more. */
export const MAX_OFFERS = 3;
/** The browser closes popped-out windows one after the other, and the desk within this time of them, ms. */
const CLOSING_MS = 2_000;

/** The parts of the page that the places use. */
export interface PopoutPlacesOptions {
  /** Throws where the browser blocks storage. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Null while nobody is signed in: nothing is kept then. */
  readonly userId: () => string | null;
  readonly nowMs: () => number;
}

/**
 * Which windows are in browser windows of their own, and where. Stored in this browser by user, since the screens belong to the machine; what is in the
 * windows is stored with their workspaces.
 */
export class PopoutPlaces {
  readonly #options: PopoutPlacesOptions;
  /** When the page began to go; null while it stays. */
  #leftAtMs: number | null = null;
  #closed: readonly { readonly place: PopoutPlace; readonly atMs: number }[] = [];

  constructor(options: PopoutPlacesOptions) {
    this.#options = options;
  }

  /** Windows are out at this place, and at no other. */
  keep({ workspaceId, tree, rect: { x, y, width, height } }: PopoutPlace): void {
    const keys = windowsOf(tree);
    this.#change((places) => ({
      ...withoutKeys(places, workspaceId, keys),
      [`${workspaceId}:${keys[0] ?? ''}`]: storedPlace([x, y, width, height, 0], tree),
    }));
  }

  /** Windows are back in the desk for good, unless the page goes. `closed`: the browser window that they were in, if it was closed. */
  forget(workspaceId: number, keys: readonly WindowKey[], closed?: Omit<PopoutPlace, 'workspaceId'>): void {
    if (this.isLeaving()) return;
    const atMs = this.#options.nowMs();
    if (closed !== undefined)
      this.#closed = [
        ...this.#closed.filter((each) => atMs - each.atMs < CLOSING_MS),
        { place: { workspaceId, ...closed }, atMs },
      ];
    this.#change((places) => withoutKeys(places, workspaceId, keys));
  }

  /** The page goes. Windows that were closed a moment ago were closed with it, by the browser. */
  leave(): void {
    const nowMs = this.#options.nowMs();
    for (const { place, atMs } of this.#closed) if (nowMs - atMs < CLOSING_MS) this.keep(place);
    this.#closed = [];
    this.#leftAtMs = nowMs;
  }

  /** True while the page goes: browser windows that close then are closed by the browser, not by the user. */
  isLeaving(): boolean {
    return this.#leftAtMs !== null && this.#options.nowMs() - this.#leftAtMs < CLOSING_MS;
  }

  /** What was out when the page was left, as far as it is still in these workspaces. */
  all(state: WorkspacesState): readonly PopoutPlace[] {
    const seen = new Set<string>();
    return Object.entries(this.#read()).flatMap(([id, [x, y, width, height, , tree]]) => {
      const { workspaceId, key } = partsOf(id);
      const workspace = workspaceOf(state, workspaceId);
      if (workspace === undefined || !isWindowKey(key)) return [];
      const shown = new Set(shownWindows(workspace));
      const whole = tree ?? treeOfOne(key);
      const gone = windowsOf(whole).filter((each) => !shown.has(each) || seen.has(`${workspaceId}:${each}`));
      const rest = withoutWindows(whole, new Set(gone));
      if (rest === null) return [];
      for (const each of windowsOf(rest)) seen.add(`${workspaceId}:${each}`);
      return { workspaceId, tree: rest, rect: { x, y, width, height } };
    });
  }

  /** The page was loaded: what may be opened again once more. What was offered too often, or is in no workspace any more, is dropped. */
  offer(state: WorkspacesState): readonly PopoutPlace[] {
    const there = new Set(
      this.all(state).flatMap(({ workspaceId, tree }) =>
        windowsOf(tree).map((key) => `${workspaceId}:${key}`),
      ),
    );
    this.#change((places) =>
      Object.fromEntries(
        Object.entries(places).flatMap(([id, [x, y, width, height, offers, tree]]) => {
          const { workspaceId } = partsOf(id);
          const keys = tree === undefined ? [id] : windowsOf(tree).map((key) => `${workspaceId}:${key}`);
          const isThere = keys.some((key) => there.has(key));
          const next = storedPlace([x, y, width, height, offers + 1], tree);
          return isThere && offers < MAX_OFFERS ? [[id, next]] : [];
        }),
      ),
    );
    return this.all(state);
  }

  get #key(): string | null {
    const userId = this.#options.userId();
    return userId === null ? null : `tapedeck.popouts.${userId}`;
  }

  #read(): StoredPlaces {
    try {
      const stored: unknown =
        this.#key === null ? null : JSON.parse(this.#options.storage().getItem(this.#key) ?? '{}');
      return Object.fromEntries(Object.entries(Object(stored)).filter(isStoredPlace));
    } catch {
      // Storage is blocked, or its text is damaged: no window is known to be out.
      return {};
    }
  }

  #change(change: (places: StoredPlaces) => StoredPlaces): void {
    const key = this.#key;
    if (key === null) return;
    const before = this.#read();
    const next = change(before);
    try {
      if (Object.keys(next).length === 0) this.#options.storage().removeItem(key);
      else this.#options.storage().setItem(key, JSON.stringify(next));
    } catch {
      // Storage is full or blocked: the windows are not offered at the next load.
    }
  }
}

function isStoredPlace(entry: [string, unknown]): entry is [string, StoredPlace] {
  const [, place] = entry;
  if (!Array.isArray(place) || place.length < 5 || place.length > 6) return false;
  const [x, y, width, height, offers, tree]: unknown[] = place;
  return (
    [x, y, width, height, offers].every((value) => Number.isFinite(value)) &&
    Number(width) >= 1 &&
    Number(height) >= 1 &&
    (place.length === 5 || isLayoutTree(tree))
  );
}

const storedPlace = (
  place: readonly [number, number, number, number, number],
  tree: LayoutGroup | undefined,
): StoredPlace => (tree === undefined || windowsOf(tree).length === 1 ? place : [...place, tree]);

/** The workspace and the window of an id. */
function partsOf(id: string): { readonly workspaceId: number; readonly key: string | undefined } {
  const [workspaceId, key] = id.split(':');
  return { workspaceId: Number(workspaceId), key };
}

/** The places without some windows of a workspace. Where the first one goes, the next gives its name. */
function withoutKeys(places: StoredPlaces, workspaceId: number, keys: readonly WindowKey[]): StoredPlaces {
  const gone = new Set(keys);
  return Object.fromEntries(
    Object.entries(places).flatMap(([id, place]): readonly (readonly [string, StoredPlace])[] => {
      const [x, y, width, height, offers, tree] = place;
      const parts = partsOf(id);
      if (parts.workspaceId !== workspaceId) return [[id, place]];
      if (tree === undefined) return isWindowKey(parts.key) && gone.has(parts.key) ? [] : [[id, place]];
      const rest = withoutWindows(tree, gone);
      if (rest === null) return [];
      const [first = ''] = windowsOf(rest);
      return [[`${workspaceId}:${first}`, storedPlace([x, y, width, height, offers], rest)]];
    }),
  );
}

/** The screen that the desk is on, and whether there are others. */
export type DeskScreen = Pick<Screen, 'availWidth' | 'availHeight'> & {
  readonly availLeft?: number;
  readonly availTop?: number;
  readonly isExtended?: boolean;
};

/** The place on a screen that is there: moved onto the only one. With several, the browser keeps windows within them. */
export function onScreen(rect: IJsonRect, screen: DeskScreen): IJsonRect {
  if (screen.isExtended === true) return rect;
  const width = Math.min(rect.width, screen.availWidth);
  const height = Math.min(rect.height, screen.availHeight);
  const [left, top] = [screen.availLeft ?? 0, screen.availTop ?? 0];
  const within = (value: number, from: number, size: number, length: number) =>
    Math.min(Math.max(value, from), from + size - length);
  return {
    x: within(rect.x, left, screen.availWidth, width),
    y: within(rect.y, top, screen.availHeight, height),
    width,
    height,
  };
}
