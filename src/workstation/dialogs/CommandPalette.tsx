import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { CommandRegistry } from '../../plugin-api/types.ts';
import { TextField } from '../../ui/index.ts';
import styles from './Dialogs.module.css';

export interface CommandPaletteProps {
  readonly commands: CommandRegistry;
  readonly windowId: string | null;
  readonly onRun: (id: string) => void;
}

/** `$mod+Shift+k` as people read it: `Ctrl+Shift+K`. */
function keyText(key: string): string {
  return key
    .split('+')
    .map((part) => (part === '$mod' ? 'Ctrl' : part.length === 1 ? part.toUpperCase() : part))
    .join('+');
}

/** Every command that can run now, found by typing. */
export function CommandPalette({ commands, windowId, onRun }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const all = useMemo(
    () =>
      commands.all().filter((command) => command.isEnabled?.(windowId === null ? {} : { windowId }) ?? true),
    [commands, windowId],
  );
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter((command) =>
    words.every((word) => `${command.title} ${command.id}`.toLowerCase().includes(word)),
  );
  const at = Math.min(chosen, found.length - 1);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const next = Math.min(found.length - 1, Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1)));
    setChosen(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  }
  return (
    <form
      className={styles.lookup}
      onSubmit={(event) => {
        event.preventDefault();
        const command = found[at];
        if (command) onRun(command.id);
      }}
    >
      <div className={styles.lookupRow}>
        <TextField
          label="Command"
          isLabelHidden
          value={query}
          onChange={(text) => {
            setQuery(text);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
          placeholder="Type a command"
          autoFocus
          spellCheck={false}
          role="combobox"
          aria-expanded
          aria-controls="command-list"
          aria-activedescendant={at < 0 ? undefined : `command-${at}`}
        />
      </div>
      <ul ref={list} id="command-list" role="listbox" aria-label="Commands" className={styles.results}>
        {found.map((command, index) => (
          <li
            key={command.id}
            id={`command-${index}`}
            role="option"
            aria-selected={index === at}
            className={styles.command}
            onClick={() => onRun(command.id)}
          >
            <span>{command.title}</span>
            <small>{command.key === undefined ? '' : keyText(command.key)}</small>
          </li>
        ))}
      </ul>
      <div className={styles.note} role="status">
        {found.length === 0 ? 'No command matches.' : `${found.length} commands`}
      </div>
    </form>
  );
}
