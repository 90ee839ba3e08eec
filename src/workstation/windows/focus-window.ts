import { isWindowKey } from '../../../layouts/index.ts';
import type { Docks } from '../workspace/docks.ts';

const FOCUSABLE = 'button:not([disabled]), [href], input, [tabindex="0"]';

/** Gives a window the focus once it is on screen, in whichever browser window that is. `inside` means its first control. */
export function focusWindow(docks: Docks, windowId: string, inside = false): void {
  openAtBorder(docks, windowId);
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

/** A pinned window that is closed cannot have the focus. */
function openAtBorder(docks: Docks, windowId: string): void {
  const [id, key] = windowId.split(':');
  const dock = docks.all().find(({ workspaceId }) => workspaceId === Number(id));
  if (isWindowKey(key) && dock?.areaOf(key) === 'border') dock.select(key);
}
