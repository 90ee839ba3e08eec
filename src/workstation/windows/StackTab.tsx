import { TabSetNode, type Node as DockNode } from 'flexlayout-react';
import { useCallback, useRef, useSyncExternalStore, type SyntheticEvent } from 'react';
import { useStore } from 'zustand';
import { isWindowKey, type WindowKey } from '../../../layouts/index.ts';
import { ContextMenu } from '../../ui/index.ts';
import { useDesk } from '../desk-context.ts';
import type { DockController } from '../workspace/dock-controller.ts';
import { workspaceOf } from '../workspace/workspace-state.ts';
import { PortalHost } from './PortalHost.tsx';
import { useTabInSight } from './use-tab-in-sight.ts';
import { windowMenu } from './window-menu.ts';
import styles from './WindowFrame.module.css';

interface OfWindow {
  readonly dock: DockController;
  readonly windowKey: WindowKey;
}

/** The icon and title of a window in its tab. A selected one is kept in sight. */
export function StackTab({ dock, windowKey, isSelected }: OfWindow & { readonly isSelected: boolean }) {
  const { workspaces, plugins, commands } = useDesk();
  const title = useSyncExternalStore(dock.subscribe, () => dock.bars.titleOf(windowKey));
  const tool = useStore(
    workspaces,
    (state) => workspaceOf(state, dock.workspaceId)?.LayoutData[windowKey]?.Tool,
  );
  const plugin = tool === undefined ? undefined : plugins.get(tool);
  const Icon = plugin?.icon;
  const place = useSyncExternalStore(dock.subscribe, () => dock.windowOf(windowKey)?.document.body ?? null);
  const root = useRef<HTMLSpanElement>(null);
  useTabInSight(root, isSelected);
  return (
    <span
      ref={root}
      className={styles.tab}
      data-tab-of={windowKey}
      onClick={keepFromTab}
      onDoubleClick={keepFromTab}
      onPointerDown={keepFromTab}
      onKeyDown={keepFromTab}
      onContextMenu={keepFromTab}
    >
      <PortalHost place={place}>
        <ContextMenu entries={windowMenu(dock, windowKey, commands, plugin?.settings !== undefined)}>
          <span className={styles.tab} title={title}>
            {Icon === undefined ? null : <Icon size={14} />}
            <span className={styles.tabTitle}>{title}</span>
          </span>
        </ContextMenu>
      </PortalHost>
    </span>
  );
}

/** The window whose tab, or a part of it, this is. */
export function windowOfTab(element: Element): WindowKey | null {
  const key = element.closest('[role="tab"]')?.querySelector('[data-tab-of]')?.getAttribute('data-tab-of');
  return isWindowKey(key) ? key : null;
}

/** React passes what happens in the menu on to the tab, which would be chosen, or take the arrow keys. */
function keepFromTab(event: SyntheticEvent<HTMLElement>): void {
  const { currentTarget, target } = event;
  if (!('nodeType' in target) || !currentTarget.contains(target as Node)) event.stopPropagation();
}

/** The place of a window's toolbar and buttons beside the tabs of its stack. */
export function StackSlot({ dock, windowKey }: OfWindow) {
  const register = useCallback(
    (element: HTMLElement | null) => dock.bars.setSlot(windowKey, element),
    [dock, windowKey],
  );
  return <span ref={register} className={styles.slot} />;
}

/** What is at the pointer while a window or a stack is dragged. */
export function WindowDragImage({
  dock,
  node,
}: {
  readonly dock: DockController;
  readonly node: DockNode | undefined;
}) {
  const windows = node instanceof TabSetNode ? node.getChildren() : node === undefined ? [] : [node];
  const titles = windows
    .map((window) => window.getId())
    .filter(isWindowKey)
    .map(dock.bars.titleOf);
  return <span className={styles.dragLabel}>{titles.join(', ')}</span>;
}
