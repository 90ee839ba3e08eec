import type { SecondFactorState } from '../../../client/types.ts';
import { useDesk, useSessionState } from '../../desk-context.ts';
import { NotInDemo } from '../NotInDemo.tsx';
import shared from '../Screens.module.css';
import { BACK_TO_PROFILE, Page } from './page-parts.tsx';
import styles from './Profile.module.css';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { FactorForm } from './FactorForm.tsx';
import { QrCode } from './QrCode.tsx';
import { useTwoStep, type TwoStepView } from './use-two-step.ts';

const TITLE = 'Two-step sign-in';

/** The second factor of the user: an authenticator app, and recovery codes for when it is lost. */
export function TwoStep() {
  const { isDemo } = useSessionState();
  if (isDemo) return <NotInDemo title={TITLE} action={TITLE} back={BACK_TO_PROFILE} />;
  return <TwoStepPage />;
}

function TwoStepPage() {
  const { view, message, reload, show, finish } = useTwoStep();
  return (
    <Page title={TITLE} back={BACK_TO_PROFILE}>
      <p>
        After your password, the sign-in needs a six-digit code that an authenticator app on your telephone
        shows. Your password alone is then not enough.
      </p>
      {message === '' ? null : <p role="status">{message}</p>}
      {view.is === 'loading' ? <p role="status">Loading...</p> : null}
      {view.is === 'failed' ? (
        <p>
          <span className={shared.error} role="alert">{`The page could not be loaded. ${view.error}`}</span>{' '}
          <button type="button" className={styles.linkButton} onClick={reload}>
            Try again
          </button>
        </p>
      ) : null}
      {view.is === 'off' ? <Off show={show} /> : null}
      {view.is === 'setup' ? <Setup setup={view.setup} show={show} /> : null}
      {view.is === 'codes' ? (
        <RecoveryCodes codes={view.codes} onDone={() => finish('Two-step sign-in is on.')} />
      ) : null}
      {view.is === 'on' ? (
        <On state={view.state} show={show} onOff={() => finish('Two-step sign-in was turned off.')} />
      ) : null}
    </Page>
  );
}

type Show = (view: TwoStepView) => void;

function Off({ show }: { readonly show: Show }) {
  const { credentials } = useDesk().platform;
  return (
    <FactorForm
      title="Set up"
      text="Two-step sign-in is off. Have an authenticator app ready, then enter your password."
      fields={['password']}
      progress="Making a key"
      actions={[
        {
          label: 'Set up',
          async run({ password }) {
            const begun = await credentials.beginSecondFactor(password);
            if (!begun.ok) return { ok: false, message: begun.error };
            show({ is: 'setup', setup: begun.value });
            return { ok: true };
          },
        },
      ]}
    />
  );
}

function Setup({
  setup: { uri, secret, pending },
  show,
}: {
  readonly setup: Extract<TwoStepView, { is: 'setup' }>['setup'];
  readonly show: Show;
}) {
  const { credentials } = useDesk().platform;
  return (
    <>
      <section className={styles.section} aria-labelledby="two-step-scan">
        <h2 id="two-step-scan">1. Add Tapedeck to the app</h2>
        <p>Scan this code with the app, or enter the key by hand (time based, six digits, SHA-1).</p>
        <QrCode text={uri} label="QR code for the authenticator app; the key below is the same" />
        <p>
          Key: <span className={styles.secret}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>
        </p>
      </section>
      <FactorForm
        title="2. Enter the code that the app shows"
        text="When it is accepted, two-step sign-in is on, and all your other sessions are signed out."
        fields={['code']}
        progress="Turning on"
        actions={[
          {
            label: 'Turn on',
            async run({ code }) {
              const confirmed = await credentials.confirmSecondFactor(pending, code);
              if (!confirmed.ok) return { ok: false, message: confirmed.error };
              show({ is: 'codes', codes: confirmed.value });
              return { ok: true };
            },
          },
        ]}
      />
    </>
  );
}

interface OnProps {
  readonly state: SecondFactorState;
  readonly show: Show;
  readonly onOff: () => void;
}

function On({ state: { sinceMs, recoveryCodes }, show, onOff }: OnProps) {
  const { credentials } = useDesk().platform;
  const since = sinceMs === null ? '' : new Date(sinceMs).toLocaleDateString();
  return (
    <FactorForm
      title="Change"
      text={`Two-step sign-in is on since ${since}. ${codesText(recoveryCodes)} A change needs your password and a code of the app or a recovery code.`}
      fields={['password', 'code']}
      progress="Changing"
      actions={[
        {
          label: 'New recovery codes',
          async run({ password, code }) {
            const renewed = await credentials.newRecoveryCodes(password, code);
            if (!renewed.ok) return { ok: false, message: renewed.error };
            show({ is: 'codes', codes: renewed.value });
            return { ok: true };
          },
        },
        {
          label: 'Turn off',
          tone: 'danger',
          async run({ password, code }) {
            const outcome = await credentials.turnOffSecondFactor(password, code);
            if (outcome.ok) onOff();
            return outcome;
          },
        },
      ]}
    />
  );
}

const codesText = (count: number): string =>
  count === 0
    ? 'No recovery code is left: make new ones.'
    : count === 1
      ? 'One recovery code is left: make new ones.'
      : `${count} recovery codes are left.`;
