import { useId, useRef, useState } from 'react';
import type { ApiKeyChoice, IssuedApiKey, Outcome } from '../../../client/types.ts';
import { API_KEY_SCOPES, type ApiKeyScope } from '../../../domain/permissions.ts';
import { Button, Checkbox, PasswordField, Select, Spinner, TextField } from '../../../ui/index.ts';
import { useDesk, useSessionState } from '../../desk-context.ts';
import shared from '../Screens.module.css';
import { addressesOf, expiryOf, SCOPE_LABELS, VALIDITY_OPTIONS, type Validity } from './api-key-labels.ts';
import { useCall } from './page-parts.tsx';
import styles from './Profile.module.css';

interface Entries {
  readonly name: string;
  readonly scopes: readonly ApiKeyScope[];
  /** Empty = all accounts. */
  readonly accounts: readonly string[];
  readonly addresses: string;
  readonly validity: Validity;
  readonly password: string;
  readonly code: string;
}

const EMPTY: Entries = {
  name: '',
  scopes: ['read'],
  accounts: [],
  addresses: '',
  validity: '90',
  password: '',
  code: '',
};

type Problems = Readonly<Partial<Record<'name' | 'scopes' | 'password' | 'code', string>>>;

function problemsOf(entries: Entries, hasFactor: boolean): Problems {
  return {
    ...(entries.name.trim() === '' ? { name: 'A name is required' } : {}),
    ...(entries.scopes.length === 0 ? { scopes: 'Choose at least one scope' } : {}),
    ...(entries.password === '' ? { password: 'Your password is required' } : {}),
    ...(hasFactor && entries.code.trim() === '' ? { code: 'A code is required' } : {}),
  };
}

const choiceOf = (entries: Entries, nowMs: number): ApiKeyChoice => ({
  name: entries.name.trim(),
  scopes: entries.scopes,
  accounts: entries.accounts,
  addresses: addressesOf(entries.addresses),
  expiresAtMs: expiryOf(entries.validity, nowMs),
});

interface FieldsProps {
  readonly entries: Entries;
  readonly problems: Problems;
  readonly change: (change: Partial<Entries>) => void;
}

/** The form of a new API key. */
export function ApiKeyForm({
  hasFactor,
  onCreated,
}: {
  readonly hasFactor: boolean;
  readonly onCreated: (key: IssuedApiKey) => void;
}) {
  const { credentials } = useDesk().platform;
  const call = useCall();
  const headingId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [entries, setEntries] = useState<Entries>(EMPTY);
  const [isValidated, setValidated] = useState(false);
  const isBusy = call.state === 'under way';
  const problems = isValidated ? problemsOf(entries, hasFactor) : {};
  const change = (next: Partial<Entries>) => setEntries({ ...entries, ...next });
  async function create(): Promise<Outcome> {
    const outcome = await credentials.createApiKey(
      choiceOf(entries, Date.now()),
      entries.password,
      entries.code.trim(),
    );
    if (outcome.ok) onCreated(outcome.value);
    // After a refusal the other entries stay; a code is accepted once.
    else change({ code: '' });
    return outcome.ok ? { ok: true } : { ok: false, message: outcome.error };
  }
  async function submit() {
    setValidated(true);
    const [first] = Object.keys(problemsOf(entries, hasFactor));
    if (first !== undefined)
      return form.current
        ?.querySelector<HTMLElement>(`[name="${first}"], [data-field="${first}"] input`)
        ?.focus();
    if (isBusy) return;
    await call.run(create);
    setValidated(false);
  }
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 id={headingId}>Create an API key</h2>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <RightsFields entries={entries} problems={problems} change={change} />
        <PresenceFields entries={entries} problems={problems} change={change} hasFactor={hasFactor} />
        <div className={shared.row}>
          <div className={shared.error} role="alert">
            {isBusy ? null : call.error}
          </div>
          {isBusy ? <Spinner label="Creating" /> : null}
        </div>
        <div className={shared.row}>
          <Button type="submit" tone="primary" disabled={isBusy} focusableWhenDisabled>
            Create
          </Button>
        </div>
      </form>
    </section>
  );
}

const toggled = <Value,>(values: readonly Value[], value: Value, isIn: boolean): readonly Value[] =>
  isIn ? [...values, value] : values.filter((each) => each !== value);

function RightsFields({ entries, problems, change }: FieldsProps) {
  const { demoAccounts, liveAccounts } = useSessionState();
  const accounts = [...demoAccounts, ...liveAccounts];
  return (
    <>
      <TextField
        label="Name of the key"
        name="name"
        maxLength={60}
        required
        hint="The program that uses it, for example."
        value={entries.name}
        onChange={(name) => change({ name })}
        error={problems.name ?? null}
      />
      <fieldset className={styles.choices} data-field="scopes">
        <legend>Scopes</legend>
        {API_KEY_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={SCOPE_LABELS[scope]}
            isChecked={entries.scopes.includes(scope)}
            onChange={(isIn) => change({ scopes: toggled(entries.scopes, scope, isIn) })}
          />
        ))}
        {problems.scopes === undefined ? null : (
          <div className={shared.error} role="alert">
            {problems.scopes}
          </div>
        )}
      </fieldset>
      {accounts.length < 2 ? null : (
        <fieldset className={styles.choices}>
          <legend>Accounts (none ticked: all)</legend>
          {accounts.map((account) => (
            <Checkbox
              key={account}
              label={account}
              isChecked={entries.accounts.includes(account)}
              onChange={(isIn) => change({ accounts: toggled(entries.accounts, account, isIn) })}
            />
          ))}
        </fieldset>
      )}
      <TextField
        label="Addresses"
        name="addresses"
        maxLength={1000}
        hint="From where the key may be used, such as 203.0.113.9 or 203.0.113.0/24. Empty: from everywhere."
        value={entries.addresses}
        onChange={(addresses) => change({ addresses })}
      />
      <Select
        label="Valid for"
        value={entries.validity}
        options={VALIDITY_OPTIONS}
        onChange={(validity) => change({ validity })}
      />
    </>
  );
}

function PresenceFields({
  entries,
  problems,
  change,
  hasFactor,
}: FieldsProps & { readonly hasFactor: boolean }) {
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
        value={entries.password}
        onChange={(password) => change({ password })}
        error={problems.password ?? null}
      />
      {hasFactor ? (
        <TextField
          label="Code"
          name="code"
          maxLength={64}
          autoComplete="one-time-code"
          required
          value={entries.code}
          onChange={(code) => change({ code })}
          error={problems.code ?? null}
        />
      ) : null}
    </>
  );
}
