import { useState, type FormEvent, type ReactNode } from 'react';
import type { ToolWindow } from '../../src/plugin-api/index.ts';
import { Button, TextField } from '../../src/ui/index.ts';
import styles from './MarketView.module.css';
import type { MarketViewState } from './state.ts';
import { addSymbol } from './symbols.ts';

/** Type a symbol, Enter adds it; what is wrong with it stands beside the field. */
export function AddSymbolField({ window, children }: { readonly window: ToolWindow<MarketViewState>; readonly children?: ReactNode }) {
  const [typed, setTyped] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isAdding) return;
    setAdding(true);
    const problem = await addSymbol(window, typed);
    setAdding(false);
    setMessage(problem);
    if (problem === null) setTyped('');
  };
  const change = (text: string) => {
    setTyped(text.toUpperCase());
    setMessage(null);
  };

  return (
    <form className={styles.add} onSubmit={(event) => { void submit(event); }}>
      <div className={styles.addField}>
        <TextField label="Add symbol" isLabelHidden placeholder="Add symbol" value={typed} onChange={change} maxLength={23} spellCheck={false} aria-invalid={message !== null} />
      </div>
      <Button type="submit" tone="quiet" disabled={typed.trim() === ''}>Add</Button>
      <span role="status" className={isAdding ? styles.progress : styles.problem}>{isAdding ? 'Looking up…' : (message ?? '')}</span>
      {children}
    </form>
  );
}
