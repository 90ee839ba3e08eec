/** The browser windows of the desk: the main one and those of tools. */
export interface Places {
  /** A browser window of a tool was opened; returns what to do when it closes. */
  enter(popout: Window): () => void;
  /** The body of the tool's browser window that the user acted in last; null for the main window of the desk. */
  body(): HTMLElement | null;
  /** What has the focus in the browser window that the user acted in last; its body when nothing has. */
  activeElement(): Element | null;
  /** Whether the user has acted in any of them since the page was loaded. */
  isUsed(): boolean;
  /** Calls the listener when none of them has the focus any more; returns the function that unsubscribes. */
  onFocusLost(listener: () => void): () => void;
  /** Leaves the main window as it was before. */
  dispose(): void;
}

/** The focus goes from one browser window to the next within this time, ms. */
const FOCUS_CHANGE_MS = 100;

/** What only a user does, by keyboard, pointer, touch or assistive technology. */
const ACTIONS = ['pointerdown', 'keydown', 'wheel', 'click', 'input', 'drop'] as const;

/** Tracks which browser window of the workstation the user last acted in. It begins with the main one. */
export function createPlaces(mainWindow: Window): Places {
  let now: Window = mainWindow;
  let isUsed = false;
  const all = new Set<Window>();
  const listeners = new Set<() => void>();
  // A frame within a page takes the focus from its window, but not from its document.
  const hasFocus = () => [...all].some(({ document }) => document.hasFocus());
  const onBlur = () =>
    setTimeout(() => {
      if (!hasFocus()) for (const listener of [...listeners]) listener();
    }, FOCUS_CHANGE_MS);
  const watch = (place: Window) => {
    all.add(place);
    place.addEventListener('blur', onBlur);
    const note = () => {
      now = place;
      isUsed = true;
    };
    for (const action of ACTIONS) place.addEventListener(action, note, { capture: true, passive: true });
    return () => {
      all.delete(place);
      place.removeEventListener('blur', onBlur);
      for (const action of ACTIONS) place.removeEventListener(action, note, { capture: true });
      if (now === place) now = mainWindow;
    };
  };
  const leaveMain = watch(mainWindow);
  return {
    enter: watch,
    body: () => (now === mainWindow ? null : now.document.body),
    activeElement: () => now.document.activeElement,
    isUsed: () => isUsed,
    dispose: leaveMain,
    onFocusLost(listener) {
      const entry = () => listener();
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
  };
}
