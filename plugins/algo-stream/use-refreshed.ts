import { useEffect, useState } from 'react';
import type { Readable } from '../../src/plugin-api/index.ts';
import { createRefreshTimer } from './refresh-timer.ts';

/** The value of a readable, followed at most once in `everyMs` while `isActive`. What comes first is shown at once. */
export function useRefreshed<Value>(source: Readable<Value>, everyMs: number, isActive: boolean): Value {
  const [shown, setShown] = useState(() => ({ source, value: source.get() }));
  useEffect(() => {
    if (!isActive) return undefined;
    const read = () =>
      setShown((before) => {
        const value = source.get();
        return before.source === source && before.value === value ? before : { source, value };
      });
    const timer = createRefreshTimer(read, everyMs);
    const unsubscribe = source.subscribe(timer.changed);
    read();
    return () => {
      unsubscribe();
      timer.stop();
    };
  }, [source, everyMs, isActive]);
  return shown.source === source ? shown.value : source.get();
}
