import { useEffect, useId, useRef, useState } from 'react';
import { MAX_NOTE } from './notes.ts';
import styles from './TradeJournal.module.css';

/** A note is stored this long after the last key, ms, and when the field is left. */
const SAVE_PAUSE_MS = 1_500;

/** The text of a note, which is stored by itself. What another machine writes appears while nothing is typed here. */
export function NoteField({
  text,
  onChange,
}: {
  readonly text: string;
  readonly onChange: (text: string) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const pending = useRef<{ text: string | null; save: () => void }>({ text: null, save: () => {} });
  pending.current = {
    text: typed,
    save: () => {
      if (typed !== null && typed !== text) onChange(typed);
      setTyped(null);
    },
  };
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(() => pending.current.save(), SAVE_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  // Another trip is chosen, or the window is closed.
  useEffect(
    () => () => {
      pending.current.save();
    },
    [],
  );
  const shown = typed ?? text;
  return (
    <div className={styles.note}>
      <label htmlFor={id}>Note</label>
      <textarea
        id={id}
        className={styles.noteText}
        value={shown}
        maxLength={MAX_NOTE}
        rows={6}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => pending.current.save()}
      />
      <span className={styles.hint} role="status">
        {typed !== null && typed !== text
          ? 'Saving…'
          : `${shown.length.toLocaleString('en-US')} of ${MAX_NOTE.toLocaleString('en-US')} characters`}
      </span>
    </div>
  );
}
