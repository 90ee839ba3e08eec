import type { DeskLayout } from './dock-view.ts';

/** Splitters are stored once they have been still for so long, ms: a held key or a slow hand moves them many times. */
export const RESIZE_DEBOUNCE_MS = 500;

/** What was moved and is not stored yet. `title` names it in the list of undo. */
interface Unstored {
  readonly layout: DeskLayout;
  readonly title: string;
}

/** Splitters and floating panels of a dock that were moved and are not stored yet. */
export class SplitterSizes {
  readonly #store: (unstored: Unstored) => void;
  #unstored: Unstored | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: (unstored: Unstored) => void) {
    this.#store = store;
  }

  /** Stores positions once they have been still. */
  change(layout: DeskLayout, title: string): void {
    this.#unstored = { layout, title };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), RESIZE_DEBOUNCE_MS);
  }

  /** Stores them now: the page may go. */
  flush(): void {
    const unstored = this.#unstored;
    this.drop();
    if (unstored !== null) this.#store(unstored);
  }

  /** Forgets what is not stored: there is another layout. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#unstored = null;
  }
}
