import { useState, type FocusEvent, type PointerEvent, type RefObject } from 'react';

/** Keeps live rows in their places while a new order would move them away from the pointer or the keyboard. */
export class SortHold {
  readonly #grid: RefObject<HTMLElement | null>;
  /** Called once a waiting order may be taken. */
  onRelease: () => void = () => {};
  #isPointerOver = false;
  #isMenuOpen = false;
  #isPressed = false;
  #isWaiting = false;

  constructor(grid: RefObject<HTMLElement | null>) {
    this.#grid = grid;
  }

  /** True while a pointer is over the rows, the keyboard is on one, or the menu of one is open. */
  isOn(): boolean {
    // A click focuses the grid as well: only a focus that shows, which is the keyboard's, holds the rows.
    return this.#isPointerOver || this.#isMenuOpen || this.#grid.current?.matches(':focus-visible') === true;
  }

  /** True between the press of a pointer and the click that it becomes. */
  isPressed(): boolean {
    return this.#isPressed;
  }

  /** Marks at the sorted column that a new order waits. */
  setWaiting(isWaiting: boolean): void {
    this.#isWaiting = isWaiting;
    this.#grid.current?.toggleAttribute('data-sort-waits', isWaiting);
  }

  readonly onMenuChange = (isOpen: boolean): void => {
    this.#isMenuOpen = isOpen;
    if (!isOpen) this.#end();
  };

  /** Handlers of the element that holds the rows. */
  readonly rowEvents = {
    onPointerEnter: ({ pointerType }: PointerEvent): void => {
      this.#isPointerOver = pointerType !== 'touch';
    },
    onPointerLeave: (): void => {
      this.#isPointerOver = false;
      this.#end();
    },
  };

  /** Handlers of the grid. */
  readonly gridEvents = {
    onBlur: ({ target, currentTarget }: FocusEvent): void => {
      if (target === currentTarget) this.#end();
    },
    onPointerDown: (): void => {
      this.#isPressed = true;
    },
    onPointerUp: (): void => {
      setTimeout(this.#release, 0);
    },
    onPointerCancel: (): void => this.#release(),
    onPointerLeave: (): void => this.#release(),
  };

  readonly #release = (): void => {
    this.#isPressed = false;
  };

  #end(): void {
    if (!this.#isWaiting || this.isOn()) return;
    this.setWaiting(false);
    this.onRelease();
  }
}

/** The hold of one grid. Set its `onRelease`. */
export function useSortHold(grid: RefObject<HTMLElement | null>): SortHold {
  const [hold] = useState(() => new SortHold(grid));
  return hold;
}
