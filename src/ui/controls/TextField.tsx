import { Field } from '@base-ui/react/field';
import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './Field.module.css';
import { FieldRoot } from './FieldRoot.tsx';
import { IconButton } from './IconButton.tsx';

/** The properties of a `TextField`; others go to its input. */
export interface TextFieldProps extends Omit<
  ComponentProps<'input'>,
  'className' | 'onChange' | 'value' | 'defaultValue'
> {
  readonly label: string;
  /** The label is read out but not shown. */
  readonly isLabelHidden?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is wrong; null or absent = nothing. */
  readonly error?: string | null;
  /** Keeps a line free for the message, so that the form does not grow when it appears. */
  readonly hasErrorLine?: boolean;
  readonly hint?: string;
  /** Something inside the field at its right end. */
  readonly suffix?: ReactNode;
}

/** A labelled line of text with its error message. */
export function TextField({
  label,
  isLabelHidden = false,
  value,
  onChange,
  error = null,
  hasErrorLine,
  hint,
  suffix,
  ...rest
}: TextFieldProps) {
  return (
    <FieldRoot error={error} hasErrorLine={hasErrorLine}>
      <Field.Label className={isLabelHidden ? 'visually-hidden' : styles.label}>{label}</Field.Label>
      <div className={styles.box}>
        <Field.Control
          className={classNames(styles.input, suffix !== undefined && styles.hasSuffix)}
          value={value}
          onValueChange={onChange}
          autoComplete="off"
          {...rest}
        />
        {suffix === undefined ? null : <span className={styles.suffix}>{suffix}</span>}
      </div>
      {error === null ? null : (
        <Field.Error match className={styles.error} role="alert">
          {error}
        </Field.Error>
      )}
      {hint !== undefined && error === null ? (
        <Field.Description className={styles.hint}>{hint}</Field.Description>
      ) : null}
    </FieldRoot>
  );
}

/** A password with the button that shows and hides it. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix'>) {
  const [isShown, setShown] = useState(false);
  const label = isShown ? 'Hide password' : 'Show password';
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      suffix={
        <IconButton label={label} onClick={() => setShown(!isShown)}>
          {isShown ? <EyeOff size={14} /> : <Eye size={14} />}
        </IconButton>
      }
    />
  );
}
