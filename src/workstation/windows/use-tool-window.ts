import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { WindowKey } from '../../../layouts/index.ts';
import type { AnyPlugin } from '../../plugin-api/index.ts';
import { useIsPlaceVisible } from '../../ui/index.ts';
import { useDesk } from '../desk-context.ts';
import type { DockController } from '../workspace/dock-controller.ts';
import { workspaceOf } from '../workspace/workspace-state.ts';
import { createWindow, type WindowController } from './window-controller.ts';

/**
 * The controller of a window, registered while the window is on screen, or belongs to windows in browser windows that are. `restarts` changes whenever the tool has to be mounted again,
 * because its window got other content and it does not follow its state.
 */
export function useToolWindow(
  plugin: AnyPlugin,
  dock: DockController,
  windowKey: WindowKey,
): { readonly window: WindowController; readonly restarts: number } {
  const desk = useDesk();
  const { workspaceId } = dock;
  const isVisible = useIsPlaceVisible();
  const hasPopouts = useSyncExternalStore(dock.subscribe, () => dock.view().popouts.length > 0);
  const stored = useStore(desk.workspaces, (state) => workspaceOf(state, workspaceId)?.LayoutData[windowKey]);
  const [restarts, restart] = useReducer((count: number) => count + 1, 0);
  const window = useMemo(() => {
    const first = workspaceOf(desk.workspaces.getState(), workspaceId)?.LayoutData[windowKey] ?? {
      Tool: plugin.id,
      version: plugin.state.migrations.length,
      data: plugin.state.initial,
      link: 1 as const,
    };
    return createWindow({
      workspaceId,
      key: windowKey,
      plugin,
      stored: first,
      platform: desk.platform,
      store: desk.workspaces,
      windows: desk.windows,
      undo: desk.undo,
    });
  }, [desk, workspaceId, windowKey, plugin]);
  const reportLostState = useCallback(
    () =>
      desk.toaster.show({
        message: `${plugin.title} could not read its saved state and starts with its defaults.`,
        tone: 'warning',
      }),
    [desk, plugin],
  );
  // The stored state was replaced from outside: windows were swapped, or another tab changed the workspaces.
  useLayoutEffect(() => {
    if (stored === undefined || window.isOwn(stored)) return;
    if (!window.adopt(stored)) reportLostState();
    if (plugin.followsState !== true) restart();
  }, [stored, window, plugin, reportLostState]);
  const isOpen = isVisible || hasPopouts;
  useEffect(() => (isOpen ? desk.windows.add(window) : undefined), [desk, window, isOpen]);
  useEffect(() => {
    if (window.hasLostState) reportLostState();
  }, [window, reportLostState]);
  return { window, restarts };
}

/** Makes a window active while it is shown on a visible page, and returns whether it is. */
export function useWindowActivity(
  window: WindowController,
  dock: DockController,
  windowKey: WindowKey,
): boolean {
  const isShownHere = useSyncExternalStore(dock.subscribe, () => dock.isShown(windowKey));
  const popout = useSyncExternalStore(dock.subscribe, () => dock.windowOf(windowKey));
  const isVisible = useIsPlaceVisible();
  const isShown = isShownHere && isVisible;
  useEffect(() => {
    const page = popout?.document ?? document;
    const update = () => window.setActive(isShown && page.visibilityState === 'visible');
    update();
    page.addEventListener('visibilitychange', update);
    return () => {
      page.removeEventListener('visibilitychange', update);
      window.setActive(false);
    };
  }, [window, isShown, popout]);
  return useSyncExternalStore(window.subscribe, window.isActive);
}
