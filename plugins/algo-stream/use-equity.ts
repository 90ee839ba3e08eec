import { useCallback, useEffect, useState } from 'react';
import type { RunEquity, Strategies } from './types.ts';

/** How often the curve of a run that continues is loaded again, ms. */
const RELOAD_MS = 2_000;

export interface LoadedEquity {
  /** Null while there is none, or none yet. */
  readonly equity: RunEquity | null;
  readonly isLoaded: boolean;
  readonly error: string | null;
  readonly retry: () => void;
}

/** The equity curve of a run, loaded again while it runs, and once when it ends. */
export function useEquity(
  { reports }: Pick<Strategies, 'reports'>,
  name: string,
  instanceId: string,
  isRunning: boolean,
): LoadedEquity {
  const [state, setState] = useState<Omit<LoadedEquity, 'retry'>>({
    equity: null,
    isLoaded: false,
    error: null,
  });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async (): Promise<void> => {
      try {
        const equity = await reports.equity(name, instanceId);
        if (!isOver) setState({ equity, isLoaded: true, error: null });
      } catch (error) {
        const text = error instanceof Error ? error.message : 'The server did not answer.';
        if (!isOver) setState((before) => ({ ...before, isLoaded: true, error: text }));
      }
      if (!isOver && isRunning) timer = setTimeout(() => void load(), RELOAD_MS);
    };
    void load();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [reports, name, instanceId, isRunning, attempt]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { ...state, retry };
}
