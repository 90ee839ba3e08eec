import type { Body } from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';
import type { OrderPreview } from '../types.ts';

/** How long the server may take to judge an order, ms. */
const PREVIEW_LIMIT_MS = 5000;
const LOST_TEXT = 'The connection was lost before the server had checked the order.';
const LATE_TEXT = 'The server did not check the order in time.';

interface Waiting {
  readonly resolve: (preview: OrderPreview) => void;
  readonly reject: (error: Error) => void;
  readonly timer: unknown;
}

/** Previews on their way, by the Id that each was asked under. */
export interface Previews {
  /** Sends a question under a new Id; `send` says whether it could leave. */
  ask(send: (id: number) => boolean, signal: AbortSignal | undefined): Promise<OrderPreview>;
  answer(body: Body<'orderPreviewResult'>): void;
  /** The server could not read or serve a question: it does not say which, so all that wait hear of it. */
  refuse(text: string): void;
  onLost(): void;
}

export function createPreviews(clock: Pick<HostClock, 'setTimeout' | 'clearTimeout'>): Previews {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  function take(id: number): Waiting | undefined {
    const found = waiting.get(id);
    if (found === undefined) return undefined;
    waiting.delete(id);
    clock.clearTimeout(found.timer);
    return found;
  }
  const refuse = (text: string): void => {
    for (const id of [...waiting.keys()]) take(id)?.reject(new Error(text));
  };

  return {
    ask: (send, signal) =>
      new Promise<OrderPreview>((resolve, reject) => {
        const id = ++lastId;
        const timer = clock.setTimeout(() => take(id)?.reject(new Error(LATE_TEXT)), PREVIEW_LIMIT_MS);
        waiting.set(id, { resolve, reject, timer });
        const abort = (): void => take(id)?.reject(new DOMException('The order was changed.', 'AbortError'));
        if (signal?.aborted === true) return abort();
        signal?.addEventListener('abort', abort, { once: true });
        if (!send(id)) take(id)?.reject(new Error(LOST_TEXT));
      }),
    answer({ Id, ...preview }) {
      take(Id)?.resolve(preview);
    },
    refuse,
    onLost: () => refuse(LOST_TEXT),
  };
}
