import { useEffect, useState } from 'react';
import type { OrderPreview, OrdersState, OrderTicket, ToolPlatform } from '../../src/plugin-api/index.ts';
import { OrderError } from '../../src/domain/orders/errors.ts';
import { isWorking } from '../../src/domain/orders/open-orders.ts';

/** How long a ticket must rest before the server is asked, ms. */
export const DEBOUNCE_MS = 300;
/** Prices move: an answer is asked for again after this, ms. */
export const RENEW_MS = 5000;
/** A refusal for the moment, such as the same order less than a second ago, is asked for again after this, ms. */
export const TOO_FREQUENT_RENEW_MS = 1000;

/** What the server says the order would do. `isOld`: the ticket or the account changed since; a newer answer is on its way. */
export interface PreviewState {
  readonly preview: OrderPreview | null;
  readonly isOld: boolean;
  readonly failure: string | null;
}
const NONE: PreviewState = { preview: null, isOld: false, failure: null };

/** What of the account an answer is about, as a text: equal texts have equal answers at equal prices. */
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

/**
 * Asks the server what the order would do: once the ticket rests, again now and then, and again when the position, the
 * balance or the open orders change, since the answer before was about what they were then. Returns how to end it.
 */
export function followPreview(
  orders: Pick<ToolPlatform['orders'], 'get' | 'subscribe' | 'preview'>,
  order: OrderTicket,
  replaces: string | null,
  update: (next: (before: PreviewState) => PreviewState) => void,
): () => void {
  let abort = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  let wasTooFrequent = false;
  let known = accountKey(orders.get(), order.symbol);
  const ask = (): void => {
    const mine = abort.signal;
    const answer = (state: PreviewState): void => {
      if (mine.aborted) return;
      // After each good order the same ticket is a repetition for a second: shown only if the refusal outlasts that.
      const isTooFrequent = state.preview?.ErrorCode === OrderError.TooFrequent;
      if (!isTooFrequent || wasTooFrequent) update(() => state);
      wasTooFrequent = isTooFrequent;
      timer = setTimeout(ask, isTooFrequent ? TOO_FREQUENT_RENEW_MS : RENEW_MS);
    };
    orders.preview(order, replaces, mine).then(
      (preview) => answer({ preview, isOld: false, failure: null }),
      (error: unknown) =>
        answer({
          preview: null,
          isOld: false,
          failure: error instanceof Error ? error.message : String(error),
        }),
    );
  };
  const askSoon = (): void => {
    abort.abort();
    abort = new AbortController();
    wasTooFrequent = false;
    update((before) => (before.preview === null ? before : { ...before, isOld: true }));
    clearTimeout(timer);
    timer = setTimeout(ask, DEBOUNCE_MS);
  };
  askSoon();
  const off = orders.subscribe(() => {
    const now = accountKey(orders.get(), order.symbol);
    if (now === known) return;
    known = now;
    askSoon();
  });
  return () => {
    off();
    clearTimeout(timer);
    abort.abort();
  };
}

/**
 * The server's word on an order that could be sent as it stands (null = it could not). The answer to a ticket that was
 * changed meanwhile is dropped.
 */
export function usePreview(
  platform: ToolPlatform,
  order: OrderTicket | null,
  replaces: string | null,
  isActive: boolean,
): PreviewState {
  const [state, setState] = useState<PreviewState>(NONE);
  const { orders } = platform;
  const key = order === null ? null : JSON.stringify(order);
  useEffect(() => {
    if (key === null || !isActive) {
      setState(NONE);
      return undefined;
    }
    // The text is the order itself: an equal order in another object is no other question.
    return followPreview(orders, JSON.parse(key) as OrderTicket, replaces, setState);
  }, [orders, key, replaces, isActive]);
  return state;
}
