import type { CookieScope } from '../http-kit/public-address.ts';

/**
 * Ties the broker's answer to the browser that set out: the session cookie does not travel back from the broker's site (SameSite=Strict),
 * so this one does, for ten minutes and for the callback only.
 */
const LOGIN_COOKIE = 'tapedeck_broker_login';
const LIMIT_SECONDS = 600;

const attributes = ({ isOverTls, path }: CookieScope): string =>
  `Path=${path}; HttpOnly; SameSite=Lax${isOverTls ? '; Secure' : ''}`;

/** The `Set-Cookie` value that marks the browser in which a login began. */
export function loginCookie(browserKey: string, scope: CookieScope): string {
  return `${LOGIN_COOKIE}=${browserKey}; ${attributes(scope)}; Max-Age=${LIMIT_SECONDS}`;
}

/** The `Set-Cookie` value that removes the mark. */
export function clearedLoginCookie(scope: CookieScope): string {
  return `${LOGIN_COOKIE}=; ${attributes(scope)}; Max-Age=0`;
}

/** The key of the browser from a `Cookie` header; '' when it has none. */
export function browserKeyOf(header: string | undefined): string {
  for (const part of header?.split(';') ?? []) {
    const [name, value] = part.trim().split('=', 2);
    if (name === LOGIN_COOKIE && value) return value;
  }
  return '';
}
