import {
  Actions,
  BorderNode,
  I18nLabel,
  I18nLabelDefaults,
  Layout,
  type ITabRenderValues,
  type ITabSetRenderValues,
  type TabNode,
  TabSetNode,
} from 'flexlayout-react';
import 'flexlayout-react/style/light.css';
import { GripHorizontal } from 'lucide-react';
import {
  memo,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';
import { isWindowKey } from '../../../layouts/index.ts';
import { Button, EmptyState, PlaceVisibility, siteAddress, VisibilityOfPlace } from '../../ui/index.ts';
import { DeskContext, useDesk, type Desk } from '../desk-context.ts';
import { StackSlot, StackTab, WindowDragImage, windowOfTab } from '../windows/StackTab.tsx';
import { windowIdOf } from '../windows/window-controller.ts';
import { WindowFrame } from '../windows/WindowFrame.tsx';
import { ALL_OUT } from './dock-model.ts';

import type { DockController } from './dock-controller.ts';
import styles from './Dock.module.css';
import { noteFocus } from './last-focus.ts';

/**
 * The windows of one workspace. It stays mounted, but is not laid out or painted, while others are on screen: for some time after it was on screen, and as
 * long as it has windows in browser windows of their own.
 */
export function Dock({ dock, isCurrent }: { readonly dock: DockController; readonly isCurrent: boolean }) {
  const desk = useDesk();
  const root = useRef<HTMLDivElement>(null);
  const [visibility] = useState(() => new PlaceVisibility(isCurrent));
  useLayoutEffect(() => visibility.set(isCurrent), [visibility, isCurrent]);
  const isLocked = useSyncExternalStore(dock.subscribe, () => dock.isLocked());
  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      dock.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [dock]);
  return (
    <div
      ref={root}
      className={styles.dock}
      data-dock={dock.workspaceId}
      data-locked={isLocked}
      data-current={isCurrent}
      onFocusCapture={({ target, currentTarget }) => {
        noteFocus(currentTarget, target);
        const key = windowOfTab(target);
        if (key !== null) desk.windows.setFocused(windowIdOf(dock.workspaceId, key));
      }}
    >
      <VisibilityOfPlace value={visibility}>
        <DockLayout dock={dock} root={root} />
      </VisibilityOfPlace>
    </div>
  );
}

/** Does not render as its workspace comes on screen and goes: the library measures all its elements whenever it renders. */
const DockLayout = memo(function DockLayout({
  dock,
  root,
}: {
  readonly dock: DockController;
  readonly root: RefObject<HTMLElement | null>;
}) {
  const model = useSyncExternalStore(dock.subscribe, dock.model);
  // The browser windows go with their desk: their windows dock.
  useEffect(() => () => dock.release(), [dock]);
  const desk = useDesk();
  const isPressedElsewhere = usePressElsewhere(root);
  return (
    <Layout
      ref={dock.attach}
      model={model}
      realtimeResize
      supportsPopout
      constrainFloatPanels
      i18nTranslator={labelOf}
      icons={ICONS}
      popoutURL={siteAddress('/popout.html')}
      popoutWindowName="Tapedeck"
      tabDragSpeed={0}
      {...(styles.popout === undefined ? {} : { popoutClassName: styles.popout })}
      // A press in a menu or dialog of a pinned window does not close the window.
      onAction={(action) =>
        action.type === Actions.SELECT_TAB && isPressedElsewhere() ? undefined : dock.onAction(action)
      }
      onModelChange={dock.onModelChange}
      onPopoutOpen={(layout, popout) => dock.onPopoutOpen(layout.getLayoutId(), popout)}
      onPopoutClose={(layout, popout) => dock.onPopoutClose(layout.getLayoutId(), popout)}
      onRenderTab={(node, values) => renderTab(desk, dock, node, values)}
      onRenderTabSet={(node, values) => renderStack(dock, node, values)}
      // The library calls it once, as a drag begins.
      onRenderDragRect={(_content, node) => {
        dock.onDragStart(node);
        return <WindowDragImage dock={dock} node={node} />;
      }}
      factory={(node: TabNode) => {
        const key = node.getId();
        if (isWindowKey(key)) return <WindowFrame key={key} dock={dock} windowKey={key} />;
        return key === ALL_OUT ? (
          <EmptyState
            title="All windows are elsewhere"
            text="The windows of this workspace float, are pinned to a border or are in browser windows of their own."
            action={<Button onClick={() => dock.dock()}>Bring them back</Button>}
          />
        ) : null;
      }}
    />
  );
});

/** Returns what says whether a press outside of an element is being reported now: menus and dialogs are outside of the layout. */
function usePressElsewhere(root: RefObject<HTMLElement | null>): () => boolean {
  const isElsewhere = useRef(false);
  useEffect(() => {
    const note = ({ target }: PointerEvent) => {
      isElsewhere.current = target instanceof Node && root.current?.contains(target) === false;
      // Whatever stops the event on its way.
      setTimeout(() => {
        isElsewhere.current = false;
      }, 0);
    };
    // Before the library, which listens at the document.
    window.addEventListener('pointerdown', note, { capture: true });
    return () => window.removeEventListener('pointerdown', note, { capture: true });
  }, [root]);
  return () => isElsewhere.current;
}

/** What drags a whole floating panel. The library labels the element around the icon, which needs a role to have a label. */
function PanelHandle() {
  return (
    <span ref={(icon) => icon?.parentElement?.setAttribute('role', 'img')}>
      <GripHorizontal size={12} />
    </span>
  );
}
const ICONS = { dragToDock: <PanelHandle /> };

/** What the library calls its own buttons. */
const LABELS: Readonly<Record<string, string>> = {
  [I18nLabel.Dock_Float_To_Layout]: 'Drag into the layout',
  [I18nLabel.Popout_Float_To_Window]: 'Open the panel in a browser window of its own',
};
const labelOf = (label: string): string => LABELS[label] ?? I18nLabelDefaults[label] ?? label;

/** A window alone in its place has a title bar; a pinned one has a tab as well. */
function renderTab(desk: Desk, dock: DockController, node: TabNode, values: ITabRenderValues): void {
  const key = node.getId();
  const isPinned = node.getParent() instanceof BorderNode;
  if (isWindowKey(key) && !isPinned && !dock.isStacked(key)) values.content = null;
  else if (isWindowKey(key))
    values.content = (
      // The library renders the menu of the tabs that do not fit outside of the desk.
      <DeskContext value={desk}>
        <StackTab dock={dock} windowKey={key} isSelected={node.isSelected()} />
      </DeskContext>
    );
}

/** The buttons of the selected window stand at the end of its stack's tabs. */
function renderStack(dock: DockController, node: unknown, values: ITabSetRenderValues): void {
  const key = node instanceof TabSetNode ? node.getSelectedNode()?.getId() : undefined;
  if (isWindowKey(key) && dock.isStacked(key))
    values.buttons.push(<StackSlot key="window" dock={dock} windowKey={key} />);
}
