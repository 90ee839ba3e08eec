import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useDesk } from '../desk-context.ts';
import type { OpenDialog } from '../dialogs/dialog-stack.ts';
import { focusWhenLost } from './focus-tab.ts';

/** The dialogs of a page; a panel floats above all pages. */
const modal = (open: readonly OpenDialog[]): number => open.filter(({ isModal }) => isModal).length;

/**
 * Leaves the dialogs of the page or workspace that was on screen on Back and Forward: they belong to it. Reads the browser's address, because the router
 * renders a new one later, when another may have replaced it. Shows nothing itself.
 */
export function DialogsOfPage() {
  const { dialogs } = useDesk();
  const isLeaving = useRef(false);
  const count = useStore(dialogs.stack, modal);
  useEffect(() => {
    let openedAt = location.pathname;
    const stop = dialogs.stack.subscribe((open, before) => {
      if (modal(open) > modal(before)) openedAt = location.pathname;
    });
    const leave = () => {
      if (location.pathname === openedAt || !dialogs.hasModal()) return;
      isLeaving.current = true;
      dialogs.leaveAll();
    };
    window.addEventListener('popstate', leave);
    return () => {
      stop();
      window.removeEventListener('popstate', leave);
    };
  }, [dialogs]);
  useEffect(() => {
    if (!isLeaving.current || count > 0) return;
    isLeaving.current = false;
    // In its next frame the last dialog gives the focus to what had it before: by now that is hidden with its workspace.
    requestAnimationFrame(focusWhenLost);
  }, [count]);
  return null;
}
