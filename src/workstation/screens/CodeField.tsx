import { TextField } from '../../ui/index.ts';

interface CodeFieldProps {
  readonly code: string;
  readonly setCode: (code: string) => void;
  /** Whether a missing entry is marked. */
  readonly isValidated: boolean;
}

/** The code of the second factor at a sign-in. */
export function CodeField({ code, setCode, isValidated }: CodeFieldProps) {
  return (
    <TextField
      label="Code"
      name="code"
      maxLength={64}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      pattern=".*\S.*"
      value={code}
      onChange={setCode}
      error={isValidated && code.trim() === '' ? 'Code is required' : null}
      hint="Six digits of your authenticator app, or a recovery code"
    />
  );
}
