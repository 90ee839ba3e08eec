/** The browser windows of the desk: the main one and those of tools. */
export interface Places {
  /** A browser window of a tool was opened; returns what to do when it closes. */
  enter(popout: Window): () => void;
  /** The body of the tool's browser window that the user acted in last; null for the main window of the desk. */
  body(): HTMLElement | null;
  /** Whether the user has acted in any of them since the page was loaded. */
  isUsed(): boolean;
}

/** What only a user does, by keyboard, pointer, touch or assistive technology. */
const ACTIONS = ['pointerdown', 'keydown', 'wheel', 'click', 'input', 'drop'] as const;

/** Tracks which browser window of the workstation the user last acted in. It begins with the main one. */
export function createPlaces(mainWindow: Window): Places {
  let now: Window = mainWindow;
  let isUsed = false;
  const watch = (place: Window) => {
    const note = () => {
      now = place;
      isUsed = true;
    };
    for (const action of ACTIONS) place.addEventListener(action, note, { capture: true, passive: true });
    return () => {
      for (const action of ACTIONS) place.removeEventListener(action, note, { capture: true });
      if (now === place) now = mainWindow;
    };
  };
  watch(mainWindow);
  return { enter: watch, body: () => (now === mainWindow ? null : now.document.body), isUsed: () => isUsed };
}
