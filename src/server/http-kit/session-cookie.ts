import type { CookieScope } from './public-address.ts';

const NAME = 'tapedeck_session';

/**
 * Name of the cookie that restores the session when the page reloads. Scripts cannot read it, and browsers do not send it with
 * cross-site requests. Over TLS, the `__Host-` prefix makes browsers accept it from this host only: neither a sibling domain nor a
 * page without TLS can replace it. Browsers require the path `/` for that, so below a path prefix the name begins with `__Secure-`, which
 * a page without TLS cannot set either.
 */
export function sessionCookieName({ isOverTls, path }: CookieScope): string {
  if (!isOverTls) return NAME;
  return `${path === '/' ? '__Host-' : '__Secure-'}${NAME}`;
}

/** The session token in a Cookie header; undefined when there is none. Over TLS only the cookie of TLS counts, otherwise only the plain one. */
export function sessionTokenOf(header: string | undefined, scope: CookieScope): string | undefined {
  const wanted = sessionCookieName(scope);
  for (const part of header?.split(';') ?? []) {
    const [name, value] = part.trim().split('=', 2);
    // Tokens are base64url and dots, so they are never percent-encoded.
    if (name === wanted && value) return value;
  }
  return undefined;
}

/** The Set-Cookie header that stores a token until its session ends (host UTC ms). A cookie that was set over TLS is sent over TLS only. */
export function sessionCookie(
  jwt: string,
  sessionExpiresAtMs: number,
  nowMs: number,
  scope: CookieScope,
): string {
  return cookie(jwt, Math.max(0, Math.floor((sessionExpiresAtMs - nowMs) / 1000)), scope);
}

/** The Set-Cookie header that deletes the session cookie. */
export function clearedSessionCookie(scope: CookieScope): string {
  return cookie('', 0, scope);
}

function cookie(value: string, maxAgeSeconds: number, scope: CookieScope): string {
  return `${sessionCookieName(scope)}=${value}; Path=${scope.path}; HttpOnly; SameSite=Strict;${scope.isOverTls ? ' Secure;' : ''} Max-Age=${maxAgeSeconds}`;
}
