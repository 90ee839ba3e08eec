import type { IJsonRect } from 'flexlayout-react';
import { isWindowKey, type WindowKey } from '../../../layouts/index.ts';
import { shownWindows, workspaceOf, type WorkspacesState } from './workspace-state.ts';

/** Where a window was in a browser window of its own, in the coordinates of the screens. */
export interface PopoutPlace {
  readonly workspaceId: number;
  readonly key: WindowKey;
  readonly rect: IJsonRect;
}

/** What is stored of a window by its id, `3:Window2`: x, y, width, height, and how many loads of the page have offered to open it again. */
type StoredPlaces = Readonly<Record<string, readonly [number, number, number, number, number]>>;

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
  #closed: readonly { readonly place: PopoutPlace; readonly atMs: number }[] = [];

  constructor(options: PopoutPlacesOptions) {
    this.#options = options;
  }

  /** A window is out at this place. */
  keep({ workspaceId, key, rect: { x, y, width, height } }: PopoutPlace): void {
    this.#change((places) => ({ ...places, [`${workspaceId}:${key}`]: [x, y, width, height, 0] }));
  }

  /** A window is back in the desk for good. `rect`: where it was, if its browser window was closed. */
  forget(workspaceId: number, key: WindowKey, rect?: IJsonRect): void {
    const atMs = this.#options.nowMs();
    if (rect !== undefined)
      this.#closed = [
        ...this.#closed.filter((each) => atMs - each.atMs < CLOSING_MS),
        { place: { workspaceId, key, rect }, atMs },
      ];
    this.#change(({ [`${workspaceId}:${key}`]: _gone, ...others }) => others);
  }

  /** The page goes. Windows that were closed a moment ago were closed with it, by the browser. */
  leave(): void {
    const nowMs = this.#options.nowMs();
    for (const { place, atMs } of this.#closed) if (nowMs - atMs < CLOSING_MS) this.keep(place);
    this.#closed = [];
  }

  /** Windows that were out when the page was left and are still in these workspaces. */
  all(state: WorkspacesState): readonly PopoutPlace[] {
    return Object.entries(this.#read()).flatMap(([id, [x, y, width, height]]) => {
      const [number = '', key] = id.split(':');
      const workspaceId = Number(number);
      const workspace = workspaceOf(state, workspaceId);
      return workspace !== undefined && isWindowKey(key) && shownWindows(workspace).includes(key)
        ? { workspaceId, key, rect: { x, y, width, height } }
        : [];
    });
  }

  /** The page was loaded: what may be opened again once more. What was offered too often, or is in no workspace any more, is dropped. */
  offer(state: WorkspacesState): readonly PopoutPlace[] {
    const there = new Set(this.all(state).map(({ workspaceId, key }) => `${workspaceId}:${key}`));
    this.#change((places) =>
      Object.fromEntries(
        Object.entries(places).flatMap(([id, [x, y, width, height, offers]]) =>
          there.has(id) && offers < MAX_OFFERS ? [[id, [x, y, width, height, offers + 1]]] : [],
        ),
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

const isStoredPlace = (entry: [string, unknown]): entry is [string, StoredPlaces[string]] =>
  Array.isArray(entry[1]) && entry[1].length === 5 && entry[1].every((value) => Number.isFinite(value));

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
