import { useRef, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { Button, classNames, PasswordField, Spinner, TextField } from '../../ui/index.ts';
import { useDesk, useSessionState } from '../desk-context.ts';
import { nextPath, readNotice } from './next-path.ts';
import { BrandIcon, Screen, useTitle } from './parts.tsx';
import styles from './Screens.module.css';
import { useArrival } from './use-arrival.ts';

/** The sign-in page. A user with a session is taken to the page that was wanted. */
export function Login() {
  const { platform } = useDesk();
  const { wanted, arrive } = useArrival();
  const session = useSessionState();
  /** Why the user was sent to the login; the outcome of an attempt replaces it. */
  const notice = readNotice(useLocation().state);
  // Read once: signing in here passes through `logged-in` before the desk has taken over.
  const [wasIn] = useState(session.phase === 'logged-in');
  const form = useRef<HTMLFormElement>(null);
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  const [isValidated, setValidated] = useState(false);
  const fields = { userName, setUserName, password, setPassword, isValidated };
  const [isBusy, setBusy] = useState(false);
  const [hasTried, setTried] = useState(false);
  useTitle('Sign in');
  const reason = isBusy || hasTried || session.error !== null ? null : notice;
  if (wasIn) return <Navigate to={nextPath(wanted, location.origin)} replace />;
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  async function submit() {
    setValidated(true);
    if (isBusy || form.current?.checkValidity() !== true) {
      form.current?.querySelector<HTMLInputElement>('input:invalid')?.focus();
      return;
    }
    setBusy(true);
    setTried(true);
    const isIn = await platform.session.login(userName.trim(), password);
    setBusy(false);
    if (isIn) arrive({ isSignIn: true });
    else focus('password');
  }
  return (
    <Screen>
      <form
        ref={form}
        className={classNames(styles.box, styles.card)}
        noValidate
        data-validated={isValidated}
        aria-labelledby="product"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h1 id="product" className={styles.brand}>
          <BrandIcon />
          Tapedeck
        </h1>
        <Credentials {...fields} />
        <Button type="submit" tone="primary" disabled={isBusy} focusableWhenDisabled>
          Sign in
        </Button>
        <div className={styles.row}>
          <div className={reason === null ? styles.error : styles.reason} role="alert">
            {reason ?? (isBusy ? null : session.error)}
          </div>
          {isBusy ? <Spinner label="Signing in" /> : null}
        </div>
        <p className={styles.foot}>
          No account? <Link to="/welcome?demo">Try the demo</Link>
        </p>
      </form>
    </Screen>
  );
}

interface CredentialsProps {
  readonly userName: string;
  readonly setUserName: (userName: string) => void;
  readonly password: string;
  readonly setPassword: (password: string) => void;
  /** True once the form was sent: missing entries are marked from then on. */
  readonly isValidated: boolean;
}

function Credentials({ userName, setUserName, password, setPassword, isValidated }: CredentialsProps) {
  return (
    <>
      <TextField
        label="Username"
        name="username"
        maxLength={64}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
        pattern=".*\S.*"
        value={userName}
        onChange={setUserName}
        error={isValidated && userName.trim() === '' ? 'Username is required' : null}
      />
      <PasswordField
        label="Password"
        name="password"
        maxLength={256}
        autoComplete="current-password"
        required
        value={password}
        onChange={setPassword}
        error={isValidated && password === '' ? 'Password is required' : null}
      />
    </>
  );
}
