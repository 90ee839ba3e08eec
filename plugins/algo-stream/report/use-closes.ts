import { useCallback, useEffect, useState } from 'react';
import type { Annotations } from '../../../src/domain/strategy/annotations.ts';
import { drawnPeriod, loadCloses, needsPrice, type ClosePoint } from './price-line.ts';
import type { ReportPlatform } from './report-source.ts';

const NO_CLOSES: readonly ClosePoint[] = [];

/** The price behind what a strategy has drawn. */
export interface LoadedCloses {
  /** Empty until they are loaded, and when nothing needs them. */
  readonly closes: readonly ClosePoint[];
  /** Why they could not be loaded; null when they could, or while they are loading. */
  readonly error: string | null;
  readonly retry: () => void;
}

/** Loads the closes of the symbol behind what was drawn in its prices. */
export function useCloses(
  { symbols }: Pick<ReportPlatform, 'symbols'>,
  symbol: string,
  annotations: Annotations,
): LoadedCloses {
  const [closes, setCloses] = useState(NO_CLOSES);
  const [error, setError] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const period = drawnPeriod(annotations);
    setError(null);
    if (symbol === '' || period === null || !needsPrice(annotations)) return undefined;
    const leaving = new AbortController();
    loadCloses({ symbols }, symbol, period, leaving.signal).then(
      (loaded) => {
        if (!leaving.signal.aborted) setCloses(loaded);
      },
      (failure: unknown) => {
        if (!leaving.signal.aborted)
          setError(failure instanceof Error ? failure.message : 'The server did not answer.');
      },
    );
    return () => leaving.abort();
  }, [symbols, symbol, annotations, attempt]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { closes, error, retry };
}
