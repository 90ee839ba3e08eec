import { useCallback, useEffect, useRef, useState } from 'react';
import type { AdminCalls } from '../../../client/types.ts';
import { useDesk } from '../../desk-context.ts';

/** A list of the server, as it was loaded last. */
export interface AdminList<Value> {
  /** Null until it is loaded for the first time. */
  readonly value: Value | null;
  /** Why the last load failed; null when it did not. */
  readonly error: string | null;
  readonly reload: () => Promise<void>;
}

/** Loads a list when the page shows it, and again with `reload`. `load` must stay the same function. */
export function useAdminList<Value>(load: (calls: AdminCalls) => Promise<Value>): AdminList<Value> {
  const { platform } = useDesk();
  const [value, setValue] = useState<Value | null>(null);
  const [error, setError] = useState<string | null>(null);
  /** Number of the newest load: an answer to an earlier one is not shown. */
  const newest = useRef(0);
  const reload = useCallback(async () => {
    newest.current += 1;
    const number = newest.current;
    try {
      const loaded = await load(await platform.administration());
      if (number !== newest.current) return;
      setValue(loaded);
      setError(null);
    } catch (cause) {
      if (number === newest.current) setError(cause instanceof Error ? cause.message : String(cause));
    }
  }, [platform, load]);
  useEffect(() => {
    void reload();
    return () => {
      newest.current += 1;
    };
  }, [reload]);
  return { value, error, reload };
}
