import { Tooltip as Base } from '@base-ui/react/tooltip';
import { useOnPlaceHidden } from './place-visibility.ts';
import { usePortalPlace } from './portal-place.ts';
import styles from './Tooltip.module.css';

/** The properties of a `TooltipText`. */
export interface TooltipTextProps {
  readonly text: string;
  readonly side: 'top' | 'bottom' | 'left' | 'right';
  readonly anchor: HTMLElement;
  /** Escape, or its part of the page leaves the screen. */
  readonly onClose: () => void;
}

/** The text of a tooltip, while it is on the screen. */
export function TooltipText({ text, side, anchor, onClose }: TooltipTextProps) {
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
