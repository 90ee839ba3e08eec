import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { Urgency } from '../market-data.ts';
import { MarketUnavailableError } from '../market-unavailable.ts';
import type { RequestLimiter } from '../../request-limiter.ts';
import type { AlpacaSettings } from './settings.ts';

/** Why a request failed. `refused`: the key is wrong or lacks a right. `rejected`: Alpaca does not accept the parameters. The others may pass. */
type AlpacaFailure = 'refused' | 'rejected' | 'limited' | 'unreachable' | 'unreadable';

/** Alpaca did not answer a request as it should. The message is for the user. */
export class AlpacaError extends MarketUnavailableError {
  readonly failure: AlpacaFailure;

  constructor(failure: AlpacaFailure, message: string, cause?: unknown) {
    super(message);
    this.failure = failure;
    if (cause !== undefined) this.cause = cause;
  }
}

/** What a client needs. */
export interface AlpacaRestOptions {
  readonly settings: Pick<AlpacaSettings, 'key' | 'secret' | 'dataUrl' | 'tradingUrl'>;
  readonly limiter: Pick<RequestLimiter, 'admit' | 'pauseFor'>;
  /** UTC ms. */
  readonly wallMs: () => number;
  /** Wait before the first repetition of a failed request, ms; doubles with each. */
  readonly retryMs?: number;
  /** Time for an answer, ms. */
  readonly timeoutMs?: number;
}

/** What is requested: host, path and parameters, and how its answer is read. */
export interface AlpacaRequest<Schema extends v.GenericSchema> {
  readonly host: 'data' | 'trading';
  readonly path: string;
  readonly query: Readonly<Record<string, string | number | undefined>>;
  readonly schema: Schema;
  readonly urgency: Urgency;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_RETRY_MS = 500;
/** Attempts at a request that fails for a reason that may pass. */
const MAX_ATTEMPTS = 4;
/** Longest pause that a "too many requests" may impose, ms. */
const MAX_PAUSE_MS = 60_000;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const MAX_SHOWN_CHARACTERS = 200;

const errorBody = v.object({ message: v.string() });

/** Sends requests to Alpaca's REST hosts: paced by the limiter, repeated when the failure may pass, their answers checked. */
export class AlpacaRest {
  readonly #options: Required<AlpacaRestOptions>;
  readonly #stop = new AbortController();

  constructor(options: AlpacaRestOptions) {
    this.#options = { retryMs: DEFAULT_RETRY_MS, timeoutMs: DEFAULT_TIMEOUT_MS, ...options };
  }

  /** Throws an AlpacaError when there is no good answer after `MAX_ATTEMPTS`, at once for `refused` and `rejected`. */
  async get<Schema extends v.GenericSchema>(request: AlpacaRequest<Schema>): Promise<v.InferOutput<Schema>> {
    const { limiter, retryMs } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      await limiter.admit(request.urgency);
      try {
        return await this.#attempt(request);
      } catch (error) {
        const mayPass = error instanceof AlpacaError && mayPassBy(error.failure);
        if (!mayPass || attempt >= MAX_ATTEMPTS || this.#stop.signal.aborted) throw error;
        // The limiter already holds back what was refused for its rate.
        if (error.failure !== 'limited')
          await sleep(retryMs * 2 ** (attempt - 1), undefined, { signal: this.#stop.signal, ref: false });
      }
    }
  }

  /** All pages of an answer, one after another. A page may be empty and still have a successor. */
  async *pages<Schema extends v.GenericSchema<unknown, { readonly next_page_token: string | null }>>(
    request: AlpacaRequest<Schema>,
  ): AsyncGenerator<v.InferOutput<Schema>> {
    let token: string | null = null;
    do {
      const page: v.InferOutput<Schema> = await this.get({
        ...request,
        query: { ...request.query, page_token: token ?? undefined },
      });
      yield page;
      if (page.next_page_token !== null && page.next_page_token === token)
        throw new AlpacaError('unreadable', 'Alpaca repeats a page of its answer; try again later.');
      token = page.next_page_token;
    } while (token !== null);
  }

  /** Ends requests that are under way. */
  stop(): void {
    this.#stop.abort();
  }

  async #attempt<Schema extends v.GenericSchema>(
    request: AlpacaRequest<Schema>,
  ): Promise<v.InferOutput<Schema>> {
    const response = await this.#fetch(request);
    let text: string;
    try {
      text = await readText(response);
    } catch (error) {
      throw new AlpacaError('unreachable', 'Alpaca broke off its answer; try again in a moment.', error);
    }
    const body = parseJson(text);
    if (!response.ok) throw this.#failureOf(response, body);
    const read = v.safeParse(request.schema, body);
    if (read.success) return read.output;
    const where =
      body === undefined ? 'it is not JSON' : v.summarize(read.issues).slice(0, MAX_SHOWN_CHARACTERS);
    throw new AlpacaError('unreadable', `Alpaca's answer cannot be read (${where}); try again later.`);
  }

  async #fetch({ host, path, query }: AlpacaRequest<v.GenericSchema>): Promise<Response> {
    const { settings, timeoutMs } = this.#options;
    const url = new URL(path, host === 'data' ? settings.dataUrl : settings.tradingUrl);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    try {
      return await fetch(url, {
        headers: { 'APCA-API-KEY-ID': settings.key, 'APCA-API-SECRET-KEY': settings.secret },
        // A key must not travel to another host.
        redirect: 'manual',
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(timeoutMs)]),
      });
    } catch (error) {
      throw new AlpacaError('unreachable', 'Alpaca does not answer; try again in a moment.', error);
    }
  }

  #failureOf(response: Response, body: unknown): AlpacaError {
    const { status } = response;
    const read = v.safeParse(errorBody, body);
    const said = read.success ? `: ${read.output.message.slice(0, MAX_SHOWN_CHARACTERS)}` : '';
    if (status === 429) {
      this.#options.limiter.pauseFor(this.#pauseMs(response.headers));
      return new AlpacaError('limited', 'Alpaca limits the number of requests; try again in a minute.');
    }
    if (status === 401 || status === 403)
      return new AlpacaError(
        'refused',
        `Alpaca refuses the key (status ${status}${said}); check TAPEDECK_ALPACA_KEY, TAPEDECK_ALPACA_SECRET and that the plan includes the feed of TAPEDECK_ALPACA_FEED.`,
      );
    if (status >= 400 && status < 500)
      return new AlpacaError('rejected', `Alpaca rejects the request (status ${status}${said}).`);
    return new AlpacaError('unreachable', `Alpaca has a fault (status ${status}); try again in a moment.`);
  }

  /** How long Alpaca wants no further requests, ms. */
  #pauseMs(headers: Headers): number {
    const { retryMs, wallMs } = this.#options;
    const after = headers.get('retry-after');
    const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
    const givenMs =
      after !== null && /^\d+$/.test(after)
        ? Number(after) * 1_000
        : after !== null
          ? Date.parse(after) - wallMs()
          : reset * 1_000 - wallMs();
    return Number.isFinite(givenMs) ? Math.min(Math.max(givenMs, retryMs), MAX_PAUSE_MS) : retryMs * 4;
  }
}

function mayPassBy(failure: AlpacaFailure): boolean {
  return failure !== 'refused' && failure !== 'rejected';
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // A stream of the host is async iterable, which the DOM's types do not say.
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('the answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Undefined for a text that is not JSON, such as the page of a proxy. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
