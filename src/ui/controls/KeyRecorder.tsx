import { useState, type KeyboardEvent } from 'react';
import { classNames } from '../class-names.ts';
import { keyText } from '../key-text.ts';
import styles from './KeyRecorder.module.css';

/** A key in tinykeys syntax, or why a press cannot be used. */
export type RecordedKey =
  { readonly ok: true; readonly value: string } | { readonly ok: false; readonly error: string };

/** A button that records the next press as a key. */
export interface KeyRecorderProps {
  /** Accessible name, such as `Key 1`. */
  readonly label: string;
  /** The key in tinykeys syntax; empty = none. */
  readonly value: string;
  /** What is wrong with the key that is there; null = nothing. */
  readonly problem?: string | null;
  /** Which keys may be pressed, as a request without a full stop. */
  readonly rule: string;
  readonly read: (event: globalThis.KeyboardEvent) => RecordedKey;
  readonly onRecord: (key: string) => void;
}

/** True while only modifiers are held: the key itself is still to come. */
export const isModifierAlone = ({ code }: Pick<globalThis.KeyboardEvent, 'code'>): boolean =>
  /^(?:Alt|Control|Meta|Shift|OS)(?:Left|Right)?$/.test(code);

/** A button that records the next press as a key. Escape or leaving it keeps the key that was there. */
export function KeyRecorder({ label, value, problem = null, rule, read, onRecord }: KeyRecorderProps) {
  const [isRecording, setRecording] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const stop = () => {
    setRecording(false);
    setRefusal(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isRecording || event.key === 'Tab') return;
    event.preventDefault();
    // Escape would close the dialog, and what is around the button would use the key.
    event.stopPropagation();
    if (event.key === 'Escape') return stop();
    if (isModifierAlone(event.nativeEvent)) return;
    const key = read(event.nativeEvent);
    if (!key.ok) return setRefusal(key.error);
    stop();
    onRecord(key.value);
  };
  const shown = value === '' ? 'No key' : keyText(value);
  const message = isRecording ? (refusal ?? `${rule}.`) : problem;
  return (
    <div className={styles.recorder}>
      <button
        type="button"
        className={classNames(styles.key, value === '' && styles.none, isRecording && styles.recording)}
        aria-label={`${label}: ${isRecording ? 'press a key' : shown}`}
        aria-invalid={problem !== null}
        // Before the click: the text below a recorder that loses the focus goes, and this button with it.
        onPointerDown={() => setRecording(true)}
        onClick={() => setRecording(true)}
        onKeyDown={onKeyDown}
        onBlur={stop}
      >
        {isRecording ? 'Press a key…' : shown}
      </button>
      {message === null ? null : (
        <span role="alert" className={isRecording && refusal === null ? styles.hint : styles.problem}>
          {message}
        </span>
      )}
    </div>
  );
}
