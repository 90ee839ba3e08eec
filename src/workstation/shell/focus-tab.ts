import { returnFocus } from '../workspace/last-focus.ts';

const TAB = '[role="tab"][data-workspace]';
const HIDDEN_DOCK = '[data-dock][data-current="false"]';
const SELECTED_TAB = `${TAB}[aria-selected="true"]`;

/** Focuses the tab of the workspace on screen once it is drawn. */
export function focusTab(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(SELECTED_TAB)?.focus());
}

/**
 * Gives the focus to the workspace on screen when nothing has it any more: what had it went with the page or the windows that left. What had it last in
 * the workspace has it again, else the tab. The tab of another workspace hands it to that of this one. Without that the keyboard would have to
 * begin at the top again, and the keys of charts and lists would do nothing.
 */
export function focusWhenLost(): void {
  // A closing dialog gives the focus back first.
  requestAnimationFrame(() => {
    const { activeElement, body } = document;
    const isTab = activeElement?.matches(TAB) === true;
    // The browser takes the focus from what is hidden after the frame.
    const isIn = (place: string) => (activeElement?.closest(place) ?? null) !== null;
    if (activeElement !== null && activeElement !== body && !isTab && !isIn(HIDDEN_DOCK)) return;
    const dock = isTab ? null : document.querySelector('[data-dock][data-current="true"]');
    if (dock === null || !returnFocus(dock))
      document.querySelector<HTMLElement>(SELECTED_TAB)?.focus({ preventScroll: true });
  });
}
