import type { WindowKey } from '../../../layouts/index.ts';

/** What the windows of a workspace show in the tabs of their stacks, and where beside the tabs their buttons stand. */
export class WindowBars {
  readonly #onChange: () => void;
  readonly #titles = new Map<WindowKey, string>();
  readonly #slots = new Map<WindowKey, HTMLElement>();

  readonly #firstTitleOf: (key: WindowKey) => string;

  /** `firstTitleOf`: what a window is called that has not been shown yet, such as a pinned one after a reload. */
  constructor(onChange: () => void, firstTitleOf: (key: WindowKey) => string) {
    this.#onChange = onChange;
    this.#firstTitleOf = firstTitleOf;
  }

  readonly titleOf = (key: WindowKey): string => this.#titles.get(key) ?? this.#firstTitleOf(key);

  /** False when the window has this title already. */
  setTitle(key: WindowKey, title: string): boolean {
    if (this.#titles.get(key) === title) return false;
    this.#titles.set(key, title);
    this.#onChange();
    return true;
  }

  /** The element beside the tabs of a stack in which its selected window shows its buttons. */
  slotOf(key: WindowKey): HTMLElement | null {
    return this.#slots.get(key) ?? null;
  }

  setSlot(key: WindowKey, slot: HTMLElement | null): void {
    if (slot === null) this.#slots.delete(key);
    else this.#slots.set(key, slot);
    this.#onChange();
  }
}
