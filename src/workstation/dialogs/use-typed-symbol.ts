import { useCallback, useEffect, useRef, useState } from 'react';
import type { Platform } from '../../client/types.ts';
import {
  isUnknownSymbol,
  resolveAtOnce,
  resolveSymbol,
  SYMBOL_UNKNOWN_TEXT,
} from '../../plugin-api/index.ts';

/** Checks a typed symbol with the market before it is accepted. */
export interface TypedSymbol {
  /** Why the submitted symbol was rejected; null while nothing is wrong. */
  readonly problem: string | null;
  /** Resolves a symbol and passes it to `onAccept`, or sets `problem`. */
  submit(typed: string): void;
  /** Drops the problem and the result of a `submit` that is still under way. */
  reset(): void;
}

/** Checks a symbol that the user typed instead of choosing a result. With `mustExist`, rejects one that the market does not know. */
export function useTypedSymbol(
  symbols: Platform['symbols'],
  mustExist: boolean,
  onAccept: (symbol: string) => void,
): TypedSymbol {
  const [problem, setProblem] = useState<string | null>(null);
  /** Number of the newest request. The result of an older one is dropped. */
  const newest = useRef(0);
  useEffect(
    () => () => {
      newest.current += 1;
    },
    [],
  );
  const reset = useCallback(() => {
    newest.current += 1;
    setProblem(null);
  }, []);

  async function submit(typed: string) {
    const request = (newest.current += 1);
    // Without a lookup the dialog closes before the next key arrives.
    const resolved = resolveAtOnce(typed) ?? (await resolveSymbol(symbols, typed));
    const isUnknown = resolved.ok && mustExist && (await isUnknownSymbol(symbols, resolved.value));
    if (request !== newest.current) return;
    if (!resolved.ok) setProblem(resolved.error);
    else if (isUnknown) setProblem(`${resolved.value}: ${SYMBOL_UNKNOWN_TEXT}`);
    else onAccept(resolved.value);
  }
  return { problem, reset, submit: (typed) => void submit(typed) };
}
