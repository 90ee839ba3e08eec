/** A context menu that the browser opens so soon after its key is the one that the grid has opened itself, ms. */
const SAME_KEY_MS = 400;

/** Opens the context menu of a cell for Shift+F10 and the Menu key. */
export class KeyMenu {
  #openedMs = -Infinity;

  /** Opens the menu at the lower left of a cell, as a right click there would. */
  openAt(cell: Element): void {
    const view = cell.ownerDocument.defaultView;
    if (view === null) return;
    const { left, bottom } = cell.getBoundingClientRect();
    this.#openedMs = performance.now();
    // The class of the cell's own browser window.
    const { MouseEvent: PageMouseEvent } = view;
    cell.dispatchEvent(
      new PageMouseEvent('contextmenu', {
        bubbles: true,
        cancelable: true,
        clientX: left + 12,
        clientY: bottom - 4,
        button: 2,
      }),
    );
  }

  /** True for the event that the browser sends for the key that has opened the menu already. */
  isRepeat(event: Event): boolean {
    return event.isTrusted && performance.now() - this.#openedMs < SAME_KEY_MS;
  }
}
