import { useCallback, useEffect, useState } from 'react';
import type { ReconciledOrder, Run, RunSession, Strategies } from '../types.ts';
import { isUnderWay } from './reconciliation-labels.ts';

/** How often the sessions are loaded while the server may change them, ms. */
const RELOAD_MS = 2_000;

const textOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'The server did not answer.';

interface LoadedSessions {
  /** Null until they are loaded. */
  readonly sessions: readonly RunSession[] | null;
  readonly error: string | null;
  readonly retry: () => void;
  /** Compares a session now. Resolves with the reason of a refusal, or null. */
  readonly compare: (from: number) => Promise<string | null>;
}

/** The sessions of a live run, loaded again while one of them may change. */
export function useSessions(
  { reconciliations }: Pick<Strategies, 'reconciliations'>,
  { strategy: { Name: name }, instance: { InstanceId: instanceId } }: Run,
): LoadedSessions {
  const [state, setState] = useState<Pick<LoadedSessions, 'sessions' | 'error'>>({
    sessions: null,
    error: null,
  });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async (): Promise<void> => {
      try {
        const sessions = await reconciliations.sessions(name, instanceId);
        if (isOver) return;
        setState({ sessions, error: null });
        if (sessions.some(isUnderWay)) timer = setTimeout(() => void load(), RELOAD_MS);
      } catch (error) {
        if (!isOver) setState((before) => ({ ...before, error: textOf(error) }));
      }
    };
    void load();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [reconciliations, name, instanceId, attempt]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  const compare = useCallback(
    async (from: number) => {
      try {
        setState({ sessions: await reconciliations.compare(name, instanceId, from), error: null });
        retry();
        return null;
      } catch (error) {
        return textOf(error);
      }
    },
    [reconciliations, name, instanceId, retry],
  );
  return { ...state, retry, compare };
}

interface LoadedOrders {
  /** Null until they are loaded. */
  readonly orders: readonly ReconciledOrder[] | null;
  readonly error: string | null;
  readonly retry: () => void;
}

const NOT_LOADED = { key: '', orders: null, error: null } as const;

/** The orders of a session that differ, loaded again when its comparison changes. */
export function useReconciledOrders(
  { reconciliations }: Pick<Strategies, 'reconciliations'>,
  { strategy: { Name: name }, instance: { InstanceId: instanceId } }: Run,
  session: RunSession | null,
): LoadedOrders {
  const [state, setState] = useState<Omit<LoadedOrders, 'retry'> & { readonly key: string }>(NOT_LOADED);
  const [attempt, setAttempt] = useState(0);
  const from = session?.From ?? null;
  const key = session === null ? '' : JSON.stringify([session.From, session.Result]);
  const hasResult = session !== null && session.Result !== null;
  useEffect(() => {
    if (from === null || !hasResult) return undefined;
    let isOver = false;
    reconciliations.orders(name, instanceId, from).then(
      (orders) => !isOver && setState({ key, orders, error: null }),
      (error: unknown) => !isOver && setState({ key, orders: null, error: textOf(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [reconciliations, name, instanceId, from, hasResult, key, attempt]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { ...(state.key === key ? state : NOT_LOADED), retry };
}
