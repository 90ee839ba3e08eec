import { Layout, type TabNode } from 'flexlayout-react';
import 'flexlayout-react/style/light.css';
import { useEffect, useSyncExternalStore } from 'react';
import { WINDOW_KEYS, type WindowKey } from '../../../layouts/index.ts';
import { Button, EmptyState } from '../../ui/index.ts';
import { WindowFrame } from '../windows/WindowFrame.tsx';
import { ALL_OUT } from './dock-model.ts';
import type { DockController } from './dock-controller.ts';
import styles from './Dock.module.css';

const keyOf = (id: string): WindowKey | undefined => WINDOW_KEYS.find((key) => key === id);

/** The windows of one workspace. It stays mounted while others are on screen when it has windows in browser windows of their own. */
export function Dock({ dock, isCurrent }: { readonly dock: DockController; readonly isCurrent: boolean }) {
  const model = useSyncExternalStore(dock.subscribe, dock.model);
  // The browser windows go with their desk: their windows dock.
  useEffect(() => () => dock.release(), [dock]);
  return (
    <div className={styles.dock} data-dock={dock.workspaceId} hidden={!isCurrent}>
      <Layout
        model={model}
        realtimeResize
        supportsPopout
        popoutURL="/popout.html"
        popoutWindowName="Tapedeck"
        {...(styles.popout === undefined ? {} : { popoutClassName: styles.popout })}
        onAction={dock.onAction}
        onModelChange={dock.onModelChange}
        onPopoutOpen={(layout, popout) => dock.onPopoutOpen(layout.getLayoutId(), popout)}
        onPopoutClose={(layout, popout) => dock.onPopoutClose(layout.getLayoutId(), popout)}
        factory={(node: TabNode) => {
          const key = keyOf(node.getId());
          if (key !== undefined)
            return <WindowFrame key={key} dock={dock} windowKey={key} isCurrent={isCurrent} />;
          return node.getId() === ALL_OUT ? (
            <EmptyState
              title="All windows are elsewhere"
              text="The windows of this workspace are in browser windows of their own."
              action={<Button onClick={() => dock.dock()}>Bring them back</Button>}
            />
          ) : null;
        }}
      />
    </div>
  );
}
