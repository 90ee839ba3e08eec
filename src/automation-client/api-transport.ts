import { ROUTES } from './api-routes.ts';
import { TapedeckError } from './tapedeck-error.ts';
import type { RouteAnswer, RouteBody, RouteName, RouteParams } from './types.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
/** The rate of a key is counted by the minute, so that a wait is over within it. */
const DEFAULT_MAX_WAIT_MS = 60_000;
/** So that a server that answers "at once" is not called in a loop. */
const MIN_WAIT_MS = 1_000;
/** Repeats after a lost connection. */
const MAX_LOST_ANSWERS = 2;
const FIRST_LOST_WAIT_MS = 500;
/** Codes that say: the same call may succeed after a wait. `too_many_wrong_keys` would only make it longer. */
const WORTH_A_WAIT: ReadonlySet<string> = new Set(['rate_limited', 'unavailable']);
const LOST: ReadonlySet<string> = new Set(['unreachable', 'timed_out']);

/** Where the server is, and the limits of calls. */
export interface ClientOptions {
  /** The address of the workstation, with its path prefix where it has one: `https://tapedeck.example`. */
  readonly url: string;
  /** An API key, `tdk_…`. */
  readonly key: string;
  /** How long one request may take; 30,000 ms unless given. */
  readonly timeoutMs?: number;
  /** How long a call may wait for the rate of its key or for an outage, in sum; 60,000 ms unless given, 0 to fail at once. */
  readonly maxWaitMs?: number;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A call of a route. */
export interface RouteCall<Name extends RouteName> {
  readonly params: RouteParams<Name>;
  readonly body?: RouteBody<Name>;
  readonly idempotencyKey?: string;
  /** Of a route that changes a document: the revision that was read. The call fails with `revision_conflict` when it has another one by now. */
  readonly revision?: number;
  readonly signal?: AbortSignal;
}

/** Waits; rejects with the reason of the signal once it is aborted. */
export type Sleep = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

const sleepMs: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });

/** The reason of an aborted signal, which is an error unless its owner made it something else. */
const reasonOf = (signal: AbortSignal | undefined): Error =>
  signal?.reason instanceof Error ? signal.reason : new DOMException('The call was aborted.', 'AbortError');

/** Makes the calls: address, key, time limit, and repeats where a repeat cannot do anything twice. */
export class ApiTransport {
  readonly #base: string;
  readonly #key: string;
  readonly #timeoutMs: number;
  readonly #maxWaitMs: number;
  readonly #fetch: typeof globalThis.fetch;
  readonly #sleep: Sleep;

  constructor(options: ClientOptions, sleep: Sleep = sleepMs) {
    this.#base = baseOf(options.url);
    this.#key = keyOf(options.key);
    this.#timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.#maxWaitMs = options.maxWaitMs ?? DEFAULT_MAX_WAIT_MS;
    // Browsers refuse `fetch` as a method of another object.
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.#sleep = sleep;
  }

