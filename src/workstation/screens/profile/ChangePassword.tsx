import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Button, PasswordField, Spinner } from '../../../ui/index.ts';
import { useDesk, useSessionState } from '../../desk-context.ts';
import { NotInDemo } from '../NotInDemo.tsx';
import { onEscape } from '../parts.tsx';
import styles from '../Screens.module.css';
import { Done } from './Done.tsx';
import { BACK_TO_PROFILE, Page, PROFILE_PATH, useCall } from './page-parts.tsx';

const TITLE = 'Change password';

/** Current, new and repeated password; the server judges the first two. */
export function ChangePassword() {
  const { platform } = useDesk();
  const session = useSessionState();
  const navigate = useNavigate();
  const call = useCall();
  const form = useRef<HTMLFormElement>(null);
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [repeated, setRepeated] = useState('');
  const [isValidated, setValidated] = useState(false);
  const [hasLeftLast, setLeftLast] = useState(false);
  if (session.isDemo) return <NotInDemo title={TITLE} what="Changing the password" back={BACK_TO_PROFILE} />;
  if (call.state === 'done') return <Done title={TITLE} text="Password changed successfully" />;
  const isBusy = call.state === 'under way';
  const missing = (value: string, text: string) => (isValidated && value === '' ? text : null);
  const mismatch =
    repeated !== '' && repeated !== next && (isValidated || hasLeftLast)
      ? 'Does not match new password'
      : missing(repeated, 'Must match New password');
  function submit() {
    setValidated(true);
    const wrong = current === '' ? 'current' : next === '' ? 'new' : repeated !== next ? 'confirm' : null;
    if (wrong !== null) form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
    else void call.run(() => platform.user.changePassword(current, next));
  }
  return (
    <Page title={TITLE} back={BACK_TO_PROFILE}>
      <form
        ref={form}
        className={styles.form}
        noValidate
        data-validated={isValidated}
        onKeyDown={onEscape(() => void navigate(PROFILE_PATH))}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={session.userName ?? ''}
          readOnly
          hidden
        />
        <PasswordField
          label="Current password"
          maxLength={256}
          name="current"
          autoComplete="current-password"
          required
          value={current}
          onChange={setCurrent}
          error={missing(current, 'Current password is required')}
        />
        <PasswordField
          label="New password"
          maxLength={256}
          name="new"
          autoComplete="new-password"
          required
          value={next}
          onChange={setNext}
          error={missing(next, 'New password is required')}
        />
        <PasswordField
          label="Confirm password"
          maxLength={256}
          name="confirm"
          autoComplete="new-password"
          required
          value={repeated}
          onChange={setRepeated}
          onBlur={() => setLeftLast(true)}
          error={mismatch}
          hint="Must match New password"
        />
        <div className={styles.row}>
          <div className={styles.error} role="alert">
            {call.error}
          </div>
          <span className={styles.row} role="status">
            {isBusy ? (
              <>
                <Spinner label="Changing the password" />
                Changing password...
              </>
            ) : null}
          </span>
        </div>
        <div className={styles.inBox}>
          <Link className={styles.secondaryLink} to={PROFILE_PATH}>
            Cancel
          </Link>
          <Button type="submit" tone="primary" disabled={isBusy} focusableWhenDisabled>
            {TITLE}
          </Button>
        </div>
      </form>
    </Page>
  );
}
