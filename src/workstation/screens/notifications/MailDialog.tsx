import { useState } from 'react';
import type { NotificationCalls, Outcome } from '../../../client/types.ts';
import { Button, Dialog, DialogActions, Spinner, TextField } from '../../../ui/index.ts';
import { useDesk } from '../../desk-context.ts';
import { useCall } from '../profile/page-parts.tsx';
import shared from '../Screens.module.css';
import styles from './Notifications.module.css';

const MAX_ADDRESS_CHARS = 254;
const CODE_PATTERN = /^\d{6}$/;

interface Step {
  readonly field: 'address' | 'code';
  readonly label: string;
  readonly hint: string;
  readonly submit: string;
  readonly busy: string;
  /** Why the text cannot be sent; null = it can. */
  readonly problemOf: (text: string) => string | null;
  readonly send: (calls: NotificationCalls, text: string) => Promise<Outcome>;
}

const ADDRESS: Step = {
  field: 'address',
  label: 'Mail address',
  hint: 'A code is mailed to it.',
  submit: 'Send code',
  busy: 'Sending the code',
  problemOf: (text) => (text === '' ? 'Enter a mail address' : null),
  send: (calls, text) => calls.setMail(text),
};
const CODE: Step = {
  field: 'code',
  label: 'Code',
  hint: 'The six digits of the mail. They are valid for 15 minutes.',
  submit: 'Confirm',
  busy: 'Confirming',
  problemOf: (text) => (CODE_PATTERN.test(text) ? null : 'Enter the six digits of the mail'),
  send: (calls, text) => calls.confirmMail(text),
};

/** Sets up a mail address in two steps: the address, and the code that is mailed to it. */
export function MailDialog({
  isCodeSent,
  onClose,
}: {
  /** Begins with the second step. */
  readonly isCodeSent: boolean;
  readonly onClose: () => void;
}) {
  const [step, setStep] = useState(isCodeSent ? CODE : ADDRESS);
  return (
    <Dialog isOpen title="Mail" width={420} closesOutside={false} onClose={onClose}>
      <StepForm
        key={step.field}
        step={step}
        onCancel={onClose}
        onDone={() => (step === ADDRESS ? setStep(CODE) : onClose())}
      />
    </Dialog>
  );
}

function StepForm({
  step,
  onCancel,
  onDone,
}: {
  readonly step: Step;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}) {
  const { platform } = useDesk();
  const call = useCall();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const isBusy = call.state === 'under way';
  async function submit() {
    const text = typed.trim();
    setProblem(step.problemOf(text));
    if (step.problemOf(text) !== null) return;
    await call.run(async () => {
      const outcome = await step.send(await platform.notifications(), text);
      if (outcome.ok) onDone();
      return outcome;
    });
  }
  return (
    <form
      className={styles.dialog}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label={step.label}
        name={step.field}
        type={step.field === 'address' ? 'email' : 'text'}
        inputMode={step.field === 'address' ? 'email' : 'numeric'}
        autoComplete={step.field === 'address' ? 'email' : 'one-time-code'}
        maxLength={MAX_ADDRESS_CHARS}
        autoFocus
        data-autofocus=""
        hint={step.hint}
        value={typed}
        onChange={(next) => {
          setTyped(next);
          setProblem(null);
        }}
        error={problem ?? (isBusy ? null : call.error)}
      />
      <DialogActions>
        <span className={shared.row} role="status">
          {isBusy ? <Spinner label={step.busy} /> : null}
        </span>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={isBusy} focusableWhenDisabled>
          {step.submit}
        </Button>
      </DialogActions>
    </form>
  );
}
