import { useCallback, useEffect, useState } from 'react';
import type { Explanation } from '../../client/execution/types.ts';
import type { OrderTicket } from '../../client/types.ts';
import type { ToolPlatform } from '../types.ts';

/** What the server's risk checks say of orders that were not sent. */
export interface LoadedExplanations {
  /** In the order of the orders; null until the first answer. */
  readonly explanations: readonly Explanation[] | null;
  /** Why the last request got no answer; null = it did, or is on its way. */
  readonly problem: string | null;
  readonly isLoading: boolean;
  /** Checks the orders again, by the account and the market of that moment. */
  readonly reload: () => void;
}

/**
 * Has the server check orders, each without the others, and as replacements of the order `replaces` unless that is null. Nothing is sent to the market.
 *
 * @param tickets the same list as long as the orders are the same
 */
export function useOrderExplanations(
  { orders }: Pick<ToolPlatform, 'orders'>,
  tickets: readonly OrderTicket[],
  replaces: string | null,
): LoadedExplanations {
  const [turn, setTurn] = useState(0);
  const [loaded, setLoaded] = useState<Omit<LoadedExplanations, 'reload'>>({
    explanations: null,
    problem: null,
    isLoading: true,
  });
  useEffect(() => {
    let isOver = false;
    setLoaded((before) => ({ ...before, isLoading: true }));
    Promise.all(tickets.map((ticket) => orders.explain(ticket, replaces))).then(
      (explanations) => {
        if (!isOver) setLoaded({ explanations, problem: null, isLoading: false });
      },
      (cause: unknown) => {
        const problem = cause instanceof Error ? cause.message : 'The order could not be checked.';
        if (!isOver) setLoaded((before) => ({ ...before, problem, isLoading: false }));
      },
    );
    return () => {
      isOver = true;
    };
  }, [orders, tickets, replaces, turn]);
  return { ...loaded, reload: useCallback(() => setTurn((before) => before + 1), []) };
}
