import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './Field.module.css';

/** The properties of a `Checkbox`. */
export interface CheckboxProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly isDisabled?: boolean;
  readonly name?: string;
  /** More text of the label behind it, such as the cells of a row. */
  readonly details?: ReactNode;
  /** Why it cannot be changed now; null or absent = it can. Unlike a disabled box it keeps the focus and shows the reason. */
  readonly refusal?: string | null;
  /** -1 for the boxes of a list that the arrow keys move in. */
  readonly tabIndex?: number;
  readonly className?: string;
}

/** A box to tick, with its label. */
export function Checkbox({
  label,
  isLabelHidden = false,
  isChecked,
  onChange,
  isDisabled = false,
  name,
  details,
  refusal = null,
  tabIndex,
  className,
}: CheckboxProps) {
  const refused =
    refusal === null ? {} : { 'aria-disabled': true, 'aria-description': refusal, title: refusal };
  return (
    <label className={classNames(styles.checkLabel, className)}>
      <Base.Root
        className={styles.check}
        checked={isChecked}
        onCheckedChange={refusal === null ? onChange : undefined}
        disabled={isDisabled}
        name={name}
        {...(tabIndex === undefined ? {} : { tabIndex })}
        {...refused}
      >
        <Base.Indicator>
          <Check size={12} strokeWidth={3} style={{ display: 'block' }} />
        </Base.Indicator>
      </Base.Root>
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
      {details}
    </label>
  );
}
