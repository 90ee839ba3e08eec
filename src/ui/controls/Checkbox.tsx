import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check } from 'lucide-react';
import styles from './Field.module.css';

/** The properties of a `Checkbox`. */
export interface CheckboxProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly isDisabled?: boolean;
  readonly name?: string;
}

/** A box to tick, with its label. */
export function Checkbox({
  label,
  isLabelHidden = false,
  isChecked,
  onChange,
  isDisabled = false,
  name,
}: CheckboxProps) {
  return (
    <label className={styles.checkLabel}>
      <Base.Root
        className={styles.check}
        checked={isChecked}
        onCheckedChange={onChange}
        disabled={isDisabled}
        name={name}
      >
        <Base.Indicator>
          <Check size={12} strokeWidth={3} style={{ display: 'block' }} />
        </Base.Indicator>
      </Base.Root>
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
    </label>
  );
}
