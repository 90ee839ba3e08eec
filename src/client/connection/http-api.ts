import * as v from 'valibot';
import { http, httpErrorBody } from '../../protocol/index.ts';

export type RouteName = keyof typeof http;
export type RouteBody<Name extends RouteName> = (typeof http)[Name]['body'] extends v.GenericSchema
  ? v.InferInput<(typeof http)[Name]['body']>
  : null;
export type RouteParams<Name extends RouteName> = (typeof http)[Name] extends {
  readonly params: infer Schema extends v.GenericSchema;
}
  ? v.InferInput<Schema>
  : never;
export type RouteAnswer<Name extends RouteName> = v.InferOutput<(typeof http)[Name]['response']>;

/**
 * Who keeps the session cookie: the `browser`, or this client's own `jar` (for hosts without one, such as Node).
 */
export type CookieMode = 'browser' | 'jar';

/** A refused or failed HTTP call; the message is the server's own words when it gave any. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The answer's body as it came; null when there was none. */
  readonly body: unknown;
  constructor(status: number, message: string, body: unknown = null) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

/** True of what may go well the next time: the server was not reached, was too busy, or failed. */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof HttpError &&
    (error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500)
  );
}

/** What went wrong with a call, as a sentence that can be shown: the server's own words when it gave any. */
export function failureText(error: unknown): string {
  if (error instanceof HttpError && error.status === 0) return 'The server could not be reached.';
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

export interface CallOptions<Name extends RouteName> {
  readonly token?: string | null;
  readonly keepalive?: boolean;
  readonly baseUrl?: string;
  /** Path parameters and query of the route. */
  readonly params?: RouteParams<Name>;
}

export interface HttpApi {
  call<Name extends RouteName>(
    name: Name,
    body: RouteBody<Name>,
    options?: CallOptions<Name>,
  ): Promise<RouteAnswer<Name>>;
  /** A call of a route that is not in the catalogue, with the token and whatever else the server knows this client by. */
  raw(path: string, init: RequestInit, token: string | null): Promise<Response>;
  /** The Cookie header for a socket; null when the browser adds it. */
  cookieHeader(): string | null;
}

/** A route's path with its parameters in place; those that the path does not name become the query. */
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

export function createHttpApi(options: {
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  cookieMode: CookieMode;
}): HttpApi {
  const jar = new Map<string, string>();
  const cookieHeader = () =>
    jar.size === 0 ? null : [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  function keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const split = pair.indexOf('=');
      if (split < 1) continue;
      const name = pair.slice(0, split).trim();
      const value = pair.slice(split + 1).trim();
      if (value === '' || attributes.some((attribute) => attribute.trim().toLowerCase() === 'max-age=0'))
        jar.delete(name);
      else jar.set(name, value);
    }
  }

  async function raw(url: string, init: RequestInit, token: string | null): Promise<Response> {
    const headers = new Headers(init.headers);
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    const cookie = options.cookieMode === 'jar' ? cookieHeader() : null;
    if (cookie !== null) headers.set('cookie', cookie);
    const response = await options.fetch(url, {
      signal: AbortSignal.timeout(CALL_LIMIT_MS),
      ...init,
      headers,
      ...(options.cookieMode === 'browser' ? { credentials: 'include' as const } : {}),
    });
    if (options.cookieMode === 'jar') keepCookies(response);
    return response;
  }

  return {
    cookieHeader,
    raw: (path, init, token) => raw(`${options.baseUrl}${path}`, init, token),
    async call<Name extends RouteName>(
      name: Name,
      body: RouteBody<Name>,
      { token = null, keepalive = false, baseUrl = options.baseUrl, params }: CallOptions<Name> = {},
    ) {
      const route = http[name];
      // Every schema of `params` in the catalogue is an object of texts.
      const path = pathOf(route.path, params as Readonly<Record<string, string | undefined>> | undefined);
      const text =
        route.method === 'POST'
          ? JSON.stringify(body === undefined || (body === null && name !== 'settingsSave') ? {} : body)
          : undefined;
      let response: Response;
      try {
        response = await raw(
          `${baseUrl}${path}`,
          {
            method: route.method,
            ...(text === undefined ? {} : { body: text, headers: { 'content-type': 'application/json' } }),
            ...(keepalive && bytesOf(text) < KEEPALIVE_LIMIT_BYTES ? { keepalive: true } : {}),
          },
          token,
        );
      } catch (error) {
        throw new HttpError(
          0,
          `The server could not be reached (${route.path}): ${error instanceof Error ? error.message : String(error)}`,
        );
      }
      const answer: unknown = await response.json().catch(() => null);
      if (!response.ok) {
        const refused = v.safeParse(httpErrorBody, answer);
        throw new HttpError(
          response.status,
          refused.success ? refused.output.Error : `The server refused ${route.path} (${response.status}).`,
          answer,
        );
      }
      const parsed = v.safeParse(route.response, answer);
      if (!parsed.success)
        throw new HttpError(response.status, `The server's answer to ${route.path} could not be read.`);
      return parsed.output;
    },
  };
}
