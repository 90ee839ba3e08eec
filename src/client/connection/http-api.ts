import * as v from 'valibot';
import { http, httpErrorBody, type HttpRoute } from '../../protocol/index.ts';

/** A call of the HTTP catalogue. */
export type RouteName = keyof typeof http;
/** The body of a route; null when it has none. */
export type BodyOf<Route extends HttpRoute> = Route['body'] extends v.GenericSchema
  ? v.InferInput<Route['body']>
  : null;
/** Path parameters and query of a route. */
export type ParamsOf<Route extends HttpRoute> = Route extends {
  readonly params: infer Schema extends v.GenericSchema;
}
  ? v.InferInput<Schema>
  : never;
/** The validated answer of a route. */
export type AnswerOf<Route extends HttpRoute> = v.InferOutput<Route['response']>;
/** The body of a call; null when it has none. */
export type RouteBody<Name extends RouteName> = BodyOf<(typeof http)[Name]>;
/** The validated answer to a call. */
export type RouteAnswer<Name extends RouteName> = AnswerOf<(typeof http)[Name]>;

/** What keeps the session cookie: the `browser`, or this client's own `jar` (for hosts without cookies, such as Node). */
export type CookieMode = 'browser' | 'jar';

/** A refused or failed HTTP call. The message is that of the server when it sent one. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  /** HTTP status; 0 when no answer arrived. */
  readonly status: number;
  /** The parsed body of the answer; null when there was none. */
  readonly body: unknown;
  constructor(status: number, message: string, body: unknown = null) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

/** `status` of a call without an answer. */
const NO_ANSWER = 0;
/** Request Timeout and Too Many Requests. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 429]);

/** Whether the same call may succeed later: the server was not reached, was too busy, or failed. */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof HttpError &&
    (error.status === NO_ANSWER || PASSING_STATUSES.has(error.status) || error.status >= 500)
  );
}

/** A sentence about a failed call that can be shown: the server's message when it sent one. */
export function failureText(error: unknown): string {
  if (error instanceof HttpError && error.status === NO_ANSWER) return 'The server could not be reached.';
  const text = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Browsers refuse `keepalive` for larger bodies, bytes. */
const KEEPALIVE_LIMIT_BYTES = 60_000;
const CALL_LIMIT_MS = 30_000;
const bytesOf = (text: string | undefined): number =>
  text === undefined ? 0 : new TextEncoder().encode(text).byteLength;

/** Whether a call with this body may outlive the page that makes it. */
export const canOutlivePage = (body: unknown): boolean =>
  bytesOf(JSON.stringify(body)) < KEEPALIVE_LIMIT_BYTES;

/** Options of a call. */
export interface CallOptions<Route extends HttpRoute> {
  /** Access token of the session. */
  readonly token?: string | null;
  /** The call may outlive the page. */
  readonly keepalive?: boolean;
  /** Another server than the client's. */
  readonly baseUrl?: string;
  /** Path parameters and query of the route. */
  readonly params?: ParamsOf<Route>;
}

/** The HTTP calls of the server. */
export interface HttpApi {
  /** Makes a call of the catalogue and validates its answer. Rejects with an HttpError. */
  call<Name extends RouteName>(
    name: Name,
    body: RouteBody<Name>,
    options?: CallOptions<(typeof http)[Name]>,
  ): Promise<RouteAnswer<Name>>;
  /** As `call`, for a route whose catalogue is loaded with a page. */
  callRoute<Route extends HttpRoute>(
    route: Route,
    body: BodyOf<Route>,
    options?: CallOptions<Route>,
  ): Promise<AnswerOf<Route>>;
  /** Calls a route that is not in the catalogue, with the token and the session cookie. */
  raw(path: string, init: RequestInit, token: string | null): Promise<Response>;
  /** The Cookie header for a socket; null when the browser adds it. */
  cookieHeader(): string | null;
}

/** A route's path with its parameters filled in; parameters that the path does not name become the query. */
function pathOf(path: string, params: Readonly<Record<string, string | undefined>> | undefined): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value === undefined) continue;
    if (filled.includes(`{${name}}`)) filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else query.set(name, value);
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}

