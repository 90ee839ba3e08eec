import type { Readable, ToolWindow } from '../../src/plugin-api/index.ts';

/** The box in which a bar size is typed: the text it opens with; null while it is closed. Not stored. */
export interface BarSizeBoxStore extends Readable<string | null> {
  open(text: string): void;
  close(): void;
}

class BoxStore implements BarSizeBoxStore {
  #text: string | null = null;
  readonly #listeners = new Set<() => void>();

  get(): string | null {
    return this.#text;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  open(text: string): void {
    this.#set(text);
  }

  close(): void {
    this.#set(null);
  }

  #set(text: string | null): void {
    if (text === this.#text) return;
    this.#text = text;
    for (const listener of [...this.#listeners]) listener();
  }
}

const stores = new WeakMap<object, BarSizeBoxStore>();

/** The box of a window's chart; made when it is first used. */
export function barSizeBoxOf(window: Pick<ToolWindow<never>, 'id'>): BarSizeBoxStore {
  let store = stores.get(window);
  if (store === undefined) stores.set(window, (store = new BoxStore()));
  return store;
}

type TypedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'>;

/** What the box opens with for a key pressed in a chart: a digit or D, W, H, M, Q begins a size, a comma opens it empty; null for any other key. */
export function textOfKey({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing }: TypedKey): string | null {
  if (ctrlKey || metaKey || altKey || isComposing) return null;
  if (key === ',') return '';
  // 0 shows the whole range. Letters with Shift are keys of commands.
  return /^[1-9]$/.test(key) || (/^[dwhmq]$/i.test(key) && !shiftKey) ? key.toUpperCase() : null;
}
