import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { PasswordField } from '../../../ui/index.ts';
import { useDesk, useSessionState } from '../../desk-context.ts';
import { NotInDemo } from '../NotInDemo.tsx';
import { onEscape } from '../parts.tsx';
import styles from './Profile.module.css';
import { Done } from './Done.tsx';
import { invalidNewPassword, NewPasswordFields, type NewPassword } from './NewPasswordFields.tsx';
import { BACK_TO_PROFILE, FormFoot, Page, PROFILE_PATH, useCall } from './page-parts.tsx';

const TITLE = 'Change password';

/** Current, new and repeated password; the server judges the first two. */
export function ChangePassword() {
  const { platform } = useDesk();
  const session = useSessionState();
  const navigate = useNavigate();
  const call = useCall();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Passwords>({ current: '', next: '', repeated: '' });
  const change = (part: Partial<Passwords>) => setValues({ ...values, ...part });
  const [isValidated, setValidated] = useState(false);
  if (session.isDemo)
    return <NotInDemo title={TITLE} action="Changing the password" back={BACK_TO_PROFILE} />;
  if (call.state === 'done') return <PasswordChanged />;
  function submit() {
    setValidated(true);
    const invalid = values.current === '' ? 'current' : invalidNewPassword(values);
    if (invalid !== null) form.current?.querySelector<HTMLInputElement>(`[name="${invalid}"]`)?.focus();
    else void call.run(() => platform.user.changePassword(values.current, values.next));
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
        <PasswordFields values={values} change={change} isValidated={isValidated} />
        <FormFoot
          call={call}
          submit={TITLE}
          progress="Changing password..."
          progressLabel="Changing the password"
        />
      </form>
    </Page>
  );
}

/** API keys stay valid with a new password; a user who suspects that the old one was known needs their list. */
function PasswordChanged() {
  return (
    <Done title={TITLE} text="Password changed successfully">
      <p>
        Your API keys stay valid. <Link to="/ApiKeys">Review or revoke API keys</Link>
      </p>
    </Done>
  );
}

interface Passwords extends NewPassword {
  readonly current: string;
}

interface PasswordFieldsProps {
  readonly values: Passwords;
  readonly change: (part: Partial<Passwords>) => void;
  /** True once the form was sent: missing entries are marked from then on. */
  readonly isValidated: boolean;
}

function PasswordFields({ values, change, isValidated }: PasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label="Current password"
        maxLength={256}
        name="current"
        autoComplete="current-password"
        required
        value={values.current}
        onChange={(value) => change({ current: value })}
        error={isValidated && values.current === '' ? 'Current password is required' : null}
      />
      <NewPasswordFields values={values} change={change} isValidated={isValidated} />
    </>
  );
}
