import { Plus, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { type ToolPlatform, heldSymbols } from '../../../src/plugin-api/index.ts';
import {
  Button,
  Checkbox,
  DialogActions,
  FileButton,
  IconButton,
  isModifierAlone,
  KeyRecorder,
  keyText,
  saveJsonFile,
  TextField,
} from '../../../src/ui/index.ts';
import { DEFAULT_KEYS } from '../hotkey-list.ts';
import { hotkeysOf } from '../hotkeys.ts';
import { keysOfRows } from './key-rows.ts';
import styles from './KeysEditor.module.css';
import { readKeysFile, writeKeysFile } from './keys-file.ts';
import { KEY_RULE, recordedKey } from './record-key.ts';
import { rehearseKey, type Rehearsal } from './rehearse-key.ts';
import { useKeyRows, type KeyRows } from './use-key-rows.ts';

const FILE_NAME = 'order-keys.json';

/** Opens the editor of the order keys. */
export async function openKeysEditor(platform: ToolPlatform): Promise<void> {
  let isChanged = false;
  await platform.dialogs.open<never>({
    title: 'Order keys',
    width: 720,
    content: ({ close }) => (
      <KeysEditor
        platform={platform}
        onChanged={(changed) => (isChanged = changed)}
        onClose={() => close(null)}
      />
    ),
    mayLeave: async () =>
      !isChanged ||
      platform.dialogs.confirm({
        title: 'Order keys',
        message: 'You have changes of the order keys that are not saved yet. Leave without them?',
        yes: 'Leave',
        no: 'Keep editing',
      }),
  });
}

interface KeysEditorProps {
  readonly platform: ToolPlatform;
  readonly onChanged: (isChanged: boolean) => void;
  readonly onClose: () => void;
}

function KeysEditor({ platform, onChanged, onClose }: KeysEditorProps) {
  const keys = useKeyRows(platform, onChanged);
  const test = useKeyTest(platform, keys);
  const [failure, setFailure] = useState<string | null>(null);
  const save = async () => {
    try {
      await keys.save();
      onClose();
    } catch (cause) {
      setFailure(cause instanceof Error ? cause.message : 'The order keys were not saved. Try again.');
    }
  };
  return (
    <form
      noValidate
      className={styles.editor}
      onKeyDown={test.onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        if (keys.canSave) void save();
      }}
    >
      <p className={styles.lead}>
        Write what each key does: <kbd>Buy 100 at ask + 0.02 IOC</kbd>,{' '}
        <kbd>Sell half of position at bid</kbd>, <kbd>Buy $5000 at mid</kbd>, <kbd>Stop to break-even</kbd>,{' '}
        <kbd>Flatten symbol</kbd>, <kbd>Reverse position</kbd>, <kbd>Cancel all</kbd>.
      </p>
      <KeyList keys={keys} />
      <div className={styles.tools}>
        <Button onClick={keys.add} disabled={!keys.canAdd} focusableWhenDisabled>
          <Plus size={14} aria-hidden /> Add key
        </Button>
        <KeysFileButtons keys={keys} />
        <Button onClick={() => keys.replace(DEFAULT_KEYS)}>Defaults</Button>
      </div>
      <div className={styles.test}>
        <Checkbox
          label="Test mode: a press shows its order and sends nothing"
          isChecked={test.isOn}
          onChange={test.set}
        />
        <output className={styles.rehearsal} data-acts={test.shown?.wouldAct}>
          {test.isOn ? (test.shown?.text ?? 'Press an order key outside of the fields.') : ''}
        </output>
      </div>
      {failure === null ? null : (
        <p role="alert" className={styles.problem}>
          {failure}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={!keys.canSave} focusableWhenDisabled>
          Save
        </Button>
      </DialogActions>
    </form>
  );
}

function KeyList({ keys: { rows, problems, change, remove } }: { readonly keys: KeyRows }) {
  const list = useRef<HTMLUListElement>(null);
  const placeFocus = useLineFocus(list, rows);
  if (rows.length === 0)
    return (
      <p className={styles.lead} ref={placeFocus.whenEmpty} tabIndex={-1}>
        There is no order key.
      </p>
    );
  return (
    <ul ref={list} className={styles.list} aria-label="Order keys">
      {rows.map(({ id, key, text }, index) => (
        <li key={id} className={styles.row}>
          <KeyRecorder
            label={`Key ${index + 1}`}
            value={key}
            problem={problems[index]?.key ?? null}
            rule={KEY_RULE}
            read={recordedKey}
            onRecord={(next) => change(id, { key: next })}
          />
          <TextField
            label={`Order of key ${index + 1}`}
            isLabelHidden
            value={text}
            spellCheck={false}
            onChange={(next) => change(id, { text: next })}
            error={problems[index]?.text ?? null}
          />
          <IconButton
            label={`Remove key ${index + 1}`}
            onClick={() => {
              placeFocus.afterRemoval(index);
              remove(id);
            }}
          >
            <X size={14} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

/**
 * Where the focus is after the number of lines changes: an added line is filled in next, so its key has it. A removed line leaves it to the removal of the line that takes its place, or
 * of the last one.
 */
function useLineFocus(list: { readonly current: HTMLUListElement | null }, rows: KeyRows['rows']) {
  const known = useRef(rows);
  const removed = useRef<number | null>(null);
  useLayoutEffect(() => {
    const [before, index] = [known.current, removed.current];
    known.current = rows;
    removed.current = null;
    const lines = list.current?.children;
    if (!lines) return;
    const last = rows.length - 1;
    // The default keys and those of a file replace all lines, and leave the focus where it is.
    const isAdded = last === before.length && rows[last - 1]?.id === before[last - 1]?.id;
    if (index !== null) lastButtonOf(lines[Math.min(index, last)])?.focus();
    else if (isAdded) lines[last]?.querySelector('button')?.focus();
  }, [list, rows]);
  return {
    afterRemoval: (index: number) => (removed.current = index),
    /** The text that is shown without lines has the focus after the last line is removed. */
    whenEmpty: (shown: HTMLElement | null): void => {
      if (removed.current !== null) shown?.focus();
    },
  };
}

const lastButtonOf = (line: Element | undefined): HTMLElement | null | undefined =>
  [...(line?.querySelectorAll('button') ?? [])].at(-1);

/** Import and export of all keys, with what was wrong with a file. */
function KeysFileButtons({ keys }: { readonly keys: KeyRows }) {
  const [messages, setMessages] = useState<readonly string[]>([]);
  const take = async (file: File) => {
    const read = readKeysFile(await file.text().catch(() => ''));
    if (!read.ok) return setMessages([read.error]);
    keys.replace(read.value.keys);
    setMessages(read.value.problems);
  };
  return (
    <>
      <FileButton
        label="File with order keys"
        accept=".json,application/json"
        onChoose={(file) => void take(file)}
      >
        Import…
      </FileButton>
      <Button onClick={() => saveJsonFile(FILE_NAME, writeKeysFile(keysOfRows(keys.rows)))}>Export</Button>
      {messages.length === 0 ? null : (
        <ul role="alert" className={styles.messages}>
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </>
  );
}

interface KeyTest {
  readonly isOn: boolean;
  readonly shown: Rehearsal | null;
  readonly set: (isOn: boolean) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The test mode: a press of a key outside of the fields shows what it would do. */
function useKeyTest(platform: ToolPlatform, { rows }: KeyRows): KeyTest {
  const [isOn, setOn] = useState(false);
  const [shown, setShown] = useState<Rehearsal | null>(null);
  const { symbols } = platform;
  const held = heldSymbols(platform).join(' ');
  // A share of the account value needs the prices of what is held.
  useEffect(() => (isOn && held !== '' ? symbols.watch(held.split(' ')) : undefined), [symbols, isOn, held]);
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, nativeEvent } = event;
    if (!isOn || event.repeat || isModifierAlone(nativeEvent)) return;
    // By its type: a check box takes no text. Elements may belong to another browser window, so `instanceof` cannot be used.
    if ('type' in target && target.type === 'text') return;
    const key = recordedKey(nativeEvent);
    if (!key.ok) return;
    event.preventDefault();
    const row = rows.find((each) => each.key === key.value);
    const name = keyText(key.value);
    if (row === undefined) return setShown({ wouldAct: false, text: `${name} is no order key` });
    const { target: aim } = hotkeysOf(platform).get();
    const { wouldAct, text } = rehearseKey(platform, aim, row.text);
    setShown({ wouldAct, text: `${name}: ${text}` });
  };
  const set = (next: boolean) => {
    setOn(next);
    setShown(null);
  };
  return { isOn, shown, set, onKeyDown };
}
