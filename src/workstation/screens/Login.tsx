import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { Button, classNames, PasswordField, Spinner, TextField } from '../../ui/index.ts';
import { useSessionState } from '../desk-context.ts';
import { CodeField } from './CodeField.tsx';
import { nextPath, readNotice } from './next-path.ts';
import { BrandIcon, Screen, useTitle } from './parts.tsx';
import styles from './Screens.module.css';
import { useArrival } from './use-arrival.ts';
import { useProviderSignIn, type ProviderSignIn } from './use-provider-sign-in.ts';
import { useLogin, type LoginForm } from './use-login.ts';
import { useSignInOptions } from './use-sign-in-options.ts';
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
  const offered = useSignInOptions();
  const provider = useProviderSignIn();
  const { hasTried, isCodeStep } = login;
  const isBusy = login.isBusy || provider.isLeaving;
  useTitle('Sign in');
  const error = provider.failure ?? session.error;
  const reason = isBusy || hasTried || error !== null ? null : notice;
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
          provider.reset();
          void login.submit();
        }}
      >
        <h1 id="product" className={styles.brand}>
          <BrandIcon />
          Tapedeck
        </h1>
        {isCodeStep ? (
          <CodeField {...login} />
        ) : (
          <Credentials login={login} mailsResetLinks={offered.mailsResetLinks} />
        )}
        <Button type="submit" tone="primary" disabled={isBusy} focusableWhenDisabled>
          Sign in
        </Button>
        <OtherWays login={login} provider={provider} label={offered.oidcLabel} isBusy={isBusy} />
        {isCodeStep ? <Button onClick={login.restart}>Back</Button> : null}
        <div className={styles.row}>
          <div
            className={classNames(styles.loginError, reason === null ? styles.error : styles.reason)}
            role="alert"
          >
            {reason ?? (isBusy ? null : error)}
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

interface OtherWaysProps {
  readonly login: LoginForm;
  readonly provider: ProviderSignIn;
  /** What users call the provider of OpenID Connect; null = there is none. */
  readonly label: string | null;
  readonly isBusy: boolean;
}

/** The ways to sign in without a password. A passkey also stands for the code. */
function OtherWays({ login, provider, label, isBusy }: OtherWaysProps) {
  return (
    <>
      {hasPasskeys() ? (
        <Button
          disabled={isBusy}
          focusableWhenDisabled
          onClick={() => {
            provider.reset();
            void login.usePasskey();
          }}
        >
          Use a passkey
        </Button>
      ) : null}
      {label !== null && !login.isCodeStep ? (
        <Button disabled={isBusy} focusableWhenDisabled onClick={() => void provider.start()}>
          Sign in with {label}
        </Button>
      ) : null}
    </>
  );
}

function Credentials({
  login: { userName, setUserName, password, setPassword, isValidated },
  mailsResetLinks,
}: {
  readonly login: LoginForm;
  readonly mailsResetLinks: boolean;
}) {
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
