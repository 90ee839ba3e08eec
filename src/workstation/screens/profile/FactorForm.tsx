import { useEffect, useId, useRef, useState } from 'react';
import type { Outcome } from '../../../client/types.ts';
import { Button, PasswordField, Spinner, TextField } from '../../../ui/index.ts';
import { useSessionState } from '../../desk-context.ts';
import shared from '../Screens.module.css';
import { useCall } from './page-parts.tsx';
import styles from './Profile.module.css';

/** What proves that the user is present. */
export type FactorName = 'name' | 'password' | 'code';
type Factors = Readonly<Record<FactorName, string>>;

interface FactorAction {
  readonly label: string;
  readonly tone?: 'danger';
  /** Needs no entries. */
  readonly isCancel?: boolean;
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
  /** Whether the first field takes the focus when the form appears. */
  readonly takesFocus?: boolean;
}

const MISSING: Factors = {
  name: 'A name is required',
  password: 'Your password is required',
  code: 'A code is required',
};
const EMPTY: Factors = { name: '', password: '', code: '' };

/** A form with the password, a code, or both, and what they permit. */
export function FactorForm({ title, text, fields, progress, actions, takesFocus = true }: FactorFormProps) {
  const call = useCall();
  const headingId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [factors, setFactors] = useState<Factors>(EMPTY);
  const [isValidated, setValidated] = useState(false);
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  const [first] = fields;
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  }, [first, takesFocus]);
  const isBusy = call.state === 'under way';
  async function submit(action: FactorAction | undefined) {
    if (action?.isCancel) return void action.run(factors);
    setValidated(true);
    const empty = fields.find((name) => factors[name].trim() === '');
    if (empty !== undefined) return focus(empty);
    if (action === undefined || isBusy) return;
    await call.run(async () => {
      const outcome = await action.run(factors);
      // After a refusal the other entries stay; a code is accepted once.
      setFactors(outcome.ok ? EMPTY : { ...factors, code: '' });
      return outcome;
    });
    setValidated(false);
  }
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
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
        <FactorFields
          fields={fields}
          factors={factors}
          onChange={setFactors}
          errorOf={(name) => (isValidated && factors[name].trim() === '' ? MISSING[name] : null)}
        />
        <div className={shared.row}>
          <div className={shared.error} role="alert">
            {isBusy ? null : call.error}
          </div>
          {isBusy ? <Spinner label={progress} /> : null}
        </div>
        <Actions actions={actions} isBusy={isBusy} onAction={(action) => void submit(action)} />
      </form>
    </section>
  );
}

interface FactorFieldsProps {
  readonly fields: readonly FactorName[];
  readonly factors: Factors;
  readonly onChange: (factors: Factors) => void;
  readonly errorOf: (name: FactorName) => string | null;
}

function FactorFields({ fields, factors, onChange, errorOf }: FactorFieldsProps) {
  return (
    <>
      {fields.includes('name') ? (
        <TextField
          label="Name of the passkey"
          name="name"
          maxLength={60}
          required
          value={factors.name}
          onChange={(name) => onChange({ ...factors, name })}
          error={errorOf('name')}
        />
      ) : null}
      {fields.includes('password') ? (
        <Password
          value={factors.password}
          onChange={(password) => onChange({ ...factors, password })}
          error={errorOf('password')}
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
          onChange={(code) => onChange({ ...factors, code })}
          error={errorOf('code')}
        />
      ) : null}
    </>
  );
}

interface ActionsProps {
  readonly actions: readonly FactorAction[];
  readonly isBusy: boolean;
  readonly onAction: (action: FactorAction) => void;
}

/** The first action is the form's own: Enter presses its button. */
function Actions({ actions: [first, ...others], isBusy, onAction }: ActionsProps) {
  return (
    <div className={shared.row}>
      {first === undefined ? null : (
        <Button type="submit" tone="primary" disabled={isBusy} focusableWhenDisabled>
          {first.label}
        </Button>
      )}
      {others.map((action) => (
        <Button
          key={action.label}
          tone={action.tone ?? 'neutral'}
          disabled={isBusy}
          focusableWhenDisabled
          onClick={() => onAction(action)}
        >
          {action.label}
        </Button>
      ))}
    </div>
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
