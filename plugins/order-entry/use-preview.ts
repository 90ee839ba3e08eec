import { useEffect, useState } from 'react';
import type { OrderPreview, OrderTicket, ToolPlatform } from '../../src/plugin-api/index.ts';

/** How long a ticket must rest before the server is asked, ms. */
const DEBOUNCE_MS = 300;
/** Prices move: an answer is asked for again after this, ms. */
const RENEW_MS = 5000;

/** What the server says the order would do. `isOld`: the ticket was changed since; a newer answer is on its way. */
export interface PreviewState { readonly preview: OrderPreview | null; readonly isOld: boolean; readonly failure: string | null }
const NONE: PreviewState = { preview: null, isOld: false, failure: null };

/**
 * The server's word on an order that could be sent as it stands (null = it could not), asked once the ticket rests, and
 * again now and then. The answer to a ticket that was changed meanwhile is dropped.
 */
export function usePreview(platform: ToolPlatform, order: OrderTicket | null, replaces: string | null, isActive: boolean): PreviewState {
  const [state, setState] = useState<PreviewState>(NONE);
  const { orders } = platform;
  const key = order === null ? null : JSON.stringify(order);
  useEffect(() => {
    if (key === null || !isActive) { setState(NONE); return undefined; }
    // The text is the order itself: an equal order in another object is no other question.
    const asked = JSON.parse(key) as OrderTicket;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = () => orders.preview(asked, replaces, abort.signal).then(
      (preview) => { if (!abort.signal.aborted) setState({ preview, isOld: false, failure: null }); },
      (error: unknown) => { if (!abort.signal.aborted) setState({ preview: null, isOld: false, failure: error instanceof Error ? error.message : String(error) }); },
    ).then(() => { if (!abort.signal.aborted) timer = setTimeout(() => void ask(), RENEW_MS); });
    setState((before) => (before.preview === null ? before : { ...before, isOld: true }));
    timer = setTimeout(() => void ask(), DEBOUNCE_MS);
    return () => { clearTimeout(timer); abort.abort(); };
  }, [orders, key, replaces, isActive]);
  return state;
}
