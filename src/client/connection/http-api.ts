import * as v from 'valibot';
import { http, httpErrorBody } from '../../protocol/index.ts';

export type RouteName = keyof typeof http;
export type RouteBody<Name extends RouteName> = (typeof http)[Name]['body'] extends v.GenericSchema ? v.InferInput<(typeof http)[Name]['body']> : null;
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
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Browsers refuse `keepalive` for larger bodies, bytes. */
const KEEPALIVE_LIMIT_BYTES = 60_000;
const CALL_LIMIT_MS = 30_000;

export interface HttpApi {
  call<Name extends RouteName>(name: Name, body: RouteBody<Name>, options?: { token?: string | null; keepalive?: boolean; baseUrl?: string }): Promise<RouteAnswer<Name>>;
  /** The Cookie header for a socket; null when the browser adds it. */
  cookieHeader(): string | null;
}

export function createHttpApi(options: { baseUrl: string; fetch: typeof globalThis.fetch; cookieMode: CookieMode }): HttpApi {
  const jar = new Map<string, string>();
  const cookieHeader = () => (jar.size === 0 ? null : [...jar].map(([name, value]) => `${name}=${value}`).join('; '));

  function keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const split = pair.indexOf('=');
      if (split < 1) continue;
      const name = pair.slice(0, split).trim();
      const value = pair.slice(split + 1).trim();
      if (value === '' || attributes.some((attribute) => attribute.trim().toLowerCase() === 'max-age=0')) jar.delete(name);
      else jar.set(name, value);
    }
  }

  return {
    cookieHeader,
    async call<Name extends RouteName>(name: Name, body: RouteBody<Name>, { token = null, keepalive = false, baseUrl = options.baseUrl }: { token?: string | null; keepalive?: boolean; baseUrl?: string } = {}) {
      const route = http[name];
      const headers: Record<string, string> = {};
      if (token !== null) headers.authorization = `Bearer ${token}`;
      const cookie = options.cookieMode === 'jar' ? cookieHeader() : null;
      if (cookie !== null) headers.cookie = cookie;
      const text = route.method === 'POST' ? JSON.stringify(body ?? {}) : undefined;
      if (text !== undefined) headers['content-type'] = 'application/json';
      let response: Response;
      try {
        response = await options.fetch(`${baseUrl}${route.path}`, {
          method: route.method,
          headers,
          ...(text === undefined ? {} : { body: text }),
          ...(options.cookieMode === 'browser' ? { credentials: 'include' as const } : {}),
          ...(keepalive && (text?.length ?? 0) < KEEPALIVE_LIMIT_BYTES ? { keepalive: true } : {}),
          signal: AbortSignal.timeout(CALL_LIMIT_MS),
        });
      } catch (error) {
        throw new HttpError(0, `The server could not be reached (${route.path}): ${error instanceof Error ? error.message : String(error)}`);
      }
      if (options.cookieMode === 'jar') keepCookies(response);
      const answer: unknown = await response.json().catch(() => null);
      if (!response.ok) {
        const refused = v.safeParse(httpErrorBody, answer);
        throw new HttpError(response.status, refused.success ? refused.output.Error : `The server refused ${route.path} (${response.status}).`);
      }
      const parsed = v.safeParse(route.response, answer);
      if (!parsed.success) throw new HttpError(response.status, `The server's answer to ${route.path} could not be read.`);
      return parsed.output;
    },
  };
}
