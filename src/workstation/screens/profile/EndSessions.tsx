import { useState } from 'react';
import type { Outcome } from '../../../client/types.ts';
import { Button, Dialog, DialogActions, PasswordField, Spinner } from '../../../ui/index.ts';
import { useSessionState } from '../../desk-context.ts';
import shared from '../Screens.module.css';
import styles from './Profile.module.css';
import { useCall } from './page-parts.tsx';

/** A dialog that ends sessions after the user's password. `end` resolves with the outcome of the call. */
export interface EndSessionsProps {
  readonly title: string;
  /** What will happen. */
  readonly text: string;
  readonly end: (password: string) => Promise<Outcome>;
  /** Called once the sessions have ended, or with false when the user cancels. */
  readonly onClose: (isDone: boolean) => void;
}

/** Requires the password before sessions are ended: an unattended workstation must not be enough to sign its owner out. */
export function EndSessions({ title, text, end, onClose }: EndSessionsProps) {
  const session = useSessionState();
  const call = useCall();
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isBusy = call.state === 'under way';
  async function submit() {
    setMissing(password === '');
    if (password === '') return;
    await call.run(async () => {
      const outcome = await end(password);
      if (outcome.ok) onClose(true);
      return outcome;
    });
  }
  return (
    <Dialog isOpen title={title} width={380} closesOutside={false} onClose={() => onClose(false)}>
      <form
        className={styles.endSessions}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>{text}</p>
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={session.userName ?? ''}
          readOnly
          hidden
        />
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          maxLength={256}
          required
          data-autofocus=""
          value={password}
          onChange={(next) => {
            setPassword(next);
            setMissing(false);
          }}
          error={isMissing ? 'Your password is required' : isBusy ? null : call.error}
        />
        <DialogActions>
          <span className={shared.row} role="status">
            {isBusy ? <Spinner label="Ending" /> : null}
          </span>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button type="submit" tone="danger" disabled={isBusy} focusableWhenDisabled>
            {title}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
