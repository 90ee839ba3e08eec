import type { OwnApiKey } from '../../../client/types.ts';
import { AlertDialog } from '../../../ui/index.ts';
import { useDesk, useSessionState } from '../../desk-context.ts';
import { NotInDemo } from '../NotInDemo.tsx';
import shared from '../Screens.module.css';
import { ApiKeyForm } from './ApiKeyForm.tsx';
import { isUsable, rightsLabel, rotatedExpiryOf, timesLabel } from './api-key-labels.ts';
import { FactorForm, type FactorName } from './FactorForm.tsx';
import { IssuedKey } from './IssuedKey.tsx';
import { BACK_TO_PROFILE, Page, Row, Section } from './page-parts.tsx';
import styles from './Profile.module.css';
import { useApiKeys, type ApiKeysPage } from './use-api-keys.ts';

const TITLE = 'API keys';

/** The API keys of the user: with one, a program reads prices and sends orders over HTTP. */
export function ApiKeys() {
  const { isDemo } = useSessionState();
  if (isDemo) return <NotInDemo title={TITLE} action="Creating API keys" back={BACK_TO_PROFILE} />;
  return <ApiKeysContent />;
}

function ApiKeysContent() {
  const page = useApiKeys();
  const { loaded, error, toRevoke } = page;
  return (
    <Page title={TITLE} back={BACK_TO_PROFILE}>
      <p>
        With an API key a program of yours calls this server over HTTP. A key acts for you within its scopes:
        keep it like a password, and give each program a key of its own.
      </p>
      <p ref={page.status} className={shared.muted} role="status" tabIndex={-1}>
        {page.message}
      </p>
      {error === null ? null : (
        <p>
          <span className={shared.error} role="alert">{`The API keys could not be loaded. ${error}`}</span>{' '}
          <button type="button" className={styles.linkButton} onClick={page.reload}>
            Try again
          </button>
        </p>
      )}
      {loaded === null ? null : <ApiKeyList keys={loaded.keys} nowMs={loaded.atMs} page={page} />}
      {loaded === null ? null : <Change page={page} hasFactor={loaded.hasFactor} />}
      <AlertDialog
        isOpen={toRevoke !== null}
        title="Revoke API key"
        message={`Programs that use ${toRevoke?.name ?? ''} are refused from their next request on. Open orders that they have sent stay open.`}
        yes="Revoke"
        no="Cancel"
        isDestructive
        onAnswer={page.answerRevocation}
      />
    </Page>
  );
}

/** A new key, the form of a rotation, or that of a new key. */
function Change({ page, hasFactor }: { readonly page: ApiKeysPage; readonly hasFactor: boolean }) {
  if (page.issued !== null) return <IssuedKey issued={page.issued} onDone={page.hideIssued} />;
  if (page.toRotate !== null)
    return <RotateForm key={page.toRotate.id} apiKey={page.toRotate} page={page} hasFactor={hasFactor} />;
  return <ApiKeyForm hasFactor={hasFactor} onCreated={page.showIssued} />;
}

function RotateForm({
  apiKey,
  page,
  hasFactor,
}: {
  readonly apiKey: OwnApiKey;
  readonly page: ApiKeysPage;
  readonly hasFactor: boolean;
}) {
  const { credentials } = useDesk().platform;
  const fields: readonly FactorName[] = hasFactor ? ['password', 'code'] : ['password'];
  return (
    <FactorForm
      title={`Rotate ${apiKey.name}`}
      text="The key gets a new secret and is valid for as long as it was at first. Programs with the old one are refused at once."
      fields={fields}
      progress="Rotating"
      actions={[
        {
          label: 'Rotate',
          async run({ password, code }) {
            const expiresAtMs = rotatedExpiryOf(apiKey, Date.now());
            const outcome = await credentials.rotateApiKey(apiKey.id, expiresAtMs, password, code.trim());
            if (outcome.ok) page.showIssued(outcome.value);
            return outcome.ok ? { ok: true } : { ok: false, message: outcome.error };
          },
        },
        {
          label: 'Cancel',
          isCancel: true,
          async run() {
            page.openRotation(null);
            return { ok: true };
          },
        },
      ]}
    />
  );
}

interface ApiKeyListProps {
  readonly keys: readonly OwnApiKey[];
  /** Host UTC ms. */
  readonly nowMs: number;
  readonly page: ApiKeysPage;
}

function ApiKeyList({ keys, nowMs, page }: ApiKeyListProps) {
  return (
    <Section id="api-key-list" title="Your API keys">
      {keys.length === 0 ? <Row name="None">{null}</Row> : null}
      {keys.map((key) => (
        <Row
          key={key.id}
          name={key.name}
          action={
            key.revokedAtMs === null ? (
              <span className={shared.row}>
                <button
                  type="button"
                  className={styles.linkButton}
                  aria-label={`Rotate the API key ${key.name}`}
                  onClick={() => page.openRotation(key)}
                >
                  Rotate
                </button>
                <button
                  type="button"
                  className={styles.linkButton}
                  aria-label={`Revoke the API key ${key.name}`}
                  onClick={() => page.openRevocation(key)}
                >
                  Revoke
                </button>
              </span>
            ) : undefined
          }
        >
          <div className={isUsable(key, nowMs) ? undefined : shared.muted}>{rightsLabel(key)}</div>
          <div className={shared.muted}>{timesLabel(key, nowMs)}</div>
        </Row>
      ))}
    </Section>
  );
}
