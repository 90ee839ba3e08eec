import { AppWindow, CircleHelp, Maximize2, Minimize2, PanelTop, Rows2, X } from 'lucide-react';
import { memo, useEffect, useRef, useSyncExternalStore, type DragEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { WindowKey } from '../../../layouts/index.ts';
import type { IconComponent } from '../../plugin-api/index.ts';
import { ContextMenu, IconButton } from '../../ui/index.ts';
import { useDesk } from '../desk-context.ts';
import type { DockController } from '../workspace/dock-controller.ts';
import { windowIdOf } from './window-controller.ts';
import { BACK_LABELS, windowMenu } from './window-menu.ts';
import styles from './WindowFrame.module.css';

/** What the title bar of a window shows, and the dock that its buttons change. */
export interface WindowBarProps {
  readonly dock: DockController;
  readonly windowKey: WindowKey;
  readonly title: string;
  readonly icon: IconComponent | null;
  /** True when it shows something else than what was saved under its name. */
  readonly isChanged?: boolean;
  /** Whether the tool has settings that its menu leads to. */
  readonly hasSettings?: boolean;
  /** The tool's own buttons. */
  readonly children?: ReactNode;
}

/** Events may come from another browser window, whose elements are of another class. */
const isOnButton = (target: EventTarget | null): boolean =>
  target !== null &&
  'closest' in target &&
  typeof target.closest === 'function' &&
  target.closest('button') !== null;

/** The title bar of a window; in a stack, what stands beside the tabs. Dragging it moves the window, a double click maximises it. */
export const WindowBar = memo(function WindowBar(props: WindowBarProps) {
  const { dock, windowKey, title, isChanged = false, children } = props;
  useEffect(() => dock.setTitle(windowKey, title), [dock, windowKey, title]);
  // Reads again whenever the layout changes.
  useSyncExternalStore(dock.subscribe, dock.model);
  useSyncExternalStore(dock.subscribe, dock.view);
  const isStacked = dock.isStacked(windowKey);
  const slot = useSyncExternalStore(dock.subscribe, () => dock.bars.slotOf(windowKey));
  if (!isStacked) return <TitleBar {...props} />;
  if (slot === null) return null;
  return createPortal(
    <span className={styles.stackBar}>
      <ChangedMark isChanged={isChanged} />
      {children}
      <span className={styles.line} />
      <WindowButtons dock={dock} windowKey={windowKey} />
    </span>,
    slot,
  );
});

function TitleBar({
  dock,
  windowKey,
  title,
  icon: Icon,
  isChanged = false,
  hasSettings = false,
  children,
}: WindowBarProps) {
  const { commands } = useDesk();
  const windowId = windowIdOf(dock.workspaceId, windowKey);
  const wasPressedOnButton = useRef(false);
  return (
    <ContextMenu entries={windowMenu(dock, windowKey, commands, hasSettings)}>
      <header
        className={styles.bar}
        draggable={dock.canDrag(windowKey)}
        onPointerDown={(event) => {
          wasPressedOnButton.current = isOnButton(event.target);
        }}
        onDragStart={(event) => {
          if (wasPressedOnButton.current) event.preventDefault();
          else dock.startDrag(windowKey, event.nativeEvent);
        }}
        onDragEnd={(event) => endDrag(event, windowKey)}
        onDoubleClick={(event) => {
          if (!isOnButton(event.target)) void commands.run('window.maximise', { windowId });
        }}
      >
        {Icon === null ? null : (
          <span className={styles.icon} aria-hidden>
            <Icon size={14} />
          </span>
        )}
        <h2 className={styles.title} title={title}>
          {title}
        </h2>
        <ChangedMark isChanged={isChanged} />
        {children}
        <span className={styles.line} />
        <WindowButtons dock={dock} windowKey={windowKey} />
      </header>
    </ContextMenu>
  );
}

/**
 * The library ends a drag when its own tab reports the end, and has no other way: a drag given up by Escape would be taken for the next
 * one that enters the workspace, such as that of a symbol. The tab of a window with a title bar is there, but not shown.
 */
function endDrag({ currentTarget }: DragEvent<HTMLElement>, windowKey: WindowKey): void {
  // In a browser window of its own the tab is there, too.
  const place = currentTarget.closest('[data-dock]') ?? currentTarget.ownerDocument;
  const tab = place.querySelector(`[id="flexlayout-tabbutton-${windowKey}"]`);
  tab?.dispatchEvent(new globalThis.DragEvent('dragend', { bubbles: true }));
}

function ChangedMark({ isChanged }: { readonly isChanged: boolean }) {
  return isChanged ? (
    <span
      className={styles.changed}
      role="img"
      aria-label="Changed since saved"
      title="Changed since saved"
    />
  ) : null;
}

/** Help, pop-out, maximise or bring back, and close. */
function WindowButtons({ dock, windowKey }: Pick<WindowBarProps, 'dock' | 'windowKey'>) {
  const { commands } = useDesk();
  const windowId = windowIdOf(dock.workspaceId, windowKey);
  const view = useSyncExternalStore(dock.subscribe, dock.view);
  // A floating or pinned window is where the stored layout says.
  useSyncExternalStore(dock.subscribe, dock.model);
  const area = dock.areaOf(windowKey);
  const isMaximised = dock.isMaximised(windowKey);
  const isRowMaximised = view.maximised?.scope === 'row';
  const run = (id: string) => () => void commands.run(id, { windowId });
  return (
    <span className={styles.quiet}>
      <IconButton label="Tips & Tricks" onClick={run('window.help')}>
        <CircleHelp size={14} />
      </IconButton>
      {area === 'popout' ? null : (
        <IconButton
          label="Open in a window of its own"
          className={styles.spare}
          onClick={run('window.pop-out')}
        >
          <AppWindow size={14} />
        </IconButton>
      )}
      {area === 'layout' ? (
        <>
          {dock.canMaximiseRow(windowKey) || isRowMaximised ? (
            <IconButton
              label={isRowMaximised ? 'Restore row' : 'Maximize row'}
              className={styles.spare}
              onClick={run('window.maximise-row')}
            >
              <Rows2 size={14} />
            </IconButton>
          ) : null}
          <IconButton label={isMaximised ? 'Restore' : 'Maximize'} onClick={run('window.maximise')}>
            {isMaximised ? <Minimize2 size={13} /> : <Maximize2 size={13} />}
          </IconButton>
        </>
      ) : commands.get('window.dock')?.isEnabled?.({ windowId }) === false ? null : (
        <IconButton label={BACK_LABELS[area]} onClick={run('window.dock')}>
          <PanelTop size={14} />
        </IconButton>
      )}
      {commands.get('window.close')?.isEnabled?.({ windowId }) === false ? null : (
        <IconButton label="Close" onClick={run('window.close')}>
          <X size={14} />
        </IconButton>
      )}
    </span>
  );
}
