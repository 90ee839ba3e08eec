import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Platform } from '../../client/types.ts';
import type { Command } from '../../plugin-api/types.ts';
import { keyText, TextField } from '../../ui/index.ts';
import { searchCommands, type FoundCommand } from './command-search.ts';
import styles from './Dialogs.module.css';
import { useSymbolSearch, type SymbolMatches } from './use-symbol-search.ts';

/** Symbols listed at most: the lookup dialog has more. */
const MAX_SYMBOLS = 8;

/** What the user has chosen: a command or place by its id, or a symbol to show. */
export type PaletteChoice =
  { readonly kind: 'command'; readonly id: string } | { readonly kind: 'symbol'; readonly symbol: string };

/** What the palette offers. */
export interface CommandPaletteProps {
  /** The commands that can run now. */
  readonly commands: readonly Command[];
  /** Workspaces and windows, which are found by typing only. */
  readonly places: readonly Command[];
  readonly symbols: Platform['symbols'];
  /** Ids of the commands used last, the newest first. */
  readonly recent: readonly string[];
  readonly onChoose: (choice: PaletteChoice) => void;
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

/** A line of the list. */
interface Line {
  readonly key: string;
  readonly text: ReactNode;
  readonly note: ReactNode;
  readonly choice: PaletteChoice;
}

function commandLine({ command, matched, isRecent }: FoundCommand, showsRecent: boolean): Line {
  return {
    key: command.id,
    text: <MarkedTitle title={command.title} matched={matched} />,
    note: (
      <>
        {isRecent && showsRecent ? <span className={styles.recent}>Recent</span> : null}
        {command.key === undefined ? '' : keyText(command.key)}
      </>
    ),
    choice: { kind: 'command', id: command.id },
  };
}

const symbolLine = ({ Symbol: symbol, Info }: SymbolMatches[number]): Line => ({
  key: `symbol ${symbol}`,
  text: `Show ${symbol}`,
  note: Info,
  choice: { kind: 'symbol', symbol },
});

/** The lines for what was typed: commands and places, the best first, then symbols as the server finds them. */
function useLines(
  { commands, places, symbols, recent }: Omit<CommandPaletteProps, 'onChoose'>,
  query: string,
) {
  const isEmpty = query.trim() === '';
  const found = useMemo(
    () => searchCommands(isEmpty ? commands : [...commands, ...places], query, recent),
    [commands, places, query, recent, isEmpty],
  );
  const { results } = useSymbolSearch(symbols, query, false);
  return useMemo(
    () => [
      ...found.map((match) => commandLine(match, isEmpty)),
      ...results.slice(0, MAX_SYMBOLS).map(symbolLine),
    ],
    [found, results, isEmpty],
  );
}

/** Every command that can run now, every window and workspace, and the symbols of the market, found by typing. */
export function CommandPalette({ onChoose, ...offer }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const lines = useLines(offer, query);
  const at = Math.min(chosen, lines.length - 1);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const next = Math.min(lines.length - 1, Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1)));
    setChosen(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  }
  return (
    <form
      className={styles.lookup}
      onSubmit={(event) => {
        event.preventDefault();
        const line = lines[at];
        if (line !== undefined) onChoose(line.choice);
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
          placeholder="Type a command, window or symbol"
          autoFocus
          spellCheck={false}
          role="combobox"
          aria-expanded
          aria-controls="command-list"
          aria-activedescendant={at < 0 ? undefined : `command-${at}`}
        />
      </div>
      <ul ref={list} id="command-list" role="listbox" aria-label="Commands" className={styles.results}>
        {lines.map(({ key, text, note, choice }, index) => (
          <li
            key={key}
            id={`command-${index}`}
            role="option"
            aria-selected={index === at}
            className={styles.command}
            onClick={() => onChoose(choice)}
          >
            <span>{text}</span>
            <small>{note}</small>
          </li>
        ))}
      </ul>
      <div className={styles.note} role="status">
        {foundText(lines.length)}
      </div>
    </form>
  );
}

function foundText(count: number): string {
  if (count === 0) return 'Nothing matches.';
  return count === 1 ? '1 found' : `${count} found`;
}
