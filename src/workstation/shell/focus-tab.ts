/** Focuses the tab of the workspace on screen once it is drawn. */
export function focusTab(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('[role="tab"][data-workspace][aria-selected="true"]')?.focus(),
  );
}

/**
 * Gives the focus to the tab of the workspace on screen when nothing has it any more, or the tab of another one: what had
 * it went with the page or the windows that left. Without that the keyboard would have to begin at the top again.
 */
export function focusTabWhenLost(): void {
  // A closing dialog gives the focus back first.
  requestAnimationFrame(() => {
    const { activeElement, body } = document;
    const isLost =
      activeElement === null ||
      activeElement === body ||
      activeElement.matches('[role="tab"][data-workspace]');
    if (isLost)
      document
        .querySelector<HTMLElement>('[role="tab"][data-workspace][aria-selected="true"]')
        ?.focus({ preventScroll: true });
  });
}
