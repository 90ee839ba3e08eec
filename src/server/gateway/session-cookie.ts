const NAME = 'tapedeck_session';

/**
 * The cookie by which a reloaded page finds its session. Scripts cannot read it; other sites cannot make it travel. Over
 * TLS its prefix has browsers take it from this very host alone: neither a neighbour under the same domain nor a page
 * without TLS can put one of theirs in its place.
 */
export function sessionCookieName(isOverTls: boolean): string {
  return isOverTls ? `__Host-${NAME}` : NAME;
}

/** The session token in a Cookie header. Only the cookie that belongs to the way the caller came counts. */
export function sessionTokenOf(header: string | undefined, isOverTls: boolean): string | undefined {
  const wanted = sessionCookieName(isOverTls);
  for (const part of header?.split(';') ?? []) {
    const [name, value] = part.trim().split('=', 2);
    // Tokens are base64url and dots: nothing in them is ever percent-encoded.
    if (name === wanted && value) return value;
  }
  return undefined;
}

/** The Set-Cookie header that stores a token until its session ends (host UTC ms). One that was set over TLS never travels without it. */
export function sessionCookie(
  jwt: string,
  sessionExpiresAtMs: number,
  nowMs: number,
  isOverTls: boolean,
): string {
  return cookie(jwt, Math.max(0, Math.floor((sessionExpiresAtMs - nowMs) / 1000)), isOverTls);
}

export function clearedSessionCookie(isOverTls: boolean): string {
  return cookie('', 0, isOverTls);
}

function cookie(value: string, maxAgeSeconds: number, isOverTls: boolean): string {
  return `${sessionCookieName(isOverTls)}=${value}; Path=/; HttpOnly; SameSite=Strict;${isOverTls ? ' Secure;' : ''} Max-Age=${maxAgeSeconds}`;
}
