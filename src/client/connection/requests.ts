import type { Body, ItemsOf, ListRequestName } from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';
import type { Connection } from './connection.ts';

/** An unfinished request is given up after this long (spec platform.md §9), looked for every quarter of it. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** What a request says that got no answer in time (spec platform.md §8, its spelling kept). */
export const TIMEOUT_TEXT = 'Timeout has occured loading data';

/** A request that the server could not serve; the message is what to show. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** No answer came in time: grids pass over it (spec tools.md §8). */
  readonly isTimeout: boolean;

  constructor(message: string, isTimeout = false) {
    super(message);
    this.isTimeout = isTimeout;
  }
}

interface Answer {
  readonly Id: number;
  readonly Result: 'Ok' | 'Error' | 'Timeout';
  readonly Error?: string;
  readonly HasMore: boolean;
  readonly Items: readonly unknown[];
  readonly Pending?: number;
}

interface Pending {
  readonly name: ListRequestName;
  readonly body: Body<ListRequestName>;
  readonly startedMs: number;
  items: unknown[];
  readonly onPending: ((pending: number) => void) | undefined;
  finish(outcome: { items: unknown[] } | { error: Error }): void;
}

/** Matches answers, which may come in chunks, with their requests. */
export interface Requests {
  /**
   * Sends the request now, or as soon as the socket is ready, and again when the socket is lost before the answer is complete. `onPending`
   * receives how much is left when the server could answer for a part only.
   */
  ask<Name extends ListRequestName>(
    name: Name,
    body: Omit<Body<Name>, 'Id'>,
    signal?: AbortSignal,
    onPending?: (pending: number) => void,
  ): Promise<ItemsOf<Name>>;
  answer(message: Answer): void;
  /** The server could not read a request. */
  refuse(id: number, message: string): void;
  /** The socket is ready (again). */
  onReady(): void;
  dispose(): void;
}

export function createRequests(
  connection: Pick<Connection, 'sendReady'>,
  clock: HostClock,
  timeoutMs = REQUEST_TIMEOUT_MS,
): Requests {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let timer: unknown = null;

  function watchTimeouts(): void {
    if (timer !== null || pending.size === 0) return;
    timer = clock.setTimeout(() => {
      timer = null;
      const nowMs = clock.nowMs();
      for (const [id, request] of pending) {
        if (nowMs - request.startedMs >= timeoutMs) {
          connection.sendReady('cancelRequest', { Id: id });
          request.finish({ error: new RequestError(TIMEOUT_TEXT, true) });
        }
      }
      watchTimeouts();
    }, timeoutMs / 4);
  }

  return {
    ask<Name extends ListRequestName>(
      name: Name,
      rest: Omit<Body<Name>, 'Id'>,
      signal?: AbortSignal,
      onPending?: (pending: number) => void,
    ) {
      const id = ++lastId;
      return new Promise<ItemsOf<Name>>((resolve, reject) => {
        const aborted = () =>
          signal?.reason instanceof Error
            ? signal.reason
            : new DOMException('The request was cancelled.', 'AbortError');
        if (signal?.aborted) return reject(aborted());
        const onAbort = () => {
          connection.sendReady('cancelRequest', { Id: id });
          request.finish({ error: aborted() });
        };
        const request: Pending = {
          name,
          // Id is the only part of the body that the caller leaves out.
          body: { Id: id, ...rest },
          startedMs: clock.nowMs(),
          items: [],
          onPending,
          finish(outcome) {
            if (!pending.delete(id)) return;
            signal?.removeEventListener('abort', onAbort);
            // The decoder checked each item against the schema of this request's answer.
            if ('items' in outcome) resolve(outcome.items as ItemsOf<Name>);
            else reject(outcome.error);
          },
        };
        pending.set(id, request);
        signal?.addEventListener('abort', onAbort, { once: true });
        connection.sendReady(name, request.body);
        watchTimeouts();
      });
    },
    answer(message) {
      const request = pending.get(message.Id);
      if (!request) return;
      if (message.Result === 'Timeout')
        return request.finish({ error: new RequestError(TIMEOUT_TEXT, true) });
      if (message.Result === 'Error')
        return request.finish({
          error: new RequestError(message.Error ?? 'The server could not answer this request.'),
        });
      for (const item of message.Items) request.items.push(item);
      if (!message.HasMore && message.Pending !== undefined) request.onPending?.(message.Pending);
      if (!message.HasMore) request.finish({ items: request.items });
    },
    refuse: (id, message) => pending.get(id)?.finish({ error: new RequestError(message) }),
    onReady() {
      for (const request of pending.values()) {
        request.items = [];
        connection.sendReady(request.name, request.body);
      }
    },
    dispose() {
      clock.clearTimeout(timer);
      timer = null;
      for (const request of [...pending.values()])
        request.finish({ error: new RequestError('The connection was closed.') });
    },
  };
}
