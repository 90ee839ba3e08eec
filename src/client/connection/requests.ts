import type { Body, ItemsOf, ListRequestName } from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';
import type { Connection } from './connection.ts';

/** Time limit of a request (spec platform.md §9), checked every quarter of it. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** Shown when a request was not answered in time (spec platform.md §8, its spelling kept). */
export const TIMEOUT_TEXT = 'Timeout has occured loading data';

/** A request that the server could not serve; the message can be shown. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** No answer arrived in time; grids ignore that (spec tools.md §8). */
  readonly isTimeout: boolean;

  constructor(message: string, isTimeout = false) {
    super(message);
    this.isTimeout = isTimeout;
  }
}

/** An answer, or a part of it, as the data socket carries it. */
interface Answer {
  readonly Id: number;
  readonly Result: 'Ok' | 'Error' | 'Timeout';
  readonly Error?: string;
  readonly HasMore: boolean;
  readonly Items: readonly unknown[];
  readonly Pending?: number;
}

type Outcome = { readonly items: unknown[] } | { readonly error: Error };

interface PendingRequest {
  readonly name: ListRequestName;
  readonly body: Body<ListRequestName>;
  readonly startedMs: number;
  items: unknown[];
  readonly onPending: ((pending: number) => void) | undefined;
  finish(outcome: Outcome): void;
}

/** Sends the requests of the data socket and matches the answers, which may arrive in parts, with them. */
export class Requests {
  readonly #connection: Pick<Connection, 'sendReady'>;
  readonly #clock: HostClock;
  readonly #timeoutMs: number;
  readonly #pending = new Map<number, PendingRequest>();
  #lastId = 0;
  #timer: unknown = null;

  constructor(connection: Pick<Connection, 'sendReady'>, clock: HostClock, timeoutMs = REQUEST_TIMEOUT_MS) {
    this.#connection = connection;
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Sends a request, at once or as soon as the socket is ready, and again when the socket is lost before the answer is complete.
   * Rejects with a RequestError, or with the signal's reason when that is aborted.
   * @param onPending receives how many items the server could not determine yet
   */
  ask<Name extends ListRequestName>(
    name: Name,
    rest: Omit<Body<Name>, 'Id'>,
    signal?: AbortSignal,
    onPending?: (pending: number) => void,
  ): Promise<ItemsOf<Name>> {
    if (signal?.aborted) return Promise.reject(abortReason(signal));
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<ItemsOf<Name>>();
    const onAbort = (): void => {
      this.#connection.sendReady('cancelRequest', { Id: id });
      request.finish({ error: abortReason(signal) });
    };
    const request: PendingRequest = {
      name,
      // Id is the only part of the body that the caller leaves out.
      body: { Id: id, ...rest },
      startedMs: this.#clock.nowMs(),
      items: [],
      onPending,
      finish: (outcome) => {
        if (!this.#pending.delete(id)) return;
        signal?.removeEventListener('abort', onAbort);
        // The decoder checked each item against the schema of this request's answer.
        if ('items' in outcome) resolve(outcome.items as ItemsOf<Name>);
        else reject(outcome.error);
      },
    };
    this.#pending.set(id, request);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#connection.sendReady(name, request.body);
    this.#watchTimeouts();
    return promise;
  }

  /** Takes an answer, or a part of one. Answers to unknown requests are ignored. */
  answer({ Id, Result, Error: text, HasMore, Items, Pending }: Answer): void {
    const request = this.#pending.get(Id);
    if (!request) return;
    if (Result === 'Timeout') return request.finish({ error: new RequestError(TIMEOUT_TEXT, true) });
    if (Result === 'Error')
      return request.finish({ error: new RequestError(text ?? 'The server could not answer this request.') });
    for (const item of Items) request.items.push(item);
    if (HasMore) return;
    if (Pending !== undefined) request.onPending?.(Pending);
    request.finish({ items: request.items });
  }

  /** The server could not read a request. */
  refuse(id: number, message: string): void {
    this.#pending.get(id)?.finish({ error: new RequestError(message) });
  }

  /** The socket is ready (again): sends all pending requests from their start. */
  onReady(): void {
    for (const request of this.#pending.values()) {
      request.items = [];
      this.#connection.sendReady(request.name, request.body);
    }
  }

  dispose(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = null;
    for (const request of [...this.#pending.values()])
      request.finish({ error: new RequestError('The connection was closed.') });
  }

  #watchTimeouts(): void {
    if (this.#timer !== null || this.#pending.size === 0) return;
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = null;
      const nowMs = this.#clock.nowMs();
      for (const [id, request] of this.#pending) {
        if (nowMs - request.startedMs < this.#timeoutMs) continue;
        this.#connection.sendReady('cancelRequest', { Id: id });
        request.finish({ error: new RequestError(TIMEOUT_TEXT, true) });
      }
      this.#watchTimeouts();
    }, this.#timeoutMs / 4);
  }
}

const abortReason = (signal: AbortSignal | undefined): Error =>
  signal?.reason instanceof Error
    ? signal.reason
    : new DOMException('The request was cancelled.', 'AbortError');
