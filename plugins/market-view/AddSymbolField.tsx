import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { pastedList, type ToolWindow } from '../../src/plugin-api/index.ts';
import { Button, TextField } from '../../src/ui/index.ts';
import styles from './MarketView.module.css';
import type { MarketViewState } from './state.ts';
import { addTyped } from './symbols.ts';

/** Type a symbol, or several with any separators, Enter adds them; what is wrong with it stands beside the field. */
export function AddSymbolField({
  window,
  children,
}: {
  readonly window: ToolWindow<MarketViewState>;
  readonly children?: ReactNode;
}) {
  const [typed, setTyped] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const [adding, setAdding] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const last = useRef<Promise<void>>(Promise.resolve());

  const add = async (entered: string) => {
    const refusal = await addTyped(window, entered);
    setAdding((count) => count - 1);
    if (refusal === null) return;
    const { left: text, message: problem } = refusal;
    // A refused text returns to the field for correction, unless the next one is being typed already. It is selected, so that typing replaces it.
    const isFree = field.current?.value === '';
    flushSync(() => {
      if (isFree) setTyped(text);
      setMessage(isFree || refusal.isList ? problem : `${text}: ${problem}`);
    });
    if (isFree) field.current?.select();
  };
  /** Enter takes the text of that moment, however fast the next one is typed; the symbols are added in that order. */
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = typed.trim();
    if (text === '') return;
    setTyped('');
    setMessage(null);
    setAdding((count) => count + 1);
    last.current = last.current.then(() => add(text));
  };
  const change = (text: string) => {
    setTyped(text.toUpperCase());
    setMessage(null);
  };

  return (
    <form className={styles.add} onSubmit={submit}>
      <div className={styles.addField}>
        <TextField
          ref={field}
          label="Add symbol"
          isLabelHidden
          placeholder="Add symbol"
          value={typed}
          onChange={change}
          onPaste={(event) => {
            const pasted = pastedList(event.clipboardData);
            if (pasted !== null) event.preventDefault();
            if (pasted !== null) change(pasted);
          }}
          spellCheck={false}
          aria-invalid={message !== null}
        />
      </div>
      <Button type="submit" tone="quiet" disabled={typed.trim() === ''}>
        Add
      </Button>
      <span role="status" className={message === null ? styles.progress : styles.problem}>
        {message ?? (adding > 0 ? 'Looking up…' : '')}
      </span>
      {children}
    </form>
  );
}
