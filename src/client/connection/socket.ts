/** The part of a WebSocket that the client uses; browsers, Node and the `ws` package all have it. */
export interface SocketLike {
  /** 0 connecting, 1 open, 2 closing, 3 closed. */
  readonly readyState: number;
  send(text: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { code: number; reason: string }) => void): void;
}

/** `readyState` of a socket that takes what it is given. */
export const SOCKET_OPEN = 1;

/** Any WebSocket class. Its further arguments differ from host to host. */
export type SocketConstructor = new (
  url: string,
  ...rest: never[]
) => { send(text: string): void; close(code?: number, reason?: string): void };

/** Opens a socket at an address; throws when the host refuses the address. */
export type OpenSocket = (url: string) => SocketLike;

/**
 * Opens sockets by the given class. Outside a browser the session cookie must be added: `cookieHeader` returns it, and it is
 * passed in the options that Node's own WebSocket and `ws` accept as second argument.
 */
export function socketOpener(
  constructor: SocketConstructor | undefined,
  cookieHeader: () => string | null,
): OpenSocket {
  const Socket = constructor ?? globalThis.WebSocket;
  if (Socket === undefined) throw new Error('This host has no WebSocket; pass one to createPlatform.');
  // The constructors' own types disagree about the second argument and the events; both are checked by the tests with each class.
  const Open = Socket as unknown as new (
    url: string,
    options?: { headers: Record<string, string> },
  ) => SocketLike;
  return (url) => {
    const cookie = cookieHeader();
    return cookie === null ? new Open(url) : new Open(url, { headers: { cookie } });
  };
}
