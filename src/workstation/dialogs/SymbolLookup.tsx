import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Platform } from '../../client/types.ts';
import {
  isUnknownSymbol,
  pastedList,
  resolveAtOnce,
  resolveSymbol,
  SYMBOL_UNKNOWN_TEXT,
} from '../../plugin-api/index.ts';
import { isSymbolList, symbolsIn } from '../../domain/symbols/symbol-list.ts';
import { Button, TextField } from '../../ui/index.ts';
import styles from './Dialogs.module.css';

const DEBOUNCE_MS = 500;
const MIN_LETTERS = 2;
const MAX_RESULTS = 40;
/** As long as the server takes a query: a longer one would never be answered. */
const MAX_QUERY = 64;

type Results = Awaited<ReturnType<Platform['symbols']['lookup']>>;
export interface SymbolLookupProps {
  readonly symbols: Platform['symbols'];
  readonly initial: string;
  readonly isTyped?: boolean;
  readonly mustExist?: boolean;
  /** Several symbols may be typed or pasted: they are handed on as the text they are. */
  readonly isList?: boolean;
  readonly onAccept: (symbol: string) => void;
}

/** What stands below the results. */
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
  if (query.trim().length < MIN_LETTERS) return 'Type a symbol or a company name.';
  return found === 0 ? 'Nothing found yet. Press Enter to use what you typed.' : `${found} found`;
}

/** What the market finds for a query, half a second after its last change; nothing for a list of symbols. */
function useSymbolSearch(symbols: Platform['symbols'], query: string, isList: boolean) {
  const [results, setResults] = useState<Results>([]);
  const [isSearching, setSearching] = useState(false);
  useEffect(() => {
    const text = query.trim().slice(0, MAX_QUERY);
    if (text.length < MIN_LETTERS || isList) {
      setResults([]);
      setSearching(false);
      return;
    }
    const abort = new AbortController();
    setSearching(true);
    const timer = setTimeout(() => {
      symbols.lookup(text, MAX_RESULTS, abort.signal).then(
        (items) => {
          if (!abort.signal.aborted) {
            setResults(items);
            setSearching(false);
          }
        },
        // A failed look-up only ends the search; the typed symbol can still be taken.
        () => {
          if (!abort.signal.aborted) setSearching(false);
        },
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, symbols, isList]);
  return { results, isSearching };
}

/** Finds a symbol by typing part of it or of the company's name. Enter or Go takes what is chosen, or what was typed; with `mustExist` only what the market may have. */
export function SymbolLookup({
  symbols,
  initial,
  isTyped = false,
  mustExist = false,
  isList = false,
  onAccept,
}: SymbolLookupProps) {
  const [query, setQuery] = useState(() => initial.slice(0, MAX_QUERY));
  // A symbol, not a place: the list that comes next may have another one there.
  const [chosenSymbol, setChosen] = useState<string | null>(null);
  // Why the typed symbol was not taken: it stays in the field, to be corrected.
  const [problem, setProblem] = useState<string | null>(null);
  const asked = useRef(0);
  const list = useRef<HTMLUListElement>(null);
  /** How many symbols the field lists; 0 when it is a query. */
  const listed = isList && isSymbolList(query) ? symbolsIn(query).length : 0;
  const { results, isSearching } = useSymbolSearch(symbols, query, listed > 0);
  const chosen = results.findIndex(({ Symbol }) => Symbol === chosenSymbol);

  useEffect(() => {
    asked.current = 0;
    return () => {
      asked.current = Number.NaN;
    };
  }, []);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  function accept() {
    const found = results[chosen]?.Symbol.toUpperCase();
    if (found !== undefined) onAccept(found);
    else if (listed > 0) onAccept(query.trim().toUpperCase());
    else if (query.trim() !== '') void takeTyped(query);
  }
  /** Hands on the symbol that was typed, with `mustExist` only when there may be such a symbol. */
  async function takeTyped(typed: string) {
    const turn = (asked.current += 1);
    // A dialog that closes in the turn of its key takes no further keys.
    const resolved = resolveAtOnce(typed) ?? (await resolveSymbol(symbols, typed));
    const isUnknown = resolved.ok && mustExist && (await isUnknownSymbol(symbols, resolved.value));
    // Closed, or typed on meanwhile.
    if (turn !== asked.current) return;
    if (!resolved.ok) setProblem(resolved.error);
    else if (isUnknown) setProblem(`${resolved.value}: ${SYMBOL_UNKNOWN_TEXT}`);
    else onAccept(resolved.value);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setChosen(results[Math.min(results.length - 1, chosen + step)]?.Symbol ?? null);
    }
  }
  const note = noteOf({ problem, listed, isSearching, query, found: results.length });
  return (
    <form
      className={styles.lookup}
      onSubmit={(event) => {
        event.preventDefault();
        accept();
      }}
    >
      <div className={`${styles.lookupRow} ${styles.capitals}`}>
        <TextField
          label="Symbol"
          isLabelHidden
          value={query}
          onChange={(text) => {
            asked.current += 1;
            setQuery(text);
            setChosen(null);
            setProblem(null);
          }}
          onKeyDown={onKeyDown}
          placeholder="Symbol or company"
          maxLength={isList ? undefined : MAX_QUERY}
          onPaste={(event) => {
            const pasted = isList ? pastedList(event.clipboardData) : null;
            if (pasted === null) return;
            event.preventDefault();
            setQuery(pasted);
          }}
          data-autofocus={isTyped ? 'end' : ''}
          spellCheck={false}
          role="combobox"
          aria-expanded={results.length > 0}
          aria-controls="symbol-lookup-list"
          aria-activedescendant={chosen < 0 ? undefined : `symbol-lookup-${chosen}`}
        />
        <Button type="submit" tone="primary" disabled={query.trim() === ''}>
          Go
        </Button>
      </div>
      <ul
        ref={list}
        id="symbol-lookup-list"
        role="listbox"
        aria-label="Symbols found"
        className={styles.results}
      >
        {results.map((item, index) => (
          <li
            key={item.Symbol}
            id={`symbol-lookup-${index}`}
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
      <div className={styles.note} data-wrong={problem !== null} role="status">
        {note}
      </div>
    </form>
  );
}
