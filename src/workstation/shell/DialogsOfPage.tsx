import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useStore } from 'zustand';
import { useDesk } from '../desk-context.ts';
import { focusWhenLost } from './focus-tab.ts';

/** Leaves the dialogs of the page or workspace that was on screen on Back and Forward: they belong to it. Shows nothing itself. */
export function DialogsOfPage() {
  const { dialogs } = useDesk();
  const { pathname } = useLocation();
  const type = useNavigationType();
  const before = useRef(pathname);
  const isLeaving = useRef(false);
  const count = useStore(dialogs.stack, ({ length }) => length);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    // What the workstation opens itself may be the work of a dialog.
    if (type !== NavigationType.Pop) return;
    isLeaving.current = true;
    dialogs.leaveAll();
  }, [pathname, type, dialogs]);
  useEffect(() => {
    if (!isLeaving.current || count > 0) return;
    isLeaving.current = false;
    // In its next frame the last dialog gives the focus to what had it before: by now that is hidden with its workspace.
    requestAnimationFrame(focusWhenLost);
  }, [count, pathname]);
  return null;
}
