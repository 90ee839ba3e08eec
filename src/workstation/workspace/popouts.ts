import type { IJsonRect } from 'flexlayout-react';
import { stacksOf, windowsOf, type WindowKey } from '../../../layouts/index.ts';
import type { DockOptions } from './dock-controller.ts';
import { poppedOf, type Panel } from './dock-view.ts';

/** The browser windows of one workspace, by the ids of their panels, and the places that are kept of them for the next load of the page. */
export class Popouts {
  readonly #workspaceId: number;
  readonly #onOpen: (popout: Window) => () => void;
  readonly #places: DockOptions['places'];
  readonly #opened = new Map<string, { readonly popout: Window; readonly leave: () => void }>();
  /** Where the browser window of each window was on the screens when it was docked: it opens there again. */
  readonly #rects = new Map<WindowKey, IJsonRect>();
  #count = 0;

  constructor({ workspaceId, onPopout, places }: DockOptions) {
    this.#workspaceId = workspaceId;
    this.#onOpen = onPopout;
    this.#places = places;
  }

  /** An id for a browser window that is to open. */
  nextId(): string {
    this.#count++;
    return `popout-${this.#workspaceId}-${this.#count}`;
  }

  /** `onPopout` is called for each browser window; what it returns, when the window closes. */
  add(id: string, popout: Window): void {
    this.#opened.set(id, { popout, leave: this.#onOpen(popout) });
  }

  get(id: string): Window | undefined {
    return this.#opened.get(id)?.popout;
  }

  all(): readonly Window[] {
    return [...this.#opened.values()].map(({ popout }) => popout);
  }

  /** Where the window was when it was last popped out. */
  rectOf(key: WindowKey): IJsonRect | undefined {
    return this.#rects.get(key);
  }

  /** Where a browser window is, or was when it closed, or is to open. */
  placeOf({ id, tree, rect }: Panel): IJsonRect {
    const [first] = windowsOf(tree);
    return this.#rectNow(id) ?? (first === undefined ? undefined : this.#rects.get(first)) ?? rect;
  }

  /** Keeps where the browser windows are now. */
  keepPlaces(panels: readonly Panel[]): void {
    for (const { id, tree } of panels) {
      const rect = this.#rectNow(id);
      if (rect !== null) this.#places.keep({ workspaceId: this.#workspaceId, tree, rect });
    }
  }

  /** Each browser window is called after the windows that are visible in it. */
  name(panels: readonly Panel[], titleOf: (key: WindowKey) => string): void {
    for (const { id, tree } of panels) {
      const popout = this.get(id);
      const titles = stacksOf(tree).map(({ selected }) => titleOf(selected));
      if (popout !== undefined) popout.document.title = `${titles.join(', ')} · Tapedeck`;
    }
  }

  /** Windows have left browser windows for good: their places are dropped, and a browser window without windows closes. */
  leave(before: readonly Panel[], after: readonly Panel[]): void {
    const stay = poppedOf({ popouts: after });
    const open = new Set(after.map(({ id }) => id));
    for (const panel of before) {
      const gone = windowsOf(panel.tree).filter((key) => !stay.has(key));
      this.#remember(panel.id, gone);
      if (gone.length > 0) this.#places.forget(this.#workspaceId, gone);
      if (!open.has(panel.id)) this.#forget(panel.id);
    }
    this.keepPlaces(after);
  }

  /** The browser window was closed, perhaps with the page: its place is kept for a moment. */
  close({ id, tree }: Panel): void {
    const rect = this.#rectNow(id);
    this.#remember(id, windowsOf(tree));
    this.#places.forget(this.#workspaceId, windowsOf(tree), rect === null ? undefined : { tree, rect });
    this.#forget(id);
  }

  /** Closes all browser windows and keeps their places. */
  closeAll(panels: readonly Panel[]): void {
    this.keepPlaces(panels);
    for (const { id, tree } of panels) this.#remember(id, windowsOf(tree));
    for (const [id, { popout }] of [...this.#opened]) {
      this.#forget(id);
      popout.close();
    }
  }

  #remember(id: string, keys: readonly WindowKey[]): void {
    const rect = this.#rectNow(id);
    if (rect !== null) for (const key of keys) this.#rects.set(key, rect);
  }

  #forget(id: string): void {
    this.#opened.get(id)?.leave();
    this.#opened.delete(id);
  }

  /** Null for a window that is closed, or not open yet. */
  #rectNow(id: string): IJsonRect | null {
    const popout = this.get(id);
    if (popout === undefined) return null;
    const { screenX: x, screenY: y, outerWidth: width, outerHeight: height } = popout;
    return width > 0 && height > 0 ? { x, y, width, height } : null;
  }
}
