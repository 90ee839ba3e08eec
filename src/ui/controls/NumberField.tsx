import { Field } from '@base-ui/react/field';
import { Minus, Plus } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { classNames } from '../class-names.ts';
import styles from './Field.module.css';
import { FieldRoot } from './FieldRoot.tsx';
import { numberText, parseNumber, stepped } from './number-text.ts';

/** The properties of a `NumberField`. */
export interface NumberFieldProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  /** null = empty, NaN = what is typed is no number. */
  readonly value: number | null;
  /** Gets the typed value: null for nothing, NaN for invalid text. Values are not clamped: the owner validates them and shows the message. */
  readonly onChange: (value: number | null) => void;
  readonly error?: string | null;
  /** Keeps a line free for the message, so that the form does not grow when it appears. */
  readonly hasErrorLine?: boolean;
  /** Bounds of the buttons and arrow keys. */
  readonly min?: number;
  readonly max?: number;
  /** Step of the buttons and arrow keys. */
  readonly step?: number;
  /** Decimals shown. Default 0. */
  readonly decimals?: number;
  readonly isDisabled?: boolean;
  readonly isRequired?: boolean;
  readonly hasSteppers?: boolean;
  /** The field that a dialog puts the focus on when it opens. */
  readonly isFirst?: boolean;
  readonly name?: string;
}

/**
 * A labelled number with step buttons; arrow keys step, Shift steps by ten. What the field shows is always what its
 * owner has: text that is no number is never bent into one.
 */
export function NumberField({
  label,
  isLabelHidden = false,
  value,
  onChange,
  error = null,
  hasErrorLine,
  min = -Infinity,
  max = Infinity,
  step = 1,
  decimals = 0,
  isDisabled = false,
  isRequired = false,
  hasSteppers = true,
  isFirst = false,
  name,
}: NumberFieldProps) {
  const typed = useTypedNumber(value, decimals);
  const stepBy = (steps: number) => {
    typed.forget();
    onChange(stepped(value, steps * step, { min, max }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = KEY_DIRECTIONS[event.key];
    if (direction === undefined || isDisabled) return;
    event.preventDefault();
    stepBy(stepsOf(event, direction));
  };
  const stepper = (direction: 1 | -1) =>
    hasSteppers ? (
      <Stepper label={label} direction={direction} isDisabled={isDisabled} onStep={stepBy} />
    ) : null;
  return (
    <FieldRoot error={error} hasErrorLine={hasErrorLine} name={name}>
      <Field.Label className={isLabelHidden ? 'visually-hidden' : styles.label}>{label}</Field.Label>
      <div className={classNames(styles.box, hasSteppers && styles.stepped)}>
        {stepper(-1)}
        <Field.Control
          className={classNames(styles.input, styles.numeric)}
          type="text"
          inputMode="decimal"
          data-autofocus={isFirst ? '' : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={24}
          value={typed.text}
          disabled={isDisabled}
          required={isRequired}
          onKeyDown={onKeyDown}
          onValueChange={(next) => {
            typed.type(next);
            onChange(parseNumber(next));
          }}
          onBlur={typed.leave}
        />
        {stepper(1)}
      </div>
      <NumberError error={error} />
    </FieldRoot>
  );
}

/** The text of the field: what was typed while it still means the owner's value, else the value itself. */
function useTypedNumber(value: number | null, decimals: number) {
  const [typed, setTyped] = useState<string | null>(null);
  const isTyped = typed !== null && Object.is(parseNumber(typed), value);
  const forget = () => setTyped(null);
  return {
    text: isTyped ? typed : numberText(value, decimals),
    type: setTyped,
    forget,
    /** On blur, a number is formatted; invalid text stays for correction. */
    leave() {
      if (!Number.isNaN(value)) forget();
    },
  };
}

function NumberError({ error }: { readonly error: string | null }) {
  return error === null ? null : (
    <Field.Error match className={styles.error} role="alert">
      {error}
    </Field.Error>
  );
}

const KEY_DIRECTIONS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };

/** Shift steps by ten. */
const stepsOf = ({ shiftKey }: { readonly shiftKey: boolean }, direction: 1 | -1): number =>
  direction * (shiftKey ? 10 : 1);

interface StepperProps {
  readonly label: string;
  readonly direction: 1 | -1;
  readonly isDisabled: boolean;
  readonly onStep: (steps: number) => void;
}

function Stepper({ label, direction, isDisabled, onStep }: StepperProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.stepper}
      aria-label={`${direction === 1 ? 'Increase' : 'Decrease'} ${label}`}
      disabled={isDisabled}
      data-disabled={isDisabled ? '' : undefined}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => onStep(stepsOf(event, direction))}
    >
      {direction === 1 ? <Plus size={12} aria-hidden /> : <Minus size={12} aria-hidden />}
    </button>
  );
}
