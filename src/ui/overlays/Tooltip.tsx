import { mergeProps } from '@base-ui/react/merge-props';
import { Tooltip as Base } from '@base-ui/react/tooltip';
import { cloneElement, useEffect, useRef, useState, type HTMLAttributes, type ReactElement } from 'react';
import { useOnPlaceHidden } from './place-visibility.ts';
import { usePortalPlace } from './portal-place.ts';
import styles from './Tooltip.module.css';

/** A pointer that rests this long on the child shows the text, ms. */
const DELAY_MS = 500;

/** The properties of a `Tooltip`. */
export interface TooltipProps {
  readonly text: string;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/**
 * A short text that appears when pointer or focus rests on the child. A workspace has a hundred of them and shows at most one, so the
 * library's parts, which cost more than the button that they are about, are there only while the text is.
 */
export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const close = () => {
    clearTimeout(timer.current);
    setAnchor(null);
  };
  const handlers: HTMLAttributes<HTMLElement> = {
    onPointerEnter({ currentTarget, pointerType }) {
      if (pointerType === 'touch') return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setAnchor(currentTarget), DELAY_MS);
    },
    onPointerLeave: close,
    onPointerDown: close,
    onClick: close,
    onFocus({ currentTarget }) {
      if (currentTarget.matches(':focus-visible')) setAnchor(currentTarget);
    },
    onBlur: close,
  };
  return (
    <>
      {cloneElement(children, mergeProps<'button'>(handlers, children.props))}
      {anchor === null ? null : <TooltipText text={text} side={side} anchor={anchor} onClose={close} />}
    </>
  );
}

interface TooltipTextProps extends Required<Pick<TooltipProps, 'text' | 'side'>> {
  readonly anchor: HTMLElement;
  /** Escape, or its part of the page leaves the screen. */
  readonly onClose: () => void;
}

function TooltipText({ text, side, anchor, onClose }: TooltipTextProps) {
  const container = usePortalPlace();
  useOnPlaceHidden(true, onClose);
  return (
    <Base.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <Base.Portal container={container}>
        <Base.Positioner anchor={anchor} side={side} sideOffset={4} className={styles.positioner}>
          <Base.Popup className={styles.popup}>{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
