import { RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import {
  Button,
  DialogActions,
  FileButton,
  IconButton,
  IS_APPLE,
  KeyRecorder,
  keyText,
  saveJsonFile,
  TextField,
} from '../../ui/index.ts';
import type { Desk } from '../desk-context.ts';
import styles from './CommandKeysEditor.module.css';
import { readKeysFile, writeKeysFile } from './keys-file.ts';
import { COMMAND_KEY_RULE, recordedCommandKey } from './record-command-key.ts';
import { useCommandKeys, type CommandKeyRow, type CommandKeys } from './use-command-keys.ts';

const FILE_NAME = 'keyboard-shortcuts.json';
const TITLE = 'Change keyboard shortcuts';

/** Opens the editor of the commands' keys. */
export async function openCommandKeys(desk: Desk): Promise<void> {
  let isChanged = false;
  await desk.dialogs.open<never>({
    title: TITLE,
    width: 720,
    content: ({ close }) => (
      <CommandKeysEditor
        desk={desk}
        onChanged={(changed) => (isChanged = changed)}
        onClose={() => close(null)}
      />
    ),
    mayLeave: async () =>
      !isChanged ||
      desk.dialogs.confirm({
        title: TITLE,
        message: 'You have changes of the keyboard shortcuts that are not saved yet. Leave without them?',
        yes: 'Leave',
        no: 'Keep editing',
      }),
  });
}

interface EditorProps {
  readonly desk: Desk;
  readonly onChanged: (isChanged: boolean) => void;
  readonly onClose: () => void;
}

function CommandKeysEditor({ desk, onChanged, onClose }: EditorProps) {
  const keys = useCommandKeys(desk, onChanged);
  const [query, setQuery] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const save = async () => {
    try {
      await keys.save();
      onChanged(false);
      onClose();
    } catch (cause) {
      setFailure(
        cause instanceof Error ? cause.message : 'The keyboard shortcuts were not saved. Try again.',
      );
    }
  };
  return (
    <form
      noValidate
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label="Search commands and keys"
        value={query}
        spellCheck={false}
        onChange={setQuery}
        placeholder={`Part of a title, or a key such as ${keyText('Ctrl+K')}`}
      />
      <KeyTable keys={keys} query={query} />
      <p role="status" className={styles.notice}>
        {keys.notice}
      </p>
      <FileTools keys={keys} />
      {failure === null ? null : (
        <p role="alert" className={styles.problem}>
          {failure}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="primary">
          Save
        </Button>
      </DialogActions>
    </form>
  );
}

const matches = ({ title, group, key }: CommandKeyRow, query: string): boolean =>
  query
    .toLowerCase()
    .split(/\s+/)
    .every((part) => `${group} ${title} ${keyText(key)}`.toLowerCase().includes(part));

function KeyTable({ keys, query }: { readonly keys: CommandKeys; readonly query: string }) {
  const shown = keys.rows.filter((row) => matches(row, query.trim()));
  const inOrder = ['Workstation', 'Windows', ...shown.map(({ group }) => group)];
  const groups = [...new Set(inOrder)].filter((group) => shown.some((row) => row.group === group));
  if (shown.length === 0) return <p className={styles.list}>No command or key matches “{query.trim()}”.</p>;
  return (
    <div className={styles.list}>
      {groups.map((group) => (
        <section key={group} aria-label={group}>
          <h3 className={styles.group}>{group}</h3>
          <ul className={styles.rows}>
            {shown
              .filter((row) => row.group === group)
              .map((row) => (
                <KeyLine key={row.id} row={row} keys={keys} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function KeyLine({ row: { id, title, key, isChosen }, keys }: { row: CommandKeyRow; keys: CommandKeys }) {
  return (
    <li className={styles.row}>
      <span className={isChosen ? styles.chosen : undefined}>{title}</span>
      <KeyRecorder
        label={title}
        value={key}
        rule={COMMAND_KEY_RULE}
        read={(event) => recordedCommandKey(event, IS_APPLE)}
        onRecord={(next) => keys.set(id, next)}
      />
      <IconButton
        label={`Default key of ${title}`}
        disabled={!isChosen}
        focusableWhenDisabled
        onClick={() => keys.reset(id)}
      >
        <RotateCcw size={14} />
      </IconButton>
      <IconButton
        label={`No key for ${title}`}
        disabled={key === ''}
        focusableWhenDisabled
        onClick={() => keys.set(id, null)}
      >
        <X size={14} />
      </IconButton>
    </li>
  );
}

/** Import and export of the chosen keys, with what was wrong with a file, and the defaults of all. */
function FileTools({ keys }: { readonly keys: CommandKeys }) {
  const [messages, setMessages] = useState<readonly string[]>([]);
  const take = async (file: File) => {
    const read = readKeysFile(await file.text().catch(() => ''));
    if (!read.ok) return setMessages([read.error]);
    keys.replace(read.value.keys);
    setMessages(read.value.problems);
  };
  return (
    <div className={styles.tools}>
      <FileButton
        label="File with keyboard shortcuts"
        accept=".json,application/json"
        onChoose={(file) => void take(file)}
      >
        Import…
      </FileButton>
      <Button onClick={() => saveJsonFile(FILE_NAME, writeKeysFile(keys.chosen()))}>Export</Button>
      <Button disabled={!keys.hasChosen} focusableWhenDisabled onClick={() => keys.replace({})}>
        Defaults
      </Button>
      {messages.length === 0 ? null : (
        <ul role="alert" className={styles.messages}>
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
