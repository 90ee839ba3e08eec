/** The desk's browser window in use: the one last touched or typed in. */
export interface Places {
  /** A browser window of a tool was opened; returns what to do when it closes. */
  enter(popout: Window): () => void;
  /** The body of the tool's browser window in use; null in the desk's own. */
  body(): HTMLElement | null;
}

const SIGNS = ['pointerdown', 'keydown'] as const;

export function createPlaces(own: Window): Places {
  let now: Window = own;
  const watch = (place: Window) => {
    const note = () => {
      now = place;
    };
    for (const sign of SIGNS) place.addEventListener(sign, note, { capture: true });
    return () => {
      for (const sign of SIGNS) place.removeEventListener(sign, note, { capture: true });
      if (now === place) now = own;
    };
  };
  watch(own);
  return { enter: watch, body: () => (now === own ? null : now.document.body) };
}
