import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Button, Spinner } from '../../ui/index.ts';
import { useDesk } from '../desk-context.ts';
import { noticeState } from './next-path.ts';
import { Brand, Card, Heading, Screen } from './parts.tsx';
import { invalidNewPassword, NewPasswordFields } from './profile/NewPasswordFields.tsx';
import { useCall } from './profile/page-parts.tsx';
import styles from './Screens.module.css';

const DONE_TEXT =
  'Your password was changed, and all your sessions were signed out. Sign in with the new password.';

/** The page of a reset link. The token is in the fragment of the address, which browsers send to no server. */
export function ResetPassword() {
  const token = useLocation().hash.slice(1);
  return (
    <Screen>
      <Card>
        <Brand />
        <Heading title="Reset password">Set a new password</Heading>
        {token === '' ? (
          <p role="alert">
            This link is incomplete. Open it exactly as you received it, or request a new one from the
            administrator.
          </p>
        ) : (
          <ResetForm token={token} />
        )}
        <p className={styles.foot}>
          <Link to="/login">Back to the login</Link>
        </p>
      </Card>
    </Screen>
  );
}

function ResetForm({ token }: { readonly token: string }) {
  const { platform } = useDesk();
  const navigate = useNavigate();
  const call = useCall();
  const linkError = useLinkError(token);
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState({ next: '', repeated: '' });
  const [isValidated, setValidated] = useState(false);
  const isBusy = call.state === 'under way';
  function submit() {
    setValidated(true);
    const invalid = invalidNewPassword(values);
    if (invalid !== null) {
      form.current?.querySelector<HTMLInputElement>(`[name="${invalid}"]`)?.focus();
      return;
    }
    void call.run(async () => {
      const outcome = await platform.credentials.resetPassword(token, values.next);
      // In place of this page: its address holds a token that is used up.
      if (outcome.ok) void navigate('/login', { replace: true, state: noticeState(DONE_TEXT) });
      return outcome;
    });
  }
  return (
    <form
      ref={form}
      className={styles.box}
      noValidate
      data-validated={isValidated}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <NewPasswordFields
        values={values}
        change={(part) => setValues({ ...values, ...part })}
        isValidated={isValidated}
      />
      <Button type="submit" tone="primary" disabled={isBusy} focusableWhenDisabled>
        Set password
      </Button>
      <div className={styles.row}>
        <div className={styles.error} role="alert">
          {call.error ?? linkError}
        </div>
        {isBusy ? <Spinner label="Setting the password" /> : null}
      </div>
    </form>
  );
}

/** Why the link sets no password, before a new one is typed twice; null while nothing is known against it. */
function useLinkError(token: string): string | null {
  const { credentials } = useDesk().platform;
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    void credentials.checkResetLink(token).then((outcome) => {
      if (isShown) setError(outcome.ok ? null : outcome.message);
    });
    return () => {
      isShown = false;
    };
  }, [credentials, token]);
  return error;
}
