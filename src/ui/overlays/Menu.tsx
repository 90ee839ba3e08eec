import { ContextMenu as BaseContext } from '@base-ui/react/context-menu';
import { Menu as Base } from '@base-ui/react/menu';
import { mergeProps } from '@base-ui/react/merge-props';
import { Check } from 'lucide-react';
import {
  cloneElement,
  useCallback,
  useId,
  useRef,
  useState,
  type ComponentType,
  type HTMLAttributes,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type TouchEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '../class-names.ts';
import { keyText } from '../key-text.ts';
import { markOf, menuSlots } from './menu-slots.ts';
import { useCloseForDialogs } from './close-menus.ts';
import { useOnPlaceHidden } from './place-visibility.ts';
import { usePortalPlace } from './portal-place.ts';
import styles from './Menu.module.css';

/** An entry of a menu. */
export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: ComponentType<{ size?: number | string }>;
  readonly shortcut?: string;
  readonly isDisabled?: boolean;
  readonly isDestructive?: boolean;
  /** Draws a line above the entry. */
  readonly hasSeparator?: boolean;
  /** Makes the entry a check item that is on or off. */
  readonly isChecked?: boolean;
  /** Why it is disabled, or more about it; shown as the native tooltip. */
  readonly hint?: string;
  run(): void;
}

/** The entries of a menu, for both kinds of menu root. */
function MenuEntries({ entries }: { readonly entries: readonly MenuEntry[] }) {
  const slots = menuSlots(entries);
  return entries.map((entry) => {
    const Icon = entry.icon;
    const mark = markOf(entry, slots);
    const shared = {
      className: classNames(styles.item, entry.isDestructive && styles.danger),
      disabled: entry.isDisabled ?? false,
      title: entry.hint,
      onClick: () => entry.run(),
    };
    const content = (
      <>
        <span className={styles.slot} aria-hidden>
          {mark === 'check' ? <Check size={14} /> : mark === 'icon' && Icon ? <Icon size={14} /> : null}
        </span>
        {slots === 2 ? (
          <span className={styles.slot} aria-hidden>
            {Icon ? <Icon size={14} /> : null}
          </span>
        ) : null}
        <span className={styles.label}>{entry.label}</span>
        {entry.shortcut ? <span className={styles.shortcut}>{keyText(entry.shortcut)}</span> : null}
      </>
    );
    return [
      entry.hasSeparator ? <Base.Separator key={`${entry.id}-line`} className={styles.separator} /> : null,
      entry.isChecked === undefined ? (
        <Base.Item key={entry.id} {...shared}>
          {content}
        </Base.Item>
      ) : (
        <Base.CheckboxItem key={entry.id} {...shared} checked={entry.isChecked} closeOnClick>
          {content}
        </Base.CheckboxItem>
      ),
    ];
  });
}

/** The properties of a `Menu`. */
export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly entries: readonly MenuEntry[];
  readonly label?: string;
  readonly align?: 'start' | 'end';
  /** Shown above the entries. */
  readonly header?: ReactNode;
}

/**
 * Gives a menu the focus as it opens, in the same turn. Its own way is a frame later, and a key pressed
 * within that frame goes to what is behind it: Escape takes the mark off a drawing and leaves its menu open.
 */
function takeFocus(popup: HTMLElement | null): void {
  // After the layout effects, which note where the focus comes back to.
  if (popup !== null)
    queueMicrotask(() => {
      if (!popup.contains(popup.ownerDocument.activeElement)) popup.focus({ preventScroll: true });
    });
}

/**
 * A button's drop-down menu. Most menus of a workspace are never opened, and the library's root costs several times what its button
 * does, so the root comes when pointer, focus or a click first reach the button.
 */
export function Menu({ trigger, entries, label, align = 'start', header }: MenuProps) {
  const container = usePortalPlace();
  const triggerId = useId();
  const [handle] = useState(() => Base.createHandle());
  const [isReached, setReached] = useState(false);
  const reach = () => setReached(true);
  const close = useCallback(() => handle.close(), [handle]);
  useOnPlaceHidden(isReached, close);
  useCloseForDialogs(isReached, close);
  return (
    <>
      <Base.Trigger
        handle={handle}
        id={triggerId}
        render={trigger}
        onPointerEnter={reach}
        onPointerDown={reach}
        onFocus={reach}
        onClick={() => {
          // Assistive technology and programs click without pointer or focus.
          if (isReached) return;
          flushSync(reach);
          handle.open(triggerId);
        }}
      />
      {isReached ? (
        <Base.Root handle={handle} modal={false}>
          <Base.Portal container={container}>
            <Base.Positioner align={align} sideOffset={2} className={styles.positioner}>
              <Base.Popup ref={takeFocus} className={styles.popup} aria-label={label}>
                {header}
                <MenuEntries entries={entries} />
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      ) : null}
    </>
  );
}

/** The properties of a `ContextMenu`. */
export interface ContextMenuProps {
  /** The area that answers a right click; receives the trigger's props. */
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>;
  readonly entries: readonly MenuEntry[];
  readonly onOpenChange?: (isOpen: boolean) => void;
}

/** The menu of a right click (Shift+F10, a long touch) on an area. As with `Menu`, its root comes with the first of them. */
export function ContextMenu({ children, entries, onOpenChange }: ContextMenuProps) {
  const container = usePortalPlace();
  const [isReached, setReached] = useState(false);
  const isOpen = useRef(false);
  const note = (isNowOpen: boolean) => {
    isOpen.current = isNowOpen;
    onOpenChange?.(isNowOpen);
  };
  const close = () => {
    setReached(false);
    note(false);
  };
  useOnPlaceHidden(isReached, close);
  useCloseForDialogs(isReached, () => {
    // A closed one keeps its root for the next right click.
    if (isOpen.current) close();
  });
  const trigger = useRef<HTMLDivElement>(null);
  const pass = (event: MouseEvent<HTMLElement> | TouchEvent<HTMLElement>) => {
    if (!isReached) {
      if (event.type !== 'contextmenu' && event.type !== 'touchstart') return;
      flushSync(() => setReached(true));
    }
    // The area keeps its element when the root comes; the library's trigger is an element of its own, which gets what the area gets.
    event.stopPropagation();
    if (trigger.current !== null && !trigger.current.dispatchEvent(copyOf(event.nativeEvent)))
      event.preventDefault();
  };
  const handlers: HTMLAttributes<HTMLElement> = {
    onContextMenu: pass,
    onTouchStart: pass,
    onTouchMove: pass,
    onTouchEnd: pass,
    onTouchCancel: pass,
  };
  return (
    <>
      {cloneElement(children, mergeProps<'div'>(handlers, children.props))}
      {isReached ? (
        <BaseContext.Root onOpenChange={note}>
          <BaseContext.Trigger ref={trigger} hidden />
          <BaseContext.Portal container={container}>
            <BaseContext.Positioner className={styles.positioner}>
              <BaseContext.Popup ref={takeFocus} className={styles.popup}>
                <MenuEntries entries={entries} />
              </BaseContext.Popup>
            </BaseContext.Positioner>
          </BaseContext.Portal>
        </BaseContext.Root>
      ) : null}
    </>
  );
}

/** The same event again: one that was dispatched can be dispatched at another element as a copy only. */
function copyOf(event: Event): Event {
  // The constructor of the event's own class, which takes such an event as its options; each browser window has classes of its own.
  const Copy = event.constructor as new (type: string, init: Event) => Event;
  return new Copy(event.type, event);
}
