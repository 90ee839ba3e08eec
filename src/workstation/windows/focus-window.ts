import type { Docks } from '../workspace/docks.ts';

const FOCUSABLE = 'button:not([disabled]), [href], input, [tabindex="0"]';

/** Gives a window the focus once it is on screen, in whichever browser window that is. `inside` means its first control. */
export function focusWindow(docks: Docks, windowId: string, inside = false): void {
  requestAnimationFrame(() => {
    const places = [
      document,
      ...docks
        .all()
        .flatMap((dock) => dock.popouts())
        .map((popout) => popout.document),
    ];
    const frame = places
      .map((place) => place.querySelector<HTMLElement>(`[data-window-id="${CSS.escape(windowId)}"]`))
      .find((found) => found !== null);
    const content = frame?.querySelector('[data-window-content]') ?? frame;
    const control = inside ? content?.querySelector<HTMLElement>(FOCUSABLE) : null;
    (control ?? frame)?.focus({ preventScroll: true });
  });
}
