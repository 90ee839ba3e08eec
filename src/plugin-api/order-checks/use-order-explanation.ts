import { useCallback, useEffect, useState } from 'react';
import type { Explanation } from '../../client/execution/types.ts';
import type { OrderTicket } from '../../client/types.ts';
import type { ToolPlatform } from '../types.ts';

/** What the server's risk checks say of an order that was not sent. */
export interface LoadedExplanation {
  /** Null until the first answer. */
  readonly explanation: Explanation | null;
  /** Why the last request got no answer; null = it did, or is on its way. */
  readonly problem: string | null;
  readonly isLoading: boolean;
  /** Checks the order again, by the account and the market of that moment. */
  readonly reload: () => void;
}

/** Has the server check an order, as a replacement of the order `replaces` unless that is null. Nothing is sent to the market. */
export function useOrderExplanation(
  { orders }: Pick<ToolPlatform, 'orders'>,
  order: OrderTicket,
  replaces: string | null,
): LoadedExplanation {
  const [turn, setTurn] = useState(0);
  const [loaded, setLoaded] = useState<Omit<LoadedExplanation, 'reload'>>({
    explanation: null,
    problem: null,
    isLoading: true,
  });
  useEffect(() => {
    let isOver = false;
    setLoaded((before) => ({ ...before, isLoading: true }));
    orders.explain(order, replaces).then(
      (explanation) => {
        if (!isOver) setLoaded({ explanation, problem: null, isLoading: false });
      },
      (cause: unknown) => {
        const problem = cause instanceof Error ? cause.message : 'The order could not be checked.';
        if (!isOver) setLoaded((before) => ({ ...before, problem, isLoading: false }));
      },
    );
    return () => {
      isOver = true;
    };
  }, [orders, order, replaces, turn]);
  return { ...loaded, reload: useCallback(() => setTurn((before) => before + 1), []) };
}
