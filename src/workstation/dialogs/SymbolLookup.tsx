import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Platform } from '../../client/types.ts';
import { isUnknownSymbol, pastedList, SYMBOL_UNKNOWN_TEXT } from '../../plugin-api/index.ts';
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
  unknownSymbol,
  listed,
  isSearching,
  query,
  found,
}: {
  readonly unknownSymbol: string | null;
  readonly listed: number;
  readonly isSearching: boolean;
  readonly query: string;
  readonly found: number;
}): string {
  if (unknownSymbol !== null) return `${unknownSymbol}: ${SYMBOL_UNKNOWN_TEXT}`;
  if (listed > 0) return `${listed} symbols. Press Enter to add them.`;
  if (isSearching) return 'Searching...';
  if (query.trim().length < MIN_LETTERS) return 'Type a symbol or a company name.';
  return found === 0 ? 'Nothing found yet. Press Enter to use what you typed.' : `${found} found`;
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
  const [results, setResults] = useState<Results>([]);
  // A symbol, not a place: the list that comes next may have another one there.
  const [chosenSymbol, setChosen] = useState<string | null>(null);
  const [isSearching, setSearching] = useState(false);
  // A symbol that the market does not have: it stays in the field, to be corrected.
  const [unknownSymbol, setUnknown] = useState<string | null>(null);
  const asked = useRef(0);
  const list = useRef<HTMLUListElement>(null);
  /** How many symbols the field lists; 0 when it is a query. */
  const listed = isList && isSymbolList(query) ? symbolsIn(query).length : 0;
  const chosen = results.findIndex(({ Symbol }) => Symbol === chosenSymbol);

  useEffect(() => {
    const text = query.trim().slice(0, MAX_QUERY);
    if (text.length < MIN_LETTERS || listed > 0) {
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
  }, [query, symbols, listed]);

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
    const symbol = (results[chosen]?.Symbol ?? query).trim().toUpperCase();
    if (symbol !== '') void take(symbol, chosen >= 0);
  }
  /** Hands a symbol on; one that was typed only when there may be such a symbol. */
  async function take(symbol: string, isFound: boolean) {
    const turn = (asked.current += 1);
    const isUnknown = mustExist && !isFound && (await isUnknownSymbol(symbols, symbol));
    // Closed, or typed on meanwhile.
    if (turn !== asked.current) return;
    if (isUnknown) setUnknown(symbol);
    else onAccept(symbol);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setChosen(results[Math.min(results.length - 1, chosen + step)]?.Symbol ?? null);
    }
  }
  const note = noteOf({ unknownSymbol, listed, isSearching, query, found: results.length });
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
            setUnknown(null);
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
      <div className={styles.note} data-wrong={unknownSymbol !== null} role="status">
        {note}
      </div>
    </form>
  );
}
