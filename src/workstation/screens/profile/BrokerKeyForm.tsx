import { useId, useRef, useState } from 'react';
import type { TradingApiState } from '../../../client/types.ts';
import { Button, PasswordField, Spinner, TextField } from '../../../ui/index.ts';
import { useDesk } from '../../desk-context.ts';
import shared from '../Screens.module.css';
import { useCall } from './page-parts.tsx';
import styles from './Profile.module.css';

interface Entries {
  readonly id: string;
  readonly secret: string;
}

const EMPTY: Entries = { id: '', secret: '' };

function problemsOf({ id, secret }: Entries): Readonly<Partial<Record<keyof Entries, string>>> {
  return {
    ...(id.trim() === '' ? { id: 'The id of the key is required' } : {}),
    ...(secret.trim() === '' ? { secret: 'The secret of the key is required' } : {}),
  };
}

/** Connects an account at the broker with a key that the user made there. Nothing of the key stays in the browser. */
export function BrokerKeyForm({
  api: { name, login },
}: {
  readonly api: Pick<TradingApiState, 'name' | 'login'>;
}) {
  const { tradingApi } = useDesk().platform;
  const call = useCall();
  const headingId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [entries, setEntries] = useState<Entries>(EMPTY);
  const [isTried, setTried] = useState(false);
  const isBusy = call.state === 'under way';
  const problems = isTried ? problemsOf(entries) : {};
  const change = (next: Partial<Entries>) => setEntries({ ...entries, ...next });
  async function submit() {
    setTried(true);
    const [first] = Object.keys(problemsOf(entries));
    if (first !== undefined) return form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    if (isBusy) return;
    await call.run(async () => {
      const outcome = await tradingApi.connect({ id: entries.id.trim(), secret: entries.secret.trim() });
      if (outcome.ok) {
        setEntries(EMPTY);
        setTried(false);
      }
      return outcome;
    });
  }
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 id={headingId}>{login === 'LoggedIn' ? `Use another key of ${name}` : `Connect ${name}`}</h2>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <KeyFields name={name} entries={entries} problems={problems} change={change} />
        <div className={shared.row}>
          <div className={shared.error} role="alert">
            {isBusy ? null : call.error}
          </div>
          {isBusy ? <Spinner label="Checking the key" /> : null}
        </div>
        <div className={shared.row}>
          <Button type="submit" tone="primary" disabled={isBusy} focusableWhenDisabled>
            Connect
          </Button>
        </div>
      </form>
    </section>
  );
}

function KeyFields({
  name,
  entries,
  problems,
  change,
}: {
  readonly name: string;
  readonly entries: Entries;
  readonly problems: Readonly<Partial<Record<keyof Entries, string>>>;
  readonly change: (next: Partial<Entries>) => void;
}) {
  return (
    <>
      <TextField
        label="Key id"
        name="id"
        maxLength={256}
        spellCheck={false}
        autoComplete="off"
        required
        hint={`Make a key on the website of ${name}. It is checked there and kept sealed on this server.`}
        value={entries.id}
        onChange={(id) => change({ id })}
        error={problems.id ?? null}
      />
      <PasswordField
        label="Secret"
        name="secret"
        maxLength={256}
        autoComplete="off"
        required
        value={entries.secret}
        onChange={(secret) => change({ secret })}
        error={problems.secret ?? null}
      />
    </>
  );
}
