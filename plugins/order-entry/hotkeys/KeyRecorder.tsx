import { useState, type KeyboardEvent } from 'react';
import { classNames, keyText } from '../../../src/ui/index.ts';
import styles from './KeysEditor.module.css';
import { isModifierAlone, KEY_RULE, recordedKey } from './record-key.ts';

interface KeyRecorderProps {
  /** Accessible name, such as `Key 1`. */
  readonly label: string;
  readonly value: string;
  readonly problem: string | null;
  readonly onRecord: (key: string) => void;
}

/** A button that records the next press as a key. Escape or leaving it keeps the key that was there. */
export function KeyRecorder({ label, value, problem, onRecord }: KeyRecorderProps) {
  const [isRecording, setRecording] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const stop = () => {
    setRecording(false);
    setRefusal(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isRecording || event.key === 'Tab') return;
    event.preventDefault();
    // Escape would close the dialog, and a test would take the key.
    event.stopPropagation();
    if (event.key === 'Escape') return stop();
    if (isModifierAlone(event.nativeEvent)) return;
    const key = recordedKey(event.nativeEvent);
    if (!key.ok) return setRefusal(key.error);
    stop();
    onRecord(key.value);
  };
  const shown = value === '' ? 'No key' : keyText(value);
  const message = isRecording ? (refusal ?? `${KEY_RULE}.`) : problem;
  return (
    <div className={styles.recorder}>
      <button
        type="button"
        className={classNames(styles.key, isRecording && styles.recording)}
        aria-label={`${label}: ${isRecording ? 'press a key' : shown}`}
        aria-invalid={problem !== null}
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
