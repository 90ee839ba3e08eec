/** What had the focus last in each workspace, by the element of its dock. */
const lastFocused = new WeakMap<Element, WeakRef<HTMLElement>>();

/** Notes that an element of a dock has the focus. Menus and dialogs of its windows are elsewhere on the page: they are not noted. */
export function noteFocus(dock: Element, target: EventTarget): void {
  if (target instanceof HTMLElement && dock.contains(target)) lastFocused.set(dock, new WeakRef(target));
}

/** Gives the focus back to what had it last in a dock; false when that is gone or cannot have it now. */
export function returnFocus(dock: Element): boolean {
  const element = lastFocused.get(dock)?.deref();
  if (element === undefined || !dock.contains(element)) return false;
  element.focus({ preventScroll: true });
  return element.ownerDocument.activeElement === element;
}
