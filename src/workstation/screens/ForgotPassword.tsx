import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, Spinner, TextField } from '../../ui/index.ts';
import { useDesk } from '../desk-context.ts';
import { Brand, Card, Heading, Screen } from './parts.tsx';
import { useCall } from './profile/page-parts.tsx';
import styles from './Screens.module.css';

/** Requests a link that sets a new password. The page shows the same for every user name. */
export function ForgotPassword() {
  const { platform } = useDesk();
  const call = useCall();
  const [userName, setUserName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isBusy = call.state === 'under way';
  function submit() {
    const name = userName.trim();
    setMissing(name === '');
    if (name !== '') void call.run(async () => (await platform.signInCalls()).forgotPassword(name));
  }
  return (
    <Screen>
      <Card>
        <Brand />
        <Heading title="Forgot password">Forgot your password?</Heading>
        {call.state === 'done' ? (
          <p role="status">
            If this user exists and has confirmed a mail address, a link is on its way to it. It sets a new
            password, once, within an hour. Otherwise the administrator can make a link for you.
          </p>
        ) : (
          <form
            className={styles.box}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            <TextField
              label="Username"
              name="username"
              maxLength={64}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              required
              value={userName}
              onChange={setUserName}
              error={isMissing ? 'Username is required' : null}
              hint="A link goes to the address that you have confirmed for notifications"
            />
            <Button type="submit" tone="primary" disabled={isBusy} focusableWhenDisabled>
              Send link
            </Button>
            <div className={styles.row}>
              <div className={styles.error} role="alert">
                {call.error}
              </div>
              {isBusy ? <Spinner label="Sending" /> : null}
            </div>
          </form>
        )}
        <p className={styles.foot}>
          <Link to="/login">Back to the login</Link>
        </p>
      </Card>
    </Screen>
  );
}
