import { Actions, Layout, type TabNode, TabSetNode, type Model } from 'flexlayout-react';
import 'flexlayout-react/style/light.css';
import { useEffect, useMemo, useReducer, useRef } from 'react';
import { findLayout, WINDOW_KEYS, type WindowKey } from '../../../layouts/index.ts';
import { useDesk } from '../desk.ts';
import { windowIdOf } from '../windows/window-controller.ts';
import { WindowFrame } from '../windows/WindowFrame.tsx';
import { dockModel, hasRows, sizesOf } from './dock-model.ts';
import styles from './Dock.module.css';

const isWindowKey = (id: string): id is WindowKey => (WINDOW_KEYS as readonly string[]).includes(id);

/** Shares of a row made as large as it goes: the others shrink to nothing. */
const SQUEEZED = 0.001;

/** The windows of one workspace in their layout. Sizes are read once per layout and stored when a splitter is let go. */
export function Dock({ workspaceId, code }: { readonly workspaceId: number; readonly code: string }) {
  const desk = useDesk();
  const layout = findLayout(code);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // Weights from before a row was maximised; null while none is.
  const squeezed = useRef<readonly number[] | null>(null);
  const model = useMemo(() => {
    const sizes = desk.workspaces.getState().Workspaces.find((item) => item.Id === workspaceId)?.Sizes ?? {};
    return layout === undefined ? null : dockModel(layout, sizes);
  }, [desk, workspaceId, layout]);

  useEffect(() => {
    if (model === null) return;
    const setOf = (windowId: unknown) => WINDOW_KEYS.find((key) => windowIdOf(workspaceId, key) === (windowId ?? desk.windows.focusedId()));
    const offMaximise = desk.commands.register({
      id: 'window.maximise', title: 'Maximize or restore window', key: '$mod+Shift+Enter',
      run: ({ windowId }) => { const key = setOf(windowId); if (key !== undefined) { model.doAction(Actions.maximizeToggle(`set-${key}`)); redraw(); } },
    });
    const offRow = desk.commands.register({
      id: 'window.maximise-row', title: 'Maximize or restore row', isEnabled: () => layout !== undefined && hasRows(layout),
      run: ({ windowId }) => {
        const key = setOf(windowId);
        const root = model.getRootRow();
        const node = key === undefined ? undefined : model.getNodeById(`set-${key}`);
        if (root === undefined || node === undefined) return;
        const rows = root.getChildren();
        const mine = rows.findIndex((row) => row === node || row === node.getParent());
        const weights = rows.map((row) => ('getWeight' in row && typeof row.getWeight === 'function' ? Number(row.getWeight()) : 50));
        const before = squeezed.current;
        squeezed.current = before === null ? weights : null;
        model.doAction(Actions.adjustWeights(root.getId(), before === null ? rows.map((_, index) => (index === mine ? 100 : SQUEEZED)) : [...before]));
      },
    });
    return () => { offMaximise(); offRow(); };
  }, [desk, model, layout, workspaceId]);

  if (model === null || layout === undefined) return null;
  const store = (changed: Model) => {
    if (squeezed.current !== null) return;
    desk.workspaces.change((draft) => { const item = draft.Workspaces.find((candidate) => candidate.Id === workspaceId); if (item) item.Sizes = sizesOf(changed); });
  };
  const maximised = model.getMaximizedTabset();
  return (
    <div className={styles.dock}>
      <Layout
        model={model} realtimeResize
        onModelChange={(changed, action) => { if (action.type === Actions.ADJUST_WEIGHTS && !action.isAdjusting()) store(changed); }}
        factory={(node: TabNode) => {
          const key = node.getId();
          const parent = node.getParent();
          if (!isWindowKey(key)) return null;
          const isMaximised = parent instanceof TabSetNode && parent.isMaximized();
          return <WindowFrame key={`${workspaceId}:${key}`} workspaceId={workspaceId} windowKey={key} isMaximised={isMaximised} isVisible={maximised === undefined || isMaximised} canMaximiseRow={hasRows(layout)} />;
        }}
      />
    </div>
  );
}
