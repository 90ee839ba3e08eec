import { useEffect, useState } from 'react';
import { formatMoney, formatSignedMoney } from '../../../src/domain/format/format-number.ts';
import { OrderError, translateOrderMessage } from '../../../src/domain/orders/errors.ts';
import {
  UNKNOWN_TEXT,
  type OrderPreview,
  type OrderTicket,
  type ToolPlatform,
} from '../../../src/plugin-api/index.ts';

/** How long an order must stay unchanged before the server is queried, ms. */
export const DEBOUNCE_MS = 300;
/** Prices move: the query is repeated after this, ms. */
export const RENEW_MS = 5_000;
/** A rejection for pace is queried again after this, ms. */
const TOO_FREQUENT_RENEW_MS = 1_000;

/** What the server states about the order; `isOld` while a newer answer is awaited. */
export interface SpreadPreview {
  readonly preview: OrderPreview | null;
  readonly isOld: boolean;
  readonly failure: string | null;
}

export const NO_PREVIEW: SpreadPreview = { preview: null, isOld: false, failure: null };

/** Queries the server what an order would do, now and every few seconds. Returns how to end it. */
export function followPreview(
  orders: Pick<ToolPlatform['orders'], 'preview'>,
  order: OrderTicket,
  update: (next: (before: SpreadPreview) => SpreadPreview) => void,
): () => void {
  const abort = new AbortController();
  let wasTooFrequent = false;
  const query = (): void => {
    const answer = (state: SpreadPreview): void => {
      if (abort.signal.aborted) return;
      // After each good order the same order is a duplicate for a second: shown only if the rejection outlasts that.
      const isTooFrequent = state.preview?.ErrorCode === OrderError.TooFrequent;
      if (!isTooFrequent || wasTooFrequent) update(() => state);
      wasTooFrequent = isTooFrequent;
      timer = setTimeout(query, isTooFrequent ? TOO_FREQUENT_RENEW_MS : RENEW_MS);
    };
    orders.preview(order, null, abort.signal).then(
      (preview) => answer({ preview, isOld: false, failure: null }),
      (error: unknown) =>
        answer({
          preview: null,
          isOld: false,
          failure: error instanceof Error ? error.message : String(error),
        }),
    );
  };
  update((before) => (before.preview === null ? before : { ...before, isOld: true }));
  let timer = setTimeout(query, DEBOUNCE_MS);
  return () => {
    clearTimeout(timer);
    abort.abort();
  };
}

/**
 * The server's preview of an order; null = there is none to send. `revision` starts a new query, because the account has changed.
 */
export function useSpreadPreview(
  { orders }: Pick<ToolPlatform, 'orders'>,
  order: OrderTicket | null,
  isActive: boolean,
  revision: string,
): SpreadPreview {
  const [state, setState] = useState(NO_PREVIEW);
  const key = order === null ? null : JSON.stringify(order);
  useEffect(() => {
    if (key === null || !isActive) {
      setState(NO_PREVIEW);
      return undefined;
    }
    // The text is the order itself: an equal order in another object starts no other query.
    return followPreview(orders, JSON.parse(key) as OrderTicket, setState);
  }, [orders, key, isActive, revision]);
  return state;
}

export interface PreviewLine {
  readonly id: string;
  readonly label: string;
  /** What the figure means, for its tooltip. */
  readonly help: string;
  readonly text: string;
}

/** Cost, fees, margin and buying power of the whole order by the server's preview. A rejected order has none. */
export function previewLines({ preview }: SpreadPreview): readonly PreviewLine[] {
  const known = preview !== null && preview.ErrorCode === 0 ? preview : null;
  const isCredit = known !== null && known.Cost < 0;
  const money = (amount: number | undefined): string =>
    amount === undefined ? UNKNOWN_TEXT : formatMoney(amount);
  return [
    {
      id: 'cost',
      label: isCredit ? 'Estimated proceeds' : 'Estimated cost',
      help: 'Net price of all units with fees, dollars',
      text: money(known === null ? undefined : Math.abs(known.Cost)),
    },
    {
      id: 'fees',
      label: 'Fees',
      help: 'Commissions and exchange fees of all legs, dollars',
      text: money(known?.Fees),
    },
    {
      id: 'margin',
      label: 'Margin',
      help: 'Margin that the written options of the account need more when all units fill, by the server: a vertical its width, an uncovered call its strike or the price of the underlying. Negative: the order releases margin. Bought options and shares need none here, they are in the cost',
      text: money(known?.Margin),
    },
    {
      id: 'effect',
      label: 'Buying power effect',
      help: 'Change of buying power when all units fill. On a margin account cash and the value of the options count twice, the margin of written options once',
      text: known === null ? UNKNOWN_TEXT : formatSignedMoney(known.BuyingPowerEffect),
    },
    {
      id: 'after',
      label: 'Buying power after',
      help: 'Buying power of the account when all units have filled',
      text: money(known?.BuyingPowerAfter),
    },
  ];
}

/** Why the server would reject the order, or why there is no preview; empty when the order would be accepted. */
export function verdictText({ preview, failure }: SpreadPreview): string {
  return preview !== null && preview.ErrorCode !== 0
    ? `The server would reject it: ${translateOrderMessage(preview.Message)}`
    : (failure ?? '');
}
