import type { Body } from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';
import type { OrderPreview } from '../types.ts';

/** Time limit for the answer of the server, ms. */
const PREVIEW_LIMIT_MS = 5000;
const LOST_TEXT = 'The connection was lost before the server had checked the order.';
const LATE_TEXT = 'The server did not check the order in time.';

interface Waiting {
  readonly resolve: (preview: OrderPreview) => void;
  readonly reject: (error: Error) => void;
  readonly timer: unknown;
  /** Removes the listener of the signal, which may outlive the request. */
  readonly leaveSignal: () => void;
}

/** Requests for previews that wait for their answer, by Id. */
export interface Previews {
  /** Sends a request under a new Id; `send` returns whether it was sent. */
  request(send: (id: number) => boolean, signal: AbortSignal | undefined): Promise<OrderPreview>;
  answer(body: Body<'orderPreviewResult'>): void;
  /** The server rejected a request: it does not say which, so all that wait are rejected. */
  reject(text: string): void;
  onLost(): void;
}

/** A table without waiting requests. `clock` limits how long each waits for its answer. */
export function createPreviews(clock: Pick<HostClock, 'setTimeout' | 'clearTimeout'>): Previews {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  function take(id: number): Waiting | undefined {
    const found = waiting.get(id);
    if (found === undefined) return undefined;
    waiting.delete(id);
    clock.clearTimeout(found.timer);
    found.leaveSignal();
    return found;
  }
  const rejectAll = (text: string): void => {
    for (const id of [...waiting.keys()]) take(id)?.reject(new Error(text));
  };

  return {
    request: (send, signal) =>
      new Promise<OrderPreview>((resolve, reject) => {
        const id = ++lastId;
        const timer = clock.setTimeout(() => take(id)?.reject(new Error(LATE_TEXT)), PREVIEW_LIMIT_MS);
        const abort = (): void => take(id)?.reject(new DOMException('The order was changed.', 'AbortError'));
        const leaveSignal = () => signal?.removeEventListener('abort', abort);
        waiting.set(id, { resolve, reject, timer, leaveSignal });
        if (signal?.aborted === true) return abort();
        signal?.addEventListener('abort', abort, { once: true });
        if (!send(id)) take(id)?.reject(new Error(LOST_TEXT));
      }),
    answer({ Id, ...preview }) {
      take(Id)?.resolve(preview);
    },
    reject: rejectAll,
    onLost: () => rejectAll(LOST_TEXT),
  };
}
