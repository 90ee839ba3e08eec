import { Button as BaseButton } from '@base-ui/react/button';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Tooltip } from '../overlays/Tooltip.tsx';
import styles from './Button.module.css';

/** The properties of an `IconButton`; others go to its element. */
export interface IconButtonProps extends Omit<ComponentProps<typeof BaseButton>, 'className' | 'title'> {
  /** Accessible name and tooltip. */
  readonly label: string;
  /** Tooltip when it says something other than the name. */
  readonly hint?: string;
  /** For toggles. */
  readonly isOn?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A button with only an icon: its name is in its tooltip. */
export function IconButton({ label, hint, isOn, className, children, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={hint ?? label}>
      <BaseButton
        type="button"
        aria-label={label}
        aria-pressed={isOn}
        className={classNames(styles.icon, className)}
        {...rest}
      >
        {children}
      </BaseButton>
    </Tooltip>
  );
}
