import type { IncomingMessage } from 'node:http';

/**
 * Whether the client's connection is over TLS. A proxy in front of the server terminates TLS and reports it in X-Forwarded-Proto. A
 * client that forges the header only receives stricter cookies.
 */
export function isOverTls(request: IncomingMessage): boolean {
  const forwarded = request.headers['x-forwarded-proto'];
  const scheme = typeof forwarded === 'string' ? forwarded.split(',', 1)[0]?.trim().toLowerCase() : undefined;
  // For the upgrade of a WebSocket some proxies name the scheme of the socket.
  return scheme === 'https' || scheme === 'wss';
}
