import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { CommandRegistry } from '../../plugin-api/types.ts';
import { keyText, TextField } from '../../ui/index.ts';
import { searchCommands } from './command-search.ts';
import styles from './Dialogs.module.css';

/** `windowId` is the window whose commands are offered with the shell's; null without one. */
export interface CommandPaletteProps {
  readonly commands: CommandRegistry;
  readonly windowId: string | null;
  /** Ids of the commands used last, the newest first. */
  readonly recent: readonly string[];
  readonly onRun: (id: string) => void;
}

/** The title with the letters that matched marked. */
function MarkedTitle({ title, matched }: { readonly title: string; readonly matched: readonly number[] }) {
  const marked = new Set(matched);
  return (
    <span>
      {Array.from({ length: title.length }, (_, at) =>
        marked.has(at) ? <mark key={at}>{title[at]}</mark> : title[at],
      )}
    </span>
  );
}

/** Every command that can run now, found by typing. */
export function CommandPalette({ commands, windowId, recent, onRun }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const all = useMemo(
    () =>
      commands.all().filter((command) => command.isEnabled?.(windowId === null ? {} : { windowId }) ?? true),
    [commands, windowId],
  );
  const found = useMemo(() => searchCommands(all, query, recent), [all, query, recent]);
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
        const choice = found[at];
        if (choice !== undefined) onRun(choice.command.id);
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
        {found.map((match, index) => (
          <CommandOption
            key={match.command.id}
            match={match}
            index={index}
            isChosen={index === at}
            showsRecent={query.trim() === ''}
            onRun={onRun}
          />
        ))}
      </ul>
      <div className={styles.note} role="status">
        {foundText(found.length)}
      </div>
    </form>
  );
}

interface CommandOptionProps {
  readonly match: ReturnType<typeof searchCommands>[number];
  readonly index: number;
  readonly isChosen: boolean;
  /** True while nothing is typed: commands used lately are marked. */
  readonly showsRecent: boolean;
  readonly onRun: (id: string) => void;
}

function CommandOption({ match, index, isChosen, showsRecent, onRun }: CommandOptionProps) {
  const { command, matched, isRecent } = match;
  return (
    <li
      id={`command-${index}`}
      role="option"
      aria-selected={isChosen}
      className={styles.command}
      onClick={() => onRun(command.id)}
    >
      <MarkedTitle title={command.title} matched={matched} />
      <small>
        {isRecent && showsRecent ? <span className={styles.recent}>Recent</span> : null}
        {command.key === undefined ? '' : keyText(command.key)}
      </small>
    </li>
  );
}

function foundText(count: number): string {
  if (count === 0) return 'No command matches.';
  return count === 1 ? '1 command' : `${count} commands`;
}
