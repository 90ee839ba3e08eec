import { Field } from '@base-ui/react/field';
import { NumberField as Base } from '@base-ui/react/number-field';
import { Minus, Plus } from 'lucide-react';
import { classNames } from '../class-names.ts';
import styles from './Field.module.css';

export interface NumberFieldProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  /** null = empty. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly error?: string | null;
  readonly min?: number;
  readonly max?: number;
  /** Step of the buttons and arrow keys. */
  readonly step?: number;
  /** Decimals shown. Default 0. */
  readonly decimals?: number;
  readonly isDisabled?: boolean;
  readonly isRequired?: boolean;
  readonly hasSteppers?: boolean;
  readonly name?: string;
}

/** A labelled number with step buttons; arrow keys step, Shift steps by ten. */
export function NumberField({ label, isLabelHidden = false, value, onChange, error = null, min, max, step = 1, decimals = 0, isDisabled = false, isRequired = false, hasSteppers = true, name }: NumberFieldProps) {
  return (
    <Field.Root className={styles.field} invalid={error !== null} name={name}>
      <Field.Label className={isLabelHidden ? 'visually-hidden' : styles.label}>{label}</Field.Label>
      <Base.Root
        value={value} onValueChange={onChange} min={min} max={max} step={step} largeStep={step * 10} disabled={isDisabled} required={isRequired}
        format={{ minimumFractionDigits: decimals, maximumFractionDigits: Math.max(decimals, 4) }} locale="en-US"
      >
        <Base.Group className={classNames(styles.box, hasSteppers && styles.stepped)}>
          {hasSteppers ? <Base.Decrement className={styles.stepper}><Minus size={12} /></Base.Decrement> : null}
          <Base.Input className={classNames(styles.input, styles.numeric)} />
          {hasSteppers ? <Base.Increment className={styles.stepper}><Plus size={12} /></Base.Increment> : null}
        </Base.Group>
      </Base.Root>
      {error === null ? null : <Field.Error match className={styles.error} role="alert">{error}</Field.Error>}
    </Field.Root>
  );
}
