import { useEffect, useState } from 'react';
import type { Platform } from '../../client/types.ts';

const DEBOUNCE_MS = 500;
const MAX_RESULTS = 40;
/** Shorter queries are not sent, characters. */
export const MIN_QUERY_LENGTH = 2;
/** The server's limit of a query, characters: it never answers a longer one. */
export const MAX_QUERY_LENGTH = 64;

/** The symbols that a lookup found, with their companies. */
export type SymbolMatches = Awaited<ReturnType<Platform['symbols']['lookup']>>;

/** Symbols that match a query, requested half a second after its last change. Never searches while `isOff`. */
export function useSymbolSearch(
  symbols: Platform['symbols'],
  query: string,
  isOff: boolean,
): { readonly results: SymbolMatches; readonly isSearching: boolean } {
  const [results, setResults] = useState<SymbolMatches>([]);
  const [isSearching, setSearching] = useState(false);
  useEffect(() => {
    const text = query.trim().slice(0, MAX_QUERY_LENGTH);
    if (text.length < MIN_QUERY_LENGTH || isOff) {
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
        // A failed lookup only ends the search: the user can still submit the typed symbol.
        () => {
          if (!abort.signal.aborted) setSearching(false);
        },
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, symbols, isOff]);
  return { results, isSearching };
}
