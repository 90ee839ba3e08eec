import { useEffect, useLayoutEffect } from 'react';

/** What closes the menus that are in use, on all pages of the workstation. */
const closers = new Set<() => void>();

/** Calls `close` when a dialog opens: a menu would stay above it, and take keys that are meant for the dialog. */
export function useCloseForDialogs(isUsed: boolean, close: () => void): void {
  useEffect(() => {
    if (!isUsed) return;
    closers.add(close);
    return () => void closers.delete(close);
  }, [isUsed, close]);
}

/** Closes the menus that are open. */
export function closeMenus(): void {
  for (const close of [...closers]) close();
}

/** Closes the menus when the dialog of the component opens. */
export function useCloseMenus(isOpen: boolean): void {
  // Before the dialog takes the focus: the focus does not go to the button of a menu afterwards.
  useLayoutEffect(() => {
    if (isOpen) closeMenus();
  }, [isOpen]);
}
