import { useCallback, useEffect, useMemo, useState } from 'react';
import { useReadable, type ToolPlatform } from '../../../src/plugin-api/index.ts';
import type { Search, SearchSet, Strategy } from '../types.ts';
import { textOfError } from '../versions/use-versions.ts';

type Platform = Pick<ToolPlatform, 'strategies'>;

interface LoadedSearches {
  /** Of one strategy, newest first; null until they are loaded. */
  readonly searches: readonly Search[] | null;
  readonly error: string | null;
  readonly reload: () => void;
}

/** The searches of a strategy, as they are now. */
export function useSearches(
  { strategies }: Platform,
  { Name, Id }: Pick<Strategy, 'Name' | 'Id'>,
): LoadedSearches {
  const { optimizations } = strategies;
  const { isLoaded, items } = useReadable(optimizations, (state) => state);
  const [error, setError] = useState<string | null>(null);
  const reload = useCallback(() => {
    setError(null);
    optimizations.load().catch((problem: unknown) => setError(textOfError(problem)));
  }, [optimizations]);
  useEffect(reload, [reload]);
  const searches = useMemo(
    () =>
      isLoaded
        ? items.filter((item) => item.StrategyId === Id && (Id > 0 || item.Name === Name)).toReversed()
        : null,
    [isLoaded, items, Name, Id],
  );
  return { searches, error, reload };
}

interface LoadedSets {
  readonly sets: readonly SearchSet[];
  readonly error: string | null;
  readonly retry: () => void;
}

const NO_SETS: Omit<LoadedSets, 'retry'> & { readonly key: string } = { key: '', sets: [], error: null };

/** The sets of a search that have run: new ones are loaded while it runs. */
export function useSets({ strategies }: Platform, { OptimizationId, DoneCount }: Search): LoadedSets {
  const { optimizations } = strategies;
  const [state, setState] = useState(NO_SETS);
  const [attempt, setAttempt] = useState(0);
  const loaded = state.key === OptimizationId ? state : NO_SETS;
  const count = loaded.sets.length;
  const after = loaded.sets.at(-1)?.Serial ?? 0;
  const isComplete = count >= DoneCount;
  useEffect(() => {
    if (isComplete) return undefined;
    let isOver = false;
    optimizations.sets(OptimizationId, after).then(
      ({ items }) => {
        if (isOver || items.length === 0) return;
        setState((before) => ({
          key: OptimizationId,
          sets: [...(before.key === OptimizationId ? before.sets : []), ...items],
          error: null,
        }));
      },
      (problem: unknown) =>
        !isOver && setState((before) => ({ ...before, key: OptimizationId, error: textOfError(problem) })),
    );
    return () => {
      isOver = true;
    };
  }, [optimizations, OptimizationId, after, isComplete, DoneCount, attempt]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { sets: loaded.sets, error: loaded.error, retry };
}
