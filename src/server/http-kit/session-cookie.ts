const NAME = 'tapedeck_session';

/**
 * Name of the cookie that restores the session when the page reloads. Scripts cannot read it, and browsers do not send it with
 * cross-site requests. Over TLS, the `__Host-` prefix makes browsers accept it from this host only: neither a sibling domain nor a
 * page without TLS can replace it.
 */
export function sessionCookieName(isOverTls: boolean): string {
  return isOverTls ? `__Host-${NAME}` : NAME;
}

/** The session token in a Cookie header; undefined when there is none. Over TLS only the `__Host-` cookie counts, otherwise only the plain one. */
export function sessionTokenOf(header: string | undefined, isOverTls: boolean): string | undefined {
  const wanted = sessionCookieName(isOverTls);
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
  isOverTls: boolean,
): string {
  return cookie(jwt, Math.max(0, Math.floor((sessionExpiresAtMs - nowMs) / 1000)), isOverTls);
}

/** The Set-Cookie header that deletes the session cookie. */
export function clearedSessionCookie(isOverTls: boolean): string {
  return cookie('', 0, isOverTls);
}

function cookie(value: string, maxAgeSeconds: number, isOverTls: boolean): string {
  return `${sessionCookieName(isOverTls)}=${value}; Path=/; HttpOnly; SameSite=Strict;${isOverTls ? ' Secure;' : ''} Max-Age=${maxAgeSeconds}`;
}
