/** The browser windows of the desk: its own and those of tools. */
export interface Places {
  /** A browser window of a tool was opened; returns what to do when it closes. */
  enter(popout: Window): () => void;
  /** The body of the tool's browser window that the user acted in last; null for the desk's own. */
  body(): HTMLElement | null;
  /** Whether the user has acted in any of them since the page was loaded. */
  isUsed(): boolean;
}

/** What only a user does, by keyboard, pointer, touch or assistive technology. */
const ACTIONS = ['pointerdown', 'keydown', 'wheel', 'click', 'input', 'drop'] as const;

export function createPlaces(own: Window): Places {
  let now: Window = own;
  let isUsed = false;
  const watch = (place: Window) => {
    const note = () => {
      now = place;
      isUsed = true;
    };
    for (const action of ACTIONS) place.addEventListener(action, note, { capture: true, passive: true });
    return () => {
      for (const action of ACTIONS) place.removeEventListener(action, note, { capture: true });
      if (now === place) now = own;
    };
  };
  watch(own);
  return { enter: watch, body: () => (now === own ? null : now.document.body), isUsed: () => isUsed };
}
