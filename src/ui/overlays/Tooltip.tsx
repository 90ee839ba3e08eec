import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { usePortalPlace } from './portal-place.ts';
import styles from './Tooltip.module.css';

/** The properties of a `Tooltip`. */
export interface TooltipProps {
  readonly text: string;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  readonly children: ReactElement;
}

/** A short text that appears when pointer or focus rests on the child. */
export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  const container = usePortalPlace();
  return (
    <Base.Root>
      <Base.Trigger delay={500} render={children} />
      <Base.Portal container={container}>
        <Base.Positioner side={side} sideOffset={4} className={styles.positioner}>
          <Base.Popup className={styles.popup}>{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
