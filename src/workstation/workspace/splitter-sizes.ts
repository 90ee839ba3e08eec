import type { Sizes } from '../../../layouts/index.ts';

/** Splitters are stored once they have been still for so long, ms: a held key or a slow hand moves them many times. */
export const RESIZE_DEBOUNCE_MS = 500;

type Weights = Record<string, number[]>;

/** Splitter positions of a dock that are not stored yet, and those that never are. */
export class SplitterSizes {
  readonly #store: (sizes: Weights) => void;
  /** Positions while some windows are maximised or popped out, by the shape of the rest. */
  readonly #passing = new Map<string, Weights>();
  #unstored: Weights | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: (sizes: Weights) => void) {
    this.#store = store;
  }

  /** Stores positions once they have been still. */
  change(sizes: Weights): void {
    this.#unstored = sizes;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), RESIZE_DEBOUNCE_MS);
  }

  /** Stores them now: the page may go. */
  flush(): void {
    const sizes = this.#unstored;
    this.drop();
    if (sizes !== null) this.#store(sizes);
  }

  /** Forgets what is not stored: there is another layout. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#unstored = null;
  }

  /** Keeps positions of what is shown now, until it is shown again. */
  keep(shape: string, sizes: Weights): void {
    this.#passing.set(shape, sizes);
  }

  kept(shape: string): Sizes | undefined {
    return this.#passing.get(shape);
  }
}
