/** The cookie by which a reloaded page finds its session. Scripts cannot read it; other sites cannot make it travel. */
export const SESSION_COOKIE = 'tapedeck_session';

/** The session token in a Cookie header. */
export function sessionTokenOf(header: string | undefined): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const [name, value] = part.trim().split('=', 2);
    // Tokens are base64url and dots: nothing in them is ever percent-encoded.
    if (name === SESSION_COOKIE && value) return value;
  }
  return undefined;
}

/** The Set-Cookie header that stores a token until it ends (host UTC ms). One that was set over TLS never travels without it. */
export function sessionCookie(jwt: string, expiresAtMs: number, nowMs: number, isOverTls: boolean): string {
  return `${SESSION_COOKIE}=${jwt}; Path=/; HttpOnly; SameSite=Strict;${isOverTls ? ' Secure;' : ''} Max-Age=${Math.max(0, Math.floor((expiresAtMs - nowMs) / 1000))}`;
}

export function clearedSessionCookie(isOverTls: boolean): string {
  return `${SESSION_COOKIE}=; Path=/; HttpOnly; SameSite=Strict;${isOverTls ? ' Secure;' : ''} Max-Age=0`;
}
