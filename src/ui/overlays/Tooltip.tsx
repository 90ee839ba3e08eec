import { mergeProps } from '@base-ui/react/merge-props';
import { cloneElement, useEffect, useRef, useState, type HTMLAttributes, type ReactElement } from 'react';
import { LaterView, useLaterView } from '../later-view.ts';
import type { TooltipTextProps } from './TooltipText.tsx';

/** A pointer that rests this long on the child shows the text, ms. */
const DELAY_MS = 500;

/** The properties of a `Tooltip`. */
export interface TooltipProps {
  readonly text: string;
  readonly side?: TooltipTextProps['side'];
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** What draws the text. */
export const tooltipText = new LaterView<TooltipTextProps>(
  async () => (await import('../floating-parts.ts')).TooltipText,
);

/** The text that is shown. Focus and pointer may rest on different children: only the last text stays. */
class ShownText {
  #hide: ((anchor: null) => void) | null = null;

  /** Another text is shown, which `hide` removes: the one before goes. */
  replaceWith(hide: (anchor: null) => void): void {
    if (this.#hide !== hide) this.#hide?.(null);
    this.#hide = hide;
  }

  /** The text that `hide` removes is gone. */
  end(hide: (anchor: null) => void): void {
    if (this.#hide === hide) this.#hide = null;
  }
}

const shownText = new ShownText();

/**
 * A short text that appears when pointer or focus rests on the child. A workspace has a hundred of them and shows at most one, so the
 * library's parts, which cost more than the button that they are about, are there only while the text is.
 */
export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      shownText.end(setAnchor);
    },
    [],
  );
  const show = (next: HTMLElement) => {
    shownText.replaceWith(setAnchor);
    setAnchor(next);
  };
  const close = () => {
    clearTimeout(timer.current);
    shownText.end(setAnchor);
    setAnchor(null);
  };
  const handlers: HTMLAttributes<HTMLElement> = {
    onPointerEnter({ currentTarget, pointerType }) {
      if (pointerType === 'touch') return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => show(currentTarget), DELAY_MS);
    },
    onPointerLeave: close,
    onPointerDown: close,
    onClick: close,
    onFocus({ currentTarget }) {
      if (currentTarget.matches(':focus-visible')) show(currentTarget);
    },
    onBlur: close,
  };
  return (
    <>
      {cloneElement(children, mergeProps<'button'>(handlers, children.props))}
      {anchor === null ? null : <LaterText text={text} side={side} anchor={anchor} onClose={close} />}
    </>
  );
}

function LaterText(props: TooltipTextProps) {
  const Text = useLaterView(tooltipText, true);
  return Text === undefined ? null : <Text {...props} />;
}
