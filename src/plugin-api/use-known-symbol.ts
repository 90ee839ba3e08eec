import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { SymbolRecord } from '../client/types.ts';
import type { ToolPlatform } from './types.ts';

/** How often it is checked whether a symbol has become known, ms. */
const FACTS_CADENCE_MS = 500;

type Facts = NonNullable<SymbolRecord['info']>['Fundamentals'];
interface Seen {
  readonly state: SymbolRecord['state'];
  readonly facts: Facts | undefined;
}

/** What is known of a symbol that a window shows. */
export interface KnownSymbol extends Seen {
  /** Whether the server did not answer. */
  readonly hasFailed: boolean;
  /** Requests it once more. */
  retry(): void;
}

/** What is known of a symbol. It stays after the store has dropped the record because its window was off screen for long. */
function createSeen(symbols: ToolPlatform['symbols'], symbol: string): () => Seen {
  let last: Seen = { state: 'loading', facts: undefined };
  return () => {
    const record = symbols.get(symbol);
    if (record !== undefined && record.state !== 'loading')
      last = { state: record.state, facts: record.info?.Fundamentals };
    return last;
  };
}

/** Loads what no tick changes of a symbol: whether it exists, and its company. Renders again when that becomes known. An empty symbol stays `loading`. */
export function useKnownSymbol({ symbols }: Pick<ToolPlatform, 'symbols'>, symbol: string): KnownSymbol {
  const subscribe = useMemo(
    () => (listener: () => void) => symbols.subscribe([symbol], FACTS_CADENCE_MS, () => listener()),
    [symbols, symbol],
  );
  const seen = useMemo(() => createSeen(symbols, symbol), [symbols, symbol]);
  const state = useSyncExternalStore(subscribe, () => seen().state);
  const facts = useSyncExternalStore(subscribe, () => seen().facts);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (state !== 'loading' || symbol === '') return undefined;
    const abort = new AbortController();
    setFailed(false);
    symbols.load([symbol], abort.signal).catch(() => {
      if (!abort.signal.aborted) setFailed(true);
    });
    return () => abort.abort();
  }, [symbols, symbol, state, attempt]);
  return { state, facts, hasFailed, retry: () => setAttempt((count) => count + 1) };
}
