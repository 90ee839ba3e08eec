import { Button as BaseButton } from '@base-ui/react/button';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './Button.module.css';

/** The properties of a `Button`; others go to its element. */
export interface ButtonProps extends Omit<ComponentProps<typeof BaseButton>, 'className'> {
  /** `primary` is the one thing to do here; `danger` destroys; `quiet` has no frame. */
  readonly tone?: 'neutral' | 'primary' | 'danger' | 'quiet';
  readonly className?: string;
}

/** A push button. */
export function Button({ tone = 'neutral', className, type = 'button', ...rest }: ButtonProps) {
  return (
    <BaseButton
      type={type}
      className={classNames(styles.button, tone !== 'neutral' && styles[tone], className)}
      {...rest}
    />
  );
}
