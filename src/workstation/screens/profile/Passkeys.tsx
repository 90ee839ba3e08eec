import { useCallback, useEffect, useRef, useState } from 'react';
import type { OwnPasskey } from '../../../client/types.ts';
import { useDesk, useSessionState } from '../../desk-context.ts';
import { hasPasskeys } from '../has-passkeys.ts';
import { NotInDemo } from '../NotInDemo.tsx';
import shared from '../Screens.module.css';
import { FactorForm, type FactorName } from './FactorForm.tsx';
import { BACK_TO_PROFILE, Page, Row, Section } from './page-parts.tsx';
import styles from './Profile.module.css';

const TITLE = 'Passkeys';

/** The passkeys of the user: devices that sign in without password and code. */
export function Passkeys() {
  const { isDemo } = useSessionState();
  if (isDemo) return <NotInDemo title={TITLE} action="Adding passkeys" back={BACK_TO_PROFILE} />;
  return <PasskeysPage />;
}

interface Loaded {
  readonly passkeys: readonly OwnPasskey[];
  /** Whether a change needs a code as well. */
  readonly hasFactor: boolean;
}

function usePasskeys() {
  const { credentials } = useDesk().platform;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [error, setError] = useState<string | null>(null);
  const load = useCallback(async () => {
    const [passkeys, factor] = await Promise.all([credentials.passkeys(), credentials.secondFactor()]);
    if (!passkeys.ok) return setError(passkeys.error);
    if (!factor.ok) return setError(factor.error);
    setError(null);
    setLoaded({ passkeys: passkeys.value, hasFactor: factor.value.sinceMs !== null });
  }, [credentials]);
  useEffect(() => {
    void load();
  }, [load]);
  return { loaded, error, load };
}

function PasskeysPage() {
  const { loaded, error, load } = usePasskeys();
  const [toRemove, setToRemove] = useState<OwnPasskey | null>(null);
  const [message, setMessage] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const factors: readonly FactorName[] = loaded?.hasFactor ? ['password', 'code'] : ['password'];
  function openRemoval(passkey: OwnPasskey) {
    setMessage('');
    setToRemove(passkey);
  }
  /** The form is replaced after a change: the focus goes to the result. */
  function finish(result: string) {
    setToRemove(null);
    setMessage(result);
    void load().then(() => status.current?.focus());
  }
  return (
    <Page title={TITLE} back={BACK_TO_PROFILE}>
      <p>
        A passkey signs you in by the finger, face or PIN of your device, without password and code. It works
        at this address only, so that no copied page can use it.
      </p>
      {hasPasskeys() ? null : (
        <p>
          <strong>
            A passkey cannot be added on this page: passkeys need https at a name, or localhost. Open the
            workstation at such an address first.
          </strong>
        </p>
      )}
      <p ref={status} className={shared.muted} role="status" tabIndex={-1}>
        {message}
      </p>
      {error === null ? null : (
        <p>
          <span className={shared.error} role="alert">{`The passkeys could not be loaded. ${error}`}</span>{' '}
          <button type="button" className={styles.linkButton} onClick={() => void load()}>
            Try again
          </button>
        </p>
      )}
      {loaded === null ? null : <PasskeyList passkeys={loaded.passkeys} onRemove={openRemoval} />}
      {loaded === null ? null : toRemove === null ? (
        <AddForm
          factors={factors}
          takesFocus={message === ''}
          onDone={() => finish('The passkey was added.')}
        />
      ) : (
        <RemoveForm
          key={toRemove.id}
          passkey={toRemove}
          factors={factors}
          onDone={() => finish('The passkey was removed.')}
          onCancel={() => setToRemove(null)}
        />
      )}
    </Page>
  );
}

interface AddFormProps {
  readonly factors: readonly FactorName[];
  /** False after a change, whose result has the focus. */
  readonly takesFocus?: boolean;
  readonly onDone: () => void;
}

function AddForm({ factors, takesFocus = true, onDone }: AddFormProps) {
  const { credentials } = useDesk().platform;
  return (
    <FactorForm
      title="Add a passkey"
      text="The browser guides you after this. The name shows you later which device it is."
      fields={['name', ...factors]}
      progress="Adding"
      takesFocus={takesFocus}
      actions={[
        {
          label: 'Add',
          async run({ name, password, code }) {
            const outcome = await credentials.addPasskey(name.trim(), password, code.trim());
            if (outcome.ok) onDone();
            return outcome;
          },
        },
      ]}
    />
  );
}

interface RemoveFormProps extends AddFormProps {
  readonly passkey: OwnPasskey;
  readonly onCancel: () => void;
}

function RemoveForm({ passkey: { id, name }, factors, onDone, onCancel }: RemoveFormProps) {
  const { credentials } = useDesk().platform;
  return (
    <FactorForm
      title={`Remove ${name}`}
      text="The device cannot sign in with it afterwards. Remove it there, too: the browser keeps its half."
      fields={factors}
      progress="Removing"
      actions={[
        {
          label: 'Remove',
          async run({ password, code }) {
            const outcome = await credentials.removePasskey(id, password, code.trim());
            if (outcome.ok) onDone();
            return outcome;
          },
        },
        {
          label: 'Cancel',
          isCancel: true,
          async run() {
            onCancel();
            return { ok: true };
          },
        },
      ]}
    />
  );
}

function PasskeyList({
  passkeys,
  onRemove,
}: {
  readonly passkeys: readonly OwnPasskey[];
  readonly onRemove: (passkey: OwnPasskey) => void;
}) {
  return (
    <Section id="passkey-list" title="Your passkeys">
      {passkeys.length === 0 ? <Row name="None">{null}</Row> : null}
      {passkeys.map((passkey) => (
        <Row
          key={passkey.id}
          name={passkey.name}
          action={
            <button
              type="button"
              className={styles.linkButton}
              aria-label={`Remove the passkey ${passkey.name}`}
              onClick={() => onRemove(passkey)}
            >
              Remove
            </button>
          }
        >
          {datesOf(passkey)}
        </Row>
      ))}
    </Section>
  );
}

const dayOf = (timeMs: number): string => new Date(timeMs).toLocaleDateString();

const datesOf = ({ createdAtMs, usedAtMs }: OwnPasskey): string =>
  `Added ${dayOf(createdAtMs)} · ${usedAtMs === null ? 'not used yet' : `last used ${dayOf(usedAtMs)}`}`;
