import type { PanelPlace } from '../../ui/index.ts';

/** The parts of the page that the places use. */
interface PanelPlacesOptions {
  /** Throws where the browser blocks storage. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  /** Null while nobody is signed in: nothing is kept then. */
  readonly userId: () => string | null;
}

/** Where the user has moved panels. Stored in this browser by user, like the places of browser windows: the size of the screen belongs to the machine. */
export class PanelPlaces {
  readonly #options: PanelPlacesOptions;

  constructor(options: PanelPlacesOptions) {
    this.#options = options;
  }

  /** Null for a panel that was never moved. */
  get(id: string): PanelPlace | null {
    const place = this.#read()[id];
    if (!Array.isArray(place)) return null;
    const [left, top]: unknown[] = place;
    return typeof left === 'number' &&
      typeof top === 'number' &&
      Number.isFinite(left) &&
      Number.isFinite(top)
      ? { left, top }
      : null;
  }

  keep(id: string, { left, top }: PanelPlace): void {
    const key = this.#key;
    if (key === null) return;
    const places = { ...this.#read(), [id]: [Math.round(left), Math.round(top)] };
    try {
      this.#options.storage().setItem(key, JSON.stringify(places));
    } catch {
      // Storage is full or blocked: the panel opens in its first place the next time.
    }
  }

  get #key(): string | null {
    const userId = this.#options.userId();
    return userId === null ? null : `tapedeck.panels.${userId}`;
  }

  #read(): Readonly<Record<string, unknown>> {
    try {
      const stored: unknown =
        this.#key === null ? null : JSON.parse(this.#options.storage().getItem(this.#key) ?? '{}');
      return typeof stored === 'object' && stored !== null ? { ...stored } : {};
    } catch {
      // Storage is blocked, or its text is damaged.
      return {};
    }
  }
}
