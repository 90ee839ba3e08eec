import type { DeskLayout } from './dock-view.ts';

/** Splitters are stored once they have been still for so long, ms: a held key or a slow hand moves them many times. */
export const RESIZE_DEBOUNCE_MS = 500;

/** Splitters and floating panels of a dock that were moved and are not stored yet. */
export class SplitterSizes {
  readonly #store: (layout: DeskLayout) => void;
  #unstored: DeskLayout | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: (layout: DeskLayout) => void) {
    this.#store = store;
  }

  /** Stores positions once they have been still. */
  change(layout: DeskLayout): void {
    this.#unstored = layout;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), RESIZE_DEBOUNCE_MS);
  }

  /** Stores them now: the page may go. */
  flush(): void {
    const layout = this.#unstored;
    this.drop();
    if (layout !== null) this.#store(layout);
  }

  /** Forgets what is not stored: there is another layout. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#unstored = null;
  }
}
