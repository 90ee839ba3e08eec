import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { Platform } from '../../client/types.ts';
import { pastedList } from '../../plugin-api/index.ts';
import { isSymbolList, symbolsIn } from '../../domain/symbols/symbol-list.ts';
import { Button, TextField } from '../../ui/index.ts';
import styles from './Dialogs.module.css';
import {
  MAX_QUERY_LENGTH,
  MIN_QUERY_LENGTH,
  useSymbolSearch,
  type SymbolMatches,
} from './use-symbol-search.ts';
import { useTypedSymbol } from './use-typed-symbol.ts';

const LIST_ID = 'symbol-lookup-list';
const optionId = (index: number) => `symbol-lookup-${index}`;

/** What the lookup searches, and what happens to the symbol that the user chooses. */
export interface SymbolLookupProps {
  readonly symbols: Platform['symbols'];
  /** First text of the field. */
  readonly initial: string;
  /** The user has typed the start of `initial`: the caret goes to its end instead of selecting it. */
  readonly isTyped?: boolean;
  /** Rejects a typed symbol that the market does not know. */
  readonly mustExist?: boolean;
  /** Several symbols may be typed or pasted. `onAccept` gets their text as it is. */
  readonly isList?: boolean;
  readonly onAccept: (symbol: string) => void;
}

/** Text below the results. */
function noteOf({
  problem,
  listed,
  isSearching,
  query,
  found,
}: {
  readonly problem: string | null;
  readonly listed: number;
  readonly isSearching: boolean;
  readonly query: string;
  readonly found: number;
}): string {
  if (problem !== null) return problem;
  if (listed > 0) return `${listed} symbols. Press Enter to add them.`;
  if (isSearching) return 'Searching...';
  if (query.trim().length < MIN_QUERY_LENGTH) return 'Type a symbol or a company name.';
  return found === 0 ? 'Nothing found yet. Press Enter to use what you typed.' : `${found} found`;
}

/** The query of the field, its results and the chosen one; `accept` takes the chosen result, or else the typed text. */
function useLookup({ symbols, initial, mustExist = false, isList = false, onAccept }: SymbolLookupProps) {
  const [query, setQuery] = useState(() => initial.slice(0, MAX_QUERY_LENGTH));
  // A symbol, not an index: the next results may have another symbol at that index.
  const [chosenSymbol, setChosen] = useState<string | null>(null);
  const typed = useTypedSymbol(symbols, mustExist, onAccept);
  /** Number of symbols that the field lists; 0 when it is a query. */
  const listed = isList && isSymbolList(query) ? symbolsIn(query).length : 0;
  const { results, isSearching } = useSymbolSearch(symbols, query, listed > 0);
  const chosen = results.findIndex(({ Symbol }) => Symbol === chosenSymbol);

  function accept() {
    const found = results[chosen]?.Symbol.toUpperCase();
    if (found !== undefined) onAccept(found);
    else if (listed > 0) onAccept(query.trim().toUpperCase());
    else if (query.trim() !== '') typed.submit(query);
  }
  function changeQuery(text: string) {
    typed.reset();
    setQuery(text);
    setChosen(null);
  }
  function chooseByKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const step = event.key === 'ArrowDown' ? 1 : -1;
    setChosen(results[Math.min(results.length - 1, chosen + step)]?.Symbol ?? null);
  }
  function pasteList(event: ClipboardEvent) {
    const pasted = isList ? pastedList(event.clipboardData) : null;
    if (pasted === null) return;
    event.preventDefault();
    setQuery(pasted);
  }
  const note = noteOf({ problem: typed.problem, listed, isSearching, query, found: results.length });
  return {
    query,
    results,
    chosen,
    note,
    hasProblem: typed.problem !== null,
    accept,
    changeQuery,
    chooseByKey,
    pasteList,
  };
}

/** Finds a symbol by part of its name or of the company's. Enter or Go accepts the chosen result, or else the typed text. */
export function SymbolLookup(props: SymbolLookupProps) {
  const { isTyped = false, isList = false, onAccept } = props;
  const { query, results, chosen, ...lookup } = useLookup(props);
  return (
    <form
      className={styles.lookup}
      onSubmit={(event) => {
        event.preventDefault();
        lookup.accept();
      }}
    >
      <div className={`${styles.lookupRow} ${styles.capitals}`}>
        <TextField
          label="Symbol"
          isLabelHidden
          value={query}
          onChange={lookup.changeQuery}
          onKeyDown={lookup.chooseByKey}
          placeholder="Symbol or company"
          maxLength={isList ? undefined : MAX_QUERY_LENGTH}
          onPaste={lookup.pasteList}
          data-autofocus={isTyped ? 'end' : ''}
          spellCheck={false}
          role="combobox"
          aria-expanded={results.length > 0}
          aria-controls={LIST_ID}
          aria-activedescendant={chosen < 0 ? undefined : optionId(chosen)}
        />
        <Button type="submit" tone="primary" disabled={query.trim() === ''}>
          Go
        </Button>
      </div>
      <ResultList results={results} chosen={chosen} onAccept={onAccept} />
      <div className={styles.note} data-wrong={lookup.hasProblem} role="status">
        {lookup.note}
      </div>
    </form>
  );
}

function ResultList({
  results,
  chosen,
  onAccept,
}: {
  readonly results: SymbolMatches;
  /** Index of the chosen result, -1 for none. It is scrolled into view. */
  readonly chosen: number;
  readonly onAccept: (symbol: string) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <ul ref={list} id={LIST_ID} role="listbox" aria-label="Symbols found" className={styles.results}>
      {results.map((item, index) => (
        <li
          key={item.Symbol}
          id={optionId(index)}
          role="option"
          aria-selected={index === chosen}
          className={styles.result}
          onClick={() => onAccept(item.Symbol.toUpperCase())}
        >
          <strong>{item.Symbol}</strong>
          <span>{item.Info}</span>
        </li>
      ))}
    </ul>
  );
}
