import { useEffect, useState } from 'react';
import {
  Button,
  Checkbox,
  copyText,
  Dialog,
  DialogActions,
  PasswordField,
  Select,
  Spinner,
  TextField,
} from '../../../ui/index.ts';
import { useDesk, useSessionState } from '../../desk-context.ts';
import shared from '../Screens.module.css';
import type { ActionField, AdminAction } from './admin-action.ts';
import styles from './Administration.module.css';

const MAX_CHARS = 256;
/** The result of a command takes the place of its form. */
const DIALOG_PX = 520;

/** The entries of an action, the administrator's password, and then what the command printed. `onClose` receives whether it was run. */
export function CommandDialog({
  action,
  onClose,
}: {
  readonly action: AdminAction;
  readonly onClose: (isDone: boolean) => void;
}) {
  const form = useCommandForm(action);
  if (form.lines !== null)
    return <CommandResult title={action.title} lines={form.lines} onClose={() => onClose(true)} />;
  return (
    <Dialog
      isOpen
      title={action.title}
      width={DIALOG_PX}
      closesOutside={false}
      onClose={() => onClose(false)}
    >
      <form
        className={styles.dialog}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <p>{action.text}</p>
        {(action.fields ?? []).map((field) => (
          <Entry
            key={field.name}
            field={field}
            value={form.values[field.name] ?? ''}
            error={form.missing.includes(field.name) ? `${field.label} is required` : null}
            onChange={(value) => form.setValue(field.name, value)}
          />
        ))}
        <Presence form={form} />
        {form.error === null ? null : (
          <p className={shared.error} role="alert">
            {form.error}
          </p>
        )}
        <DialogActions>
          <span className={shared.row} role="status">
            {form.isBusy ? <Spinner label="Working" /> : null}
          </span>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button
            type="submit"
            tone={action.isDestructive ? 'danger' : 'primary'}
            disabled={form.isBusy}
            focusableWhenDisabled
          >
            {action.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type CommandForm = ReturnType<typeof useCommandForm>;

function useCommandForm(action: AdminAction) {
  const { platform } = useDesk();
  const fields = action.fields ?? [];
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map(({ name, value = '' }) => [name, value])),
  );
  const [presence, setPresence] = useState({ password: '', code: '' });
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [error, setError] = useState<string | null>(null);
  const [lines, setLines] = useState<readonly string[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const hasFactor = useHasFactor();
  async function submit() {
    const trimmed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]));
    const empty = [
      ...fields.filter(({ name, isOptional }) => !isOptional && trimmed[name] === '').map(({ name }) => name),
      ...(presence.password === '' ? ['password'] : []),
      ...(hasFactor && presence.code.trim() === '' ? ['code'] : []),
    ];
    setMissing(empty);
    if (isBusy || empty.length > 0) return;
    setBusy(true);
    setError(null);
    const calls = await platform.administration();
    const outcome = await calls.run(action.command(trimmed), { ...presence, code: presence.code.trim() });
    setBusy(false);
    // A code is accepted once.
    setPresence((present) => ({ ...present, code: '' }));
    if (outcome.ok) setLines(outcome.lines);
    else setError(outcome.message);
  }
  return {
    values,
    presence,
    missing,
    error,
    lines,
    isBusy,
    hasFactor,
    submit,
    setPresence,
    setValue: (name: string, value: string) => setValues((present) => ({ ...present, [name]: value })),
  };
}

/** Whether a command needs a code, too. */
function useHasFactor(): boolean {
  const { credentials } = useDesk().platform;
  const [hasFactor, setHasFactor] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void credentials.secondFactor().then((loaded) => {
      if (isCurrent && loaded.ok) setHasFactor(loaded.value.sinceMs !== null);
    });
    return () => {
      isCurrent = false;
    };
  }, [credentials]);
  return hasFactor;
}

function Presence({ form }: { readonly form: CommandForm }) {
  const { userName } = useSessionState();
  const { presence, setPresence, missing } = form;
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={userName ?? ''} readOnly hidden />
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        maxLength={MAX_CHARS}
        required
        value={presence.password}
        onChange={(password) => setPresence((present) => ({ ...present, password }))}
        error={missing.includes('password') ? 'Your password is required' : null}
      />
      {form.hasFactor ? (
        <TextField
          label="Code"
          name="code"
          maxLength={64}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={presence.code}
          onChange={(code) => setPresence((present) => ({ ...present, code }))}
          error={missing.includes('code') ? 'A code is required' : null}
        />
      ) : null}
    </>
  );
}

interface EntryProps {
  readonly field: ActionField;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
}

function Entry({ field: { name, label, kind, options = [], hint }, value, error, onChange }: EntryProps) {
  if (kind === 'choice')
    return (
      <Select label={label} name={name} value={value} options={options} onChange={onChange} error={error} />
    );
  if (kind === 'text')
    return (
      <TextField
        label={label}
        name={name}
        maxLength={MAX_CHARS}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={onChange}
        error={error}
        {...(hint === undefined ? {} : { hint })}
      />
    );
  const chosen = value.split(',').filter((part) => part !== '');
  return (
    <fieldset className={styles.checks}>
      <legend>{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          isChecked={chosen.includes(option.value)}
          onChange={(isChecked) =>
            onChange(
              options
                .map((each) => each.value)
                .filter((each) => (each === option.value ? isChecked : chosen.includes(each)))
                .join(','),
            )
          }
        />
      ))}
    </fieldset>
  );
}

/** What a command printed: links and passwords are in it, which are shown only now. */
function CommandResult({
  title,
  lines,
  onClose,
}: {
  readonly title: string;
  readonly lines: readonly string[];
  readonly onClose: () => void;
}) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Dialog isOpen title={title} width={DIALOG_PX} closesOutside={false} onClose={onClose}>
      <div className={styles.dialog}>
        <div className={styles.result} role="status">
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        <DialogActions>
          <Button onClick={() => void copyText(document, lines.join('\n')).then(setCopied)}>
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
          <Button tone="primary" data-autofocus="" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
