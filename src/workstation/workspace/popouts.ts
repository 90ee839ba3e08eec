import type { IJsonRect } from 'flexlayout-react';
import type { WindowKey } from '../../../layouts/index.ts';

/** The browser windows of one workspace, one for each popped-out window. */
export class Popouts {
  readonly #onOpen: (popout: Window) => () => void;
  readonly #opened = new Map<WindowKey, { readonly popout: Window; readonly leave: () => void }>();
  /** Where each popped-out window was on the screens when it was docked: it opens there again. */
  readonly #places = new Map<WindowKey, IJsonRect>();

  /** `onOpen` is called for each browser window; what it returns, when the window closes. */
  constructor(onOpen: (popout: Window) => () => void) {
    this.#onOpen = onOpen;
  }

  add(key: WindowKey, popout: Window): void {
    this.#opened.set(key, { popout, leave: this.#onOpen(popout) });
  }

  get(key: WindowKey): Window | undefined {
    return this.#opened.get(key)?.popout;
  }

  all(): readonly Window[] {
    return [...this.#opened.values()].map(({ popout }) => popout);
  }

  /** Where each browser window is now. */
  places(): readonly (readonly [WindowKey, IJsonRect])[] {
    return [...this.#opened].flatMap(([key, { popout }]) => {
      const rect = rectOf(popout);
      return rect === null ? [] : [[key, rect] as const];
    });
  }

  /** Where the window was when it was last popped out. */
  placeOf(key: WindowKey): IJsonRect | undefined {
    return this.#places.get(key);
  }

  /** Remembers where the browser window was and lets go of it. */
  forget(key: WindowKey): void {
    const found = this.#opened.get(key);
    if (found === undefined) return;
    const rect = rectOf(found.popout);
    if (rect !== null) this.#places.set(key, rect);
    found.leave();
    this.#opened.delete(key);
  }

  closeAll(): void {
    for (const [key, { popout }] of [...this.#opened]) {
      this.forget(key);
      popout.close();
    }
  }
}

/** Null for a window that is closed already. */
function rectOf({
  screenX: x,
  screenY: y,
  outerWidth: width,
  outerHeight: height,
}: Window): IJsonRect | null {
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}