interface HttpApiOptions {
  /** Origin of the server, without a trailing slash. */
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly cookieMode: CookieMode;
}

/** The HTTP calls of one client to its server. */
export function createHttpApi(options: HttpApiOptions): HttpApi {
  return new FetchApi(options);
}

class FetchApi implements HttpApi {
  readonly #options: HttpApiOptions;
  readonly #jar = new CookieJar();

  constructor(options: HttpApiOptions) {
    this.#options = options;
  }

  cookieHeader(): string | null {
    return this.#jar.header();
  }

  raw(path: string, init: RequestInit, token: string | null): Promise<Response> {
    return this.#fetch(`${this.#options.baseUrl}${path}`, init, token);
  }

  call<Name extends RouteName>(
    name: Name,
    body: RouteBody<Name>,
    options: CallOptions<(typeof http)[Name]> = {},
  ): Promise<RouteAnswer<Name>> {
    return this.callRoute<(typeof http)[Name]>(http[name], body, options);
  }

  async callRoute<Route extends HttpRoute>(
    route: Route,
    body: BodyOf<Route>,
    options: CallOptions<Route> = {},
  ): Promise<AnswerOf<Route>> {
    const response = await this.#send(route, body, options);
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) {
      const refused = v.safeParse(httpErrorBody, answer);
      const text = refused.success
        ? refused.output.Error
        : `The server refused ${route.path} (${response.status}).`;
      throw new HttpError(response.status, text, answer);
    }
    const parsed = v.safeParse(route.response, answer);
    if (!parsed.success)
      throw new HttpError(response.status, `The server's answer to ${route.path} could not be read.`);
    return parsed.output;
  }

  async #send<Route extends HttpRoute>(
    route: Route,
    body: BodyOf<Route>,
    { token = null, keepalive = false, baseUrl = this.#options.baseUrl, params }: CallOptions<Route>,
  ): Promise<Response> {
    // Every schema of `params` in the catalogue is an object of texts.
    const path = pathOf(route.path, params as Readonly<Record<string, string | undefined>> | undefined);
    const init =
      route.method === 'POST' ? postInit(bodyText(route, body), keepalive) : { method: route.method };
    try {
      return await this.#fetch(`${baseUrl}${path}`, init, token);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new HttpError(NO_ANSWER, `The server could not be reached (${route.path}): ${reason}`);
    }
  }

  async #fetch(url: string, init: RequestInit, token: string | null): Promise<Response> {
    const headers = new Headers(init.headers);
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    const isBrowser = this.#options.cookieMode === 'browser';
    const cookie = isBrowser ? null : this.#jar.header();
    if (cookie !== null) headers.set('cookie', cookie);
    const response = await this.#options.fetch(url, {
      signal: AbortSignal.timeout(CALL_LIMIT_MS),
      ...init,
      headers,
      ...(isBrowser ? { credentials: 'include' as const } : {}),
    });
    if (!isBrowser) this.#jar.keep(response);
    return response;
  }
}

/** The JSON text of a body. Only `settingsSave` distinguishes null from an empty body. */
const bodyText = (route: HttpRoute, body: unknown): string =>
  JSON.stringify(body === undefined || (body === null && route !== http.settingsSave) ? {} : body);

const postInit = (body: string, keepalive: boolean): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json' },
  ...(keepalive && bytesOf(body) < KEEPALIVE_LIMIT_BYTES ? { keepalive: true } : {}),
});

/** The cookies of a client on a host without cookies of its own. */
class CookieJar {
  readonly #cookies = new Map<string, string>();

  /** The Cookie header; null when there are no cookies. */
  header(): string | null {
    if (this.#cookies.size === 0) return null;
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Keeps the cookies that an answer sets, and removes those that it clears. */
  keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const split = pair.indexOf('=');
      if (split < 1) continue;
      const name = pair.slice(0, split).trim();
      const value = pair.slice(split + 1).trim();
      const isCleared =
        value === '' || attributes.some((attribute) => attribute.trim().toLowerCase() === 'max-age=0');
      if (isCleared) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}
