import { useCallback, useEffect, useState } from 'react';
import {
  type Activity,
  type OrderPreview,
  type OrdersState,
  type OrderTicket,
  type ToolPlatform,
  useWhileActive,
} from '../../src/plugin-api/index.ts';
import { OrderError } from '../../src/domain/orders/errors.ts';
import { isWorking } from '../../src/domain/orders/open-orders.ts';

/** How long a ticket must stay unchanged before the server is queried, ms. */
export const DEBOUNCE_MS = 300;
/** Prices move: the query is repeated after this, ms. */
export const RENEW_MS = 5000;
/** A rejection for pace, such as the same order within a second, is queried again after this, ms. */
export const TOO_FREQUENT_RENEW_MS = 1000;

/** The server's preview of the ticket: of its order, unless only the other order of the two that exclude each other would be rejected. */
export interface PreviewState {
  readonly preview: OrderPreview | null;
  /** The preview is that of the other order. */
  readonly isOther?: boolean;
  /** Ticket or account have changed since, and a newer preview is under way. */
  readonly isOld: boolean;
  readonly failure: string | null;
}
const NONE: PreviewState = { preview: null, isOld: false, failure: null };

/** The facts of the account that a preview depends on, as one text. */
function accountKey({ positions, balance, orders }: OrdersState, symbol: string): string {
  const position = positions.get(symbol);
  const working = [...orders.values()]
    .filter(isWorking)
    .map(({ OrderId, Unfill, Price, StopPrice }) => [OrderId, Unfill, Price, StopPrice]);
  return JSON.stringify([
    position?.LongQty,
    position?.ShortQty,
    position?.LockedQty,
    balance?.Cash,
    balance?.BuyingPower,
    working,
  ]);
}

/** The server judges each of two orders that exclude each other without the other one. What it says against the first one comes first. */
function shownOf(previews: readonly OrderPreview[]): Pick<PreviewState, 'preview' | 'isOther'> {
  const refused = previews.findIndex(({ ErrorCode }) => ErrorCode !== 0);
  return { preview: previews[Math.max(0, refused)] ?? null, isOther: refused > 0 };
}

/**
 * Queries the server what the orders of a ticket would do: after a pause, every few seconds, and whenever position, balance or open orders change.
 * Returns a function that ends it.
 */
export function followPreview(
  orders: Pick<ToolPlatform['orders'], 'get' | 'subscribe' | 'preview'>,
  tickets: readonly OrderTicket[],
  replaces: string | null,
  update: (next: (before: PreviewState) => PreviewState) => void,
): () => void {
  let abort = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  let wasTooFrequent = false;
  const symbol = tickets[0]?.symbol ?? '';
  let known = accountKey(orders.get(), symbol);
  const query = (): void => {
    const mine = abort.signal;
    const answer = (state: PreviewState): void => {
      if (mine.aborted) return;
      // After each sent order the same ticket is a duplicate for a second: shown only if the rejection outlasts that.
      const isTooFrequent = state.preview?.ErrorCode === OrderError.TooFrequent;
      if (!isTooFrequent || wasTooFrequent) update(() => state);
      wasTooFrequent = isTooFrequent;
      timer = setTimeout(query, isTooFrequent ? TOO_FREQUENT_RENEW_MS : RENEW_MS);
    };
    Promise.all(tickets.map((order) => orders.preview(order, replaces, mine))).then(
      (previews) => answer({ ...shownOf(previews), isOld: false, failure: null }),
      (error: unknown) =>
        answer({
          preview: null,
          isOld: false,
          failure: error instanceof Error ? error.message : String(error),
        }),
    );
  };
  const querySoon = (): void => {
    abort.abort();
    abort = new AbortController();
    wasTooFrequent = false;
    update((before) => (before.preview === null ? before : { ...before, isOld: true }));
    clearTimeout(timer);
    timer = setTimeout(query, DEBOUNCE_MS);
  };
  querySoon();
  const off = orders.subscribe(() => {
    const now = accountKey(orders.get(), symbol);
    if (now === known) return;
    known = now;
    querySoon();
  });
  return () => {
    off();
    clearTimeout(timer);
    abort.abort();
  };
}

/** The server's preview of the orders that a ticket begins with; null = there are none to send. A preview of a ticket that has changed meanwhile is dropped. */
export function usePreview(
  platform: ToolPlatform,
  tickets: readonly OrderTicket[] | null,
  replaces: string | null,
  window: Activity,
): PreviewState {
  const [state, setState] = useState<PreviewState>(NONE);
  const { orders } = platform;
  const key = tickets === null ? null : JSON.stringify(tickets);
  useEffect(() => {
    if (key === null) setState(NONE);
  }, [key]);
  const follow = useCallback(() => {
    if (key === null) return undefined;
    // The text is the orders themselves: equal orders in another object start no other query.
    return followPreview(orders, JSON.parse(key) as readonly OrderTicket[], replaces, setState);
  }, [orders, key, replaces]);
  useWhileActive(window, follow);
  return state;
}
