import { useEffect, useRef, useState } from 'react';
import type { Outcome } from '../../../client/types.ts';
import { Button, PasswordField, Spinner, TextField } from '../../../ui/index.ts';
import { useSessionState } from '../../desk-context.ts';
import shared from '../Screens.module.css';
import { useCall } from './page-parts.tsx';
import styles from './Profile.module.css';

/** What proves that the user is present. */
export type FactorName = 'password' | 'code';
type Factors = Readonly<Record<FactorName, string>>;

interface FactorAction {
  readonly label: string;
  readonly tone?: 'danger';
  readonly run: (factors: Factors) => Promise<Outcome>;
}

export interface FactorFormProps {
  readonly title: string;
  readonly text: string;
  readonly fields: readonly FactorName[];
  /** For assistive technology, while a call is under way. */
  readonly progress: string;
  /** A button each; Enter presses the first. */
  readonly actions: readonly FactorAction[];
}

const MISSING: Factors = { password: 'Your password is required', code: 'A code is required' };

/** A form with the password, a code, or both, and what they permit. It takes the focus when it appears. */
export function FactorForm({ title, text, fields, progress, actions }: FactorFormProps) {
  const call = useCall();
  const form = useRef<HTMLFormElement>(null);
  const [factors, setFactors] = useState<Factors>({ password: '', code: '' });
  const [isValidated, setValidated] = useState(false);
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  const [first] = fields;
  useEffect(() => form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus(), [first]);
  const isBusy = call.state === 'under way';
  const missing = (name: FactorName) => isValidated && factors[name].trim() === '';
  async function submit(action: FactorAction | undefined) {
    setValidated(true);
    const empty = fields.find((name) => factors[name].trim() === '');
    if (empty !== undefined) return focus(empty);
    if (action === undefined || isBusy) return;
    await call.run(() => action.run(factors));
    // A code is accepted once.
    setFactors((present) => ({ ...present, code: '' }));
    setValidated(false);
  }
  return (
    <section className={styles.section} aria-labelledby="factor-form">
      <h2 id="factor-form">{title}</h2>
      <p>{text}</p>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit(actions[0]);
        }}
      >
        {fields.includes('password') ? (
          <Password
            value={factors.password}
            onChange={(password) => setFactors({ ...factors, password })}
            error={missing('password') ? MISSING.password : null}
          />
        ) : null}
        {fields.includes('code') ? (
          <TextField
            label="Code"
            name="code"
            maxLength={64}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            required
            value={factors.code}
            onChange={(code) => setFactors({ ...factors, code })}
            error={missing('code') ? MISSING.code : null}
          />
        ) : null}
        <div className={shared.row}>
          <div className={shared.error} role="alert">
            {isBusy ? null : call.error}
          </div>
          {isBusy ? <Spinner label={progress} /> : null}
        </div>
        <div className={shared.row}>
          {actions.map((action, index) => (
            <Button
              key={action.label}
              type={index === 0 ? 'submit' : 'button'}
              {...(index === 0 ? { tone: 'primary' as const } : action.tone ? { tone: action.tone } : {})}
              disabled={isBusy}
              focusableWhenDisabled
              {...(index === 0 ? {} : { onClick: () => void submit(action) })}
            >
              {action.label}
            </Button>
          ))}
        </div>
      </form>
    </section>
  );
}

interface PasswordProps {
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly error: string | null;
}

/** The user's password, with the name that password managers look for. */
function Password(props: PasswordProps) {
  const { userName } = useSessionState();
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={userName ?? ''} readOnly hidden />
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        maxLength={256}
        required
        {...props}
      />
    </>
  );
}
