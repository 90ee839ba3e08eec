import { X } from 'lucide-react';
import { matchKeybindingPress, parseKeybinding } from 'tinykeys';
import {
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../class-names.ts';
import buttonStyles from '../controls/Button.module.css';
import { closeMenus, useCloseMenus } from './close-menus.ts';
import { firstControl, firstField, focusAtOnce, focusBehindPanels, follow } from './dialog-focus.ts';
import dialogStyles from './Dialog.module.css';
import { roundTab } from './panel-keys.ts';
import type { PanelPlace } from './panel-place.ts';
import styles from './Panel.module.css';
import { usePortalPlace } from './portal-place.ts';
import { usePanelPlace } from './use-panel-place.ts';

/** What others do with an open `Panel`. */
export interface PanelHandle {
  /** Gives its first field the focus, with the text selected. */
  focus(): void;
}

/** The properties of a `Panel`. */
export interface PanelProps {
  readonly title: string;
  /** Content width in px. */
  readonly width: number;
  /** Where the user has moved it; null = never moved. Read when it opens. */
  readonly place: PanelPlace | null;
  /** Called with its place at the end of a move. */
  readonly onMoved: (place: PanelPlace) => void;
  /** Called when the user leaves by Escape within it or the cross; `onClose` unless given. */
  readonly onLeave?: () => void;
  /** Called when its browser window closes. */
  readonly onClose: () => void;
  /** A key in tinykeys syntax, such as `F9`, that gives the focus back to what had it before; the panel stays. Empty = none. */
  readonly leaveKey: string;
  readonly ref?: Ref<PanelHandle>;
  readonly children: ReactNode;
}

/**
 * A dialog that is not modal: it floats above the windows, which stay in use behind it. It takes the focus as it opens and gives it back as it closes. Its keys act
 * only while it has the focus: Escape closes it, Tab goes round in it, `leaveKey` leaves it, Alt, Shift and an arrow key move it. The pointer moves it by its header.
 */
export function Panel({
  title,
  width,
  place,
  onMoved,
  onClose,
  onLeave = onClose,
  leaveKey,
  ref,
  children,
}: PanelProps) {
  const container = usePortalPlace();
  const panel = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const moves = usePanelPlace(panel, place, onMoved);
  useCloseMenus(true);
  usePanelFocus(panel, body, ref);
  useCloseWithWindow(panel, onClose);
  return createPortal(
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      aria-keyshortcuts={`Escape ${leaveKey} Alt+Shift+ArrowLeft Alt+Shift+ArrowRight Alt+Shift+ArrowUp Alt+Shift+ArrowDown`}
      tabIndex={-1}
      data-panel
      className={styles.panel}
      style={{ width }}
      onKeyDownCapture={(event) => {
        // Before the field that has the focus, which has a use for some of the arrow keys.
        if (isWithin(event) && moves.onKey(event)) end(event);
      }}
      onKeyDown={(event) => onPanelKey(event, leaveKey, onLeave)}
    >
      <div
        className={classNames(dialogStyles.header, styles.grip)}
        title="Drag to move, or press Alt+Shift and an arrow key"
        onPointerDown={moves.onPointerDown}
        onPointerMove={moves.onPointerMove}
        onPointerUp={moves.onPointerUp}
        onPointerCancel={moves.onPointerUp}
      >
        <h2 id={titleId} className={dialogStyles.title}>
          {title}
        </h2>
        <button
          type="button"
          className={buttonStyles.icon}
          aria-label="Close"
          title="Close (Escape)"
          onClick={onLeave}
        >
          <X size={14} />
        </button>
      </div>
      <div ref={body} className={classNames(dialogStyles.body, styles.body)}>
        {children}
      </div>
    </div>,
    container ?? document.body,
  );
}

/** False for a key in a list or dialog that a part of the panel has opened elsewhere on the page. */
const isWithin = ({ target, currentTarget }: KeyboardEvent): boolean =>
  // Events of the keyboard have elements as targets.
  currentTarget.contains(target as Element);

function end(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function onPanelKey(event: KeyboardEvent<HTMLElement>, leaveKey: string, onLeave: () => void): void {
  if (event.defaultPrevented || !isWithin(event) || event.nativeEvent.isComposing) return;
  const panel = event.currentTarget;
  if (isPressOf(event.nativeEvent, leaveKey)) {
    end(event);
    if (!event.repeat) focusBehindPanels(panel.ownerDocument);
    return;
  }
  const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
  if (!isPlain) return;
  if (event.key === 'Tab') {
    const next = roundTab(panel, event.shiftKey);
    if (next === null) return;
    end(event);
    next.focus();
  } else if (event.key === 'Escape') {
    end(event);
    onLeave();
  }
}

/** Whether an event is a press of a key in tinykeys syntax. */
function isPressOf(event: globalThis.KeyboardEvent, key: string): boolean {
  const [press] = key === '' ? [] : parseKeybinding(key);
  return press !== undefined && matchKeybindingPress(event, press);
}

/** Takes the focus as the panel opens, and gives it back as it closes unless it is elsewhere by then. */
function usePanelFocus(
  panel: { readonly current: HTMLElement | null },
  body: { readonly current: HTMLElement | null },
  ref: Ref<PanelHandle> | undefined,
): void {
  const focus = () => {
    closeMenus();
    focusAtOnce(firstField(body.current) ?? firstControl(panel.current));
  };
  useImperativeHandle(ref, () => ({ focus }));
  useLayoutEffect(() => {
    const element = panel.current;
    if (element === null) return undefined;
    const { ownerDocument } = element;
    follow(ownerDocument);
    focus();
    return () => {
      if (!element.contains(ownerDocument.activeElement)) return;
      // Once it is gone: while React removes it, no component notices that it has the focus.
      queueMicrotask(() => {
        if (ownerDocument.activeElement === ownerDocument.body) focusBehindPanels(ownerDocument);
      });
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, []);
}

/** Closes the panel with its browser window. */
function useCloseWithWindow(panel: { readonly current: HTMLElement | null }, onClose: () => void): void {
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    const view = panel.current?.ownerDocument.defaultView;
    const onHide = () => close.current();
    view?.addEventListener('pagehide', onHide);
    return () => view?.removeEventListener('pagehide', onHide);
  }, [panel]);
}
