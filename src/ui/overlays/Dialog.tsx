import { AlertDialog as BaseAlert } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import buttonStyles from '../controls/Button.module.css';
import { Button } from '../controls/Button.tsx';
import { useCloseMenus } from './close-menus.ts';
import { firstControl, firstField, focusAtOnce, returnTarget } from './dialog-focus.ts';
import styles from './Dialog.module.css';
import { useIsPlaceVisible, useOnPlaceHidden } from './place-visibility.ts';
import { PortalPlace, usePortalPlace } from './portal-place.ts';

/** The properties of a `Dialog`. */
export interface DialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** Called when the user leaves by Escape, the cross or a click outside. */
  readonly onClose: () => void;
  /** Content width in px. */
  readonly width?: number;
  /** Buttons under a line at the bottom. */
  readonly footer?: ReactNode;
  /** False leaves the content without padding, e.g. for grids. */
  readonly hasPadding?: boolean;
  /** Height in px of a dialog that the user may resize by its corner; absent = as high as its content. Its content fills it, without padding. */
  readonly resizableFrom?: number;
  /** False keeps a click outside from closing it (forms with unsaved input). */
  readonly closesOutside?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog: focus stays inside, Escape closes, focus returns to where it was. It is not shown while its part of the page is not on screen. */
export function Dialog({
  isOpen,
  title,
  onClose,
  width = 420,
  footer,
  hasPadding = true,
  resizableFrom,
  closesOutside = true,
  children,
}: DialogProps) {
  const isResizable = resizableFrom !== undefined;
  const container = usePortalPlace();
  const popup = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const isVisible = useIsPlaceVisible(isOpen);
  useCloseMenus(isOpen && isVisible);
  return (
    <Base.Root
      open={isOpen && isVisible}
      disablePointerDismissal={!closesOutside}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal container={container}>
        <PortalPlace value={null}>
          <Base.Backdrop forceRender className={styles.backdrop} />
          <Base.Popup
            ref={popup}
            className={classNames(styles.popup, isResizable && styles.resizable)}
            style={
              isResizable
                ? { width, height: resizableFrom, left: `max(16px, calc(50vw - ${width / 2}px))` }
                : { width }
            }
            initialFocus={() => focusAtOnce(firstField(body.current) ?? firstControl(popup.current))}
            finalFocus={() => returnTarget(popup.current)}
          >
            <div className={styles.header}>
              <Base.Title className={styles.title}>{title}</Base.Title>
              <Base.Close className={buttonStyles.icon} aria-label="Close">
                <X size={14} />
              </Base.Close>
            </div>
            <div
              ref={body}
              className={styles.body}
              style={hasPadding && !isResizable ? undefined : { padding: 0 }}
            >
              {children}
            </div>
            {footer ? <div className={styles.footer}>{footer}</div> : null}
          </Base.Popup>
        </PortalPlace>
      </Base.Portal>
    </Base.Root>
  );
}

/** The row of buttons at the end of a form inside a dialog. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8, marginTop: 16 }}>{children}</div>;
}

/** The properties of an `AlertDialog`. */
export interface AlertDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly message: string;
  /** Text of the confirming button. */
  readonly yes: string;
  /** Text of the refusing button; null = only one button. */
  readonly no: string | null;
  readonly isDestructive?: boolean;
  /** The button that has the focus first. */
  readonly focus?: 'yes' | 'no';
  readonly onAnswer: (isYes: boolean) => void;
}

/** A message or a question that must be answered before anything else. Its answer is no when its part of the page leaves the screen. */
export function AlertDialog({
  isOpen,
  title,
  message,
  yes,
  no,
  isDestructive = false,
  focus = 'yes',
  onAnswer,
}: AlertDialogProps) {
  const container = usePortalPlace();
  const focused = useRef<HTMLElement>(null);
  useOnPlaceHidden(isOpen, () => onAnswer(false));
  useCloseMenus(isOpen);
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseAlert.Root
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) onAnswer(false);
      }}
    >
      <BaseAlert.Portal container={container}>
        <PortalPlace value={null}>
          <BaseAlert.Backdrop forceRender className={styles.backdrop} />
          <BaseAlert.Popup
            ref={popup}
            className={styles.popup}
            style={{ width: 400 }}
            initialFocus={() => focusAtOnce(focused.current)}
            finalFocus={() => returnTarget(popup.current)}
          >
            <div className={styles.header}>
              <BaseAlert.Title className={styles.title}>{title}</BaseAlert.Title>
            </div>
            <BaseAlert.Description className={styles.body} render={<div />}>
              <p className={styles.message}>{message}</p>
            </BaseAlert.Description>
            <div className={styles.footer}>
              {no === null ? null : (
                <Button ref={focus === 'no' ? focused : undefined} onClick={() => onAnswer(false)}>
                  {no}
                </Button>
              )}
              <Button
                ref={focus === 'yes' ? focused : undefined}
                tone={isDestructive ? 'danger' : 'primary'}
                onClick={() => onAnswer(true)}
              >
                {yes}
              </Button>
            </div>
          </BaseAlert.Popup>
        </PortalPlace>
      </BaseAlert.Portal>
    </BaseAlert.Root>
  );
}