  /** Throws a TapedeckError for a refusal and for a call without an answer, and the reason of an aborted signal. */
  async call<Name extends RouteName>(name: Name, call: RouteCall<Name>): Promise<RouteAnswer<Name>> {
    const request = this.#requestOf(name, call);
    let waitedMs = 0;
    for (let lostAnswers = 0; ;) {
      call.signal?.throwIfAborted();
      try {
        // The server checks its answers against this route's declaration.
        return (await this.#once(request, call.signal)) as RouteAnswer<Name>;
      } catch (error) {
        if (!(error instanceof TapedeckError)) throw error;
        if (LOST.has(error.code)) lostAnswers += 1;
        const waitMs = waitOf(error, request, lostAnswers);
        if (waitMs === undefined || waitedMs + waitMs > this.#maxWaitMs) throw error;
        await this.#sleep(waitMs, call.signal);
        waitedMs += waitMs;
      }
    }
  }

  #requestOf<Name extends RouteName>(
    name: Name,
    { params, body, idempotencyKey, revision }: RouteCall<Name>,
  ): RepeatableRequest {
    const { method, path, isIdempotent } = ROUTES[name];
    const query = new URLSearchParams();
    let filledPath: string = path;
    for (const [param, value] of Object.entries(params)) {
      if (typeof value !== 'string') continue;
      const place = `{${param}}`;
      if (path.includes(place)) filledPath = filledPath.replace(place, encodeURIComponent(value));
      else query.set(param, value);
    }
    return {
      url: `${this.#base}${filledPath}${query.size === 0 ? '' : `?${query.toString()}`}`,
      isRepeatable: method === 'GET' || isIdempotent,
      init: {
        method,
        headers: {
          authorization: `Bearer ${this.#key}`,
          accept: 'application/json',
          ...(isIdempotent ? { 'idempotency-key': idempotencyKey ?? newIdempotencyKey() } : {}),
          ...(revision === undefined ? {} : { 'if-match': `"${revision}"` }),
          ...(body === undefined || body === null ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined || body === null ? {} : { body: JSON.stringify(body) }),
        // A redirect would carry the key to another address, or turn an order into a read.
        redirect: 'error',
      },
    };
  }

  async #once(
    { url, init, isRepeatable }: RepeatableRequest,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const limit = AbortSignal.timeout(this.#timeoutMs);
    try {
      const response = await this.#fetch(url, {
        ...init,
        signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
      });
      const text = await response.text();
      const body = jsonOf(text);
      if (response.ok && isRecord(body)) return body;
      throw refusalOf(response, body);
    } catch (error) {
      if (error instanceof TapedeckError) throw error;
      if (signal?.aborted === true) throw reasonOf(signal);
      const advice = isRepeatable ? '' : ' The call may have been carried out: read again what it changes.';
      if (limit.aborted)
        throw new TapedeckError(
          'timed_out',
          `${this.#base} did not answer within ${this.#timeoutMs / 1000} s.${advice}`,
          { cause: error },
        );
      throw new TapedeckError('unreachable', `${this.#base} cannot be reached.${advice}`, { cause: error });
    }
  }
}

interface RepeatableRequest {
  readonly url: string;
  readonly init: RequestInit;
  /** A second request changes nothing that the first has not changed. */
  readonly isRepeatable: boolean;
}

/** How long to wait before the request is made again; undefined: not again. */
function waitOf(
  error: TapedeckError,
  { isRepeatable }: RepeatableRequest,
  lostAnswers: number,
): number | undefined {
  if (LOST.has(error.code))
    return isRepeatable && lostAnswers <= MAX_LOST_ANSWERS
      ? FIRST_LOST_WAIT_MS * 2 ** (lostAnswers - 1)
      : undefined;
  // Both say that nothing was done, so that a cancel may be repeated as well.
  if (!WORTH_A_WAIT.has(error.code) || error.retryAfterMs === undefined) return undefined;
  return Math.max(error.retryAfterMs, MIN_WAIT_MS);
}

function refusalOf(response: Response, body: unknown): TapedeckError {
  const { status } = response;
  const error = isRecord(body) ? body['error'] : undefined;
  if (!isRecord(error) || typeof error['code'] !== 'string' || typeof error['message'] !== 'string')
    return new TapedeckError(
      'unexpected_answer',
      `The answer is not of the API of Tapedeck (status ${status}). Check the address.`,
      { status },
    );
  const { code, message, orderErrorCode } = error;
  const seconds = secondsOf(response.headers.get('retry-after') ?? response.headers.get('ratelimit-reset'));
  return new TapedeckError(code, message, {
    status,
    ...(typeof orderErrorCode === 'number' ? { orderErrorCode } : {}),
    ...(seconds === undefined ? {} : { retryAfterMs: seconds * 1000 }),
  });
}

const secondsOf = (text: string | null): number | undefined =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined for a text that is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Not `randomUUID`, which browsers have on pages of https only. */
function newIdempotencyKey(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return `tc-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function baseOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw new TapedeckError('invalid_settings', 'The address must begin with https:// or http://.');
  if (parsed.username !== '' || parsed.password !== '' || parsed.search !== '' || parsed.hash !== '')
    throw new TapedeckError(
      'invalid_settings',
      'The address must have no user name, no query and no fragment.',
    );
  return `${parsed.origin}${parsed.pathname.replace(/\/+$/, '')}`;
}

function keyOf(key: string): string {
  if (/^tdk_[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw new TapedeckError(
    'invalid_settings',
    'An API key begins with tdk_. Create it in the profile of the workstation.',
  );
}
