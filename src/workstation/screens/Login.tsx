import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { Button, classNames, PasswordField, Spinner, TextField } from '../../ui/index.ts';
import { useSessionState } from '../desk-context.ts';
import { nextPath, readNotice } from './next-path.ts';
import { BrandIcon, Screen, useTitle } from './parts.tsx';
import styles from './Screens.module.css';
import { useArrival } from './use-arrival.ts';
import { useLogin, type LoginForm } from './use-login.ts';
import { useMailsResetLinks } from './use-sign-in-options.ts';
import { hasPasskeys } from './has-passkeys.ts';

/** The sign-in page. A user with a session is taken to the page that was wanted. */
export function Login() {
  const { wanted } = useArrival();
  const session = useSessionState();
  /** Why the user was sent to the login; the outcome of an attempt replaces it. */
  const notice = readNotice(useLocation().state);
  // Read once: signing in here passes through `logged-in` before the desk has taken over.
  const [wasIn] = useState(session.phase === 'logged-in');
  const login = useLogin();
  const { isBusy, hasTried, isCodeStep } = login;
  useTitle('Sign in');
  const reason = isBusy || hasTried || session.error !== null ? null : notice;
  if (wasIn) return <Navigate to={nextPath(wanted, location.origin)} replace />;
  return (
    <Screen>
      <form
        ref={login.form}
        className={classNames(styles.box, styles.card)}
        noValidate
        data-validated={login.isValidated}
        aria-labelledby="product"
        onSubmit={(event) => {
          event.preventDefault();
          void login.submit();
        }}
      >
        <h1 id="product" className={styles.brand}>
          <BrandIcon />
          Tapedeck
        </h1>
        {isCodeStep ? <CodeEntry login={login} /> : <Credentials {...login} />}
        <Button type="submit" tone="primary" disabled={isBusy} focusableWhenDisabled>
          Sign in
        </Button>
        {hasPasskeys() ? (
          <Button disabled={isBusy} focusableWhenDisabled onClick={() => void login.usePasskey()}>
            Use a passkey
          </Button>
        ) : null}
        {isCodeStep ? <Button onClick={login.restart}>Back</Button> : null}
        <div className={styles.row}>
          <div
            className={classNames(styles.loginError, reason === null ? styles.error : styles.reason)}
            role="alert"
          >
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

function CodeEntry({ login }: { readonly login: LoginForm }) {
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
      value={login.code}
      onChange={login.setCode}
      error={login.isValidated && login.code.trim() === '' ? 'Code is required' : null}
      hint="Six digits of your authenticator app, or a recovery code"
    />
  );
}

function Credentials({ userName, setUserName, password, setPassword, isValidated }: LoginForm) {
  const mailsResetLinks = useMailsResetLinks();
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
      <div className={styles.password}>
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
        {mailsResetLinks ? <Link to="/ForgotPassword">Forgot your password?</Link> : null}
      </div>
    </>
  );
}
