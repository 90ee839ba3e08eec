import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';

/**
 * Says whether a part of the page is on screen. A part that is not keeps its components, so that it is there at once when it comes
 * back. The object lasts as long as the part: what lies between does not render when the answer changes.
 */
export class PlaceVisibility {
  #isVisible: boolean;
  readonly #listeners = new Set<() => void>();

  constructor(isVisible: boolean) {
    this.#isVisible = isVisible;
  }

  // Read by React without their object.
  readonly isVisible = (): boolean => this.#isVisible;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Of what is on screen whenever it is mounted. */
export const ALWAYS_VISIBLE = new PlaceVisibility(true);

/** The part of the page that the children are in. */
export const VisibilityOfPlace = createContext(ALWAYS_VISIBLE);

const never = () => () => {};
const yes = () => true;

/** False while the component's part of the page is not on screen. With `isUsed` false it is true, and nothing renders when that changes. */
export function useIsPlaceVisible(isUsed = true): boolean {
  const { subscribe, isVisible } = useContext(VisibilityOfPlace);
  return useSyncExternalStore(isUsed ? subscribe : never, isUsed ? isVisible : yes);
}

/** Calls back when the component's part of the page leaves the screen: what floats above it closes. */
export function useOnPlaceHidden(isUsed: boolean, close: () => void): void {
  const { subscribe, isVisible } = useContext(VisibilityOfPlace);
  useEffect(
    () =>
      isUsed
        ? subscribe(() => {
            if (!isVisible()) close();
          })
        : undefined,
    [isUsed, close, subscribe, isVisible],
  );
}

/** Whether something that floats is open, and what opens and closes it. It closes when its part of the page leaves the screen. */
export function useFloating(): readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  const [close] = useState(() => () => setOpen(false));
  useOnPlaceHidden(isOpen, close);
  return [isOpen, setOpen];
}
