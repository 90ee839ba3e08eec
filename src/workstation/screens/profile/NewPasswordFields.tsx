import { useState } from 'react';
import { PasswordField } from '../../../ui/index.ts';

/** A new password and its repetition, as they were typed. */
export interface NewPassword {
  readonly next: string;
  readonly repeated: string;
}

/** Name of the first of the two fields that is empty or does not match; null when both may be sent. */
export function invalidNewPassword({ next, repeated }: NewPassword): 'new' | 'confirm' | null {
  if (next === '') return 'new';
  return repeated === next ? null : 'confirm';
}

interface NewPasswordFieldsProps {
  readonly values: NewPassword;
  readonly change: (part: Partial<NewPassword>) => void;
  /** True once the form was sent: missing entries are marked from then on. */
  readonly isValidated: boolean;
}

/** The fields of a new password, which is typed twice. */
export function NewPasswordFields({
  values: { next, repeated },
  change,
  isValidated,
}: NewPasswordFieldsProps) {
  const [hasLeftLast, setLeftLast] = useState(false);
  const missing = (value: string, text: string) => (isValidated && value === '' ? text : null);
  const isMismatch = repeated !== '' && repeated !== next && (isValidated || hasLeftLast);
  return (
    <>
      <PasswordField
        label="New password"
        maxLength={256}
        name="new"
        autoComplete="new-password"
        required
        value={next}
        onChange={(value) => change({ next: value })}
        error={missing(next, 'New password is required')}
      />
      <PasswordField
        label="Confirm password"
        maxLength={256}
        name="confirm"
        autoComplete="new-password"
        required
        value={repeated}
        onChange={(value) => change({ repeated: value })}
        onBlur={() => setLeftLast(true)}
        error={isMismatch ? 'Does not match new password' : missing(repeated, 'Must match New password')}
        hint="Must match New password"
      />
    </>
  );
}
