import { CLOSE_AUTH_FAILED, CLOSE_SESSION_ENDED, encode, type Body, type Message, type MessageName, type SocketName } from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';
import { createObservable, reportLater } from '../observable.ts';
import type { ConnectionState, Readable } from '../types.ts';
import { readFrame } from './read-frame.ts';
import type { OpenSocket, SocketLike } from './socket.ts';

/** Delay before a lost socket is opened again (spec platform.md §9). */
export const RECONNECT_MS = 15_000;
/** Time between two heartbeats or pings. */
export const HEARTBEAT_MS = 5_000;
/** A socket that has not said anything for this long after a ping is taken for dead. */
const SILENCE_LIMIT_MS = 15_000;
/** A socket that takes longer than this to open is given up. */
const OPEN_LIMIT_MS = 15_000;

const PING = { trading: 'heartbeat', streaming: 'streamingPing', data: 'dataPing' } as const;

const PONG = { trading: 'heartbeatAck', streaming: 'streamingPong', data: 'dataPong' } as const;

export interface ConnectionOptions<S extends SocketName> {
  readonly socket: S;
  /** Addresses to try in turn. Asked before each attempt. */
  readonly urls: () => Promise<readonly string[]>;
  readonly open: OpenSocket;
  readonly clock: HostClock;
  readonly reconnectMs: number;
  /** The socket has opened: authenticate now, by `sendNow`. */
  readonly onOpen: () => void;
  readonly onMessage: (message: Message<S, 'toClient'>) => void;
  /** The socket was lost or closed by the server. */
  readonly onClose: (code: number, reason: string) => void;
}

/** One socket that is opened again when it is lost. It never repeats an order: what must not wait goes by `sendReady`. */
export interface Connection extends Readable<ConnectionState> {
  connect(): void;
  /** Closes and forgets what waits in the queue; `connect` opens again. */
  close(): void;
  /** Opens a new socket at once (to authenticate anew); what waits in the queue stays. */
  restart(): void;
  /** The owner has authenticated: what waits in the queue goes out, and from now on `send` is immediate. */
  markReady(): void;
  isReady(): boolean;
  /** Sends when ready; until then the message waits. */
  send<Name extends MessageName>(name: Name, body: Body<Name>): void;
  /** Sends if the socket is open, ready or not (authentication goes this way); false when it is not. */
  sendNow<Name extends MessageName>(name: Name, body: Body<Name>): boolean;
  /** Sends if open and ready; else does nothing and returns false. For what must never wait: orders and cancels. */
  sendReady<Name extends MessageName>(name: Name, body: Body<Name>): boolean;
}

const IDLE: ConnectionState = { status: 'idle', error: null, latencyMs: null };
const errorText = (socket: SocketName) => `The connection to the ${socket} server was lost. Trying again shortly.`;

export function createConnection<S extends SocketName>(options: ConnectionOptions<S>): Connection {
  const { socket: name, clock } = options;
  const state = createObservable<ConnectionState>(IDLE);
  let socket: SocketLike | null = null;
  let isWanted = false;
  let isOpen = false;
  let isReady = false;
  let queue: string[] = [];
  let attempt = 0;
  /** Rises with every socket, so that what an abandoned one still says is not heard. */
  let epoch = 0;
  let retryTimer: unknown = null;
  let openTimer: unknown = null;
  let pingTimer: unknown = null;
  let pingSentMs = 0;
  let heardMs = 0;

  const update = (change: Partial<ConnectionState>) => state.set({ ...state.get(), ...change });

  function stopTimers(): void {
    clock.clearTimeout(retryTimer);
    clock.clearTimeout(openTimer);
    clock.clearTimeout(pingTimer);
    retryTimer = openTimer = pingTimer = null;
  }

  function abandon(): void {
    epoch++;
    stopTimers();
    isOpen = isReady = false;
    const old = socket;
    socket = null;
    if (old !== null) {
      try {
        old.close();
      } catch {
        // A socket that is still opening may refuse; it is forgotten either way.
      }
    }
  }

  function lost(code: number, reason: string): void {
    abandon();
    if (code === CLOSE_AUTH_FAILED || code === CLOSE_SESSION_ENDED) {
      isWanted = false;
      update({ status: 'closed', error: reason || 'The session is no longer valid. Sign in again.', latencyMs: null });
    } else {
      update({ status: 'waiting', error: reason || errorText(name), latencyMs: null });
      retryTimer = clock.setTimeout(() => void start(), options.reconnectMs);
    }
    options.onClose(code, reason);
  }

  function ping(): void {
    const nowMs = clock.nowMs();
    if (pingSentMs > heardMs && nowMs - heardMs > SILENCE_LIMIT_MS) return lost(1006, `The ${name} server does not answer. Trying again shortly.`);
    // The three pings have the same body.
    if (sendNow(PING[name] as 'heartbeat', { Sent: nowMs })) pingSentMs = nowMs;
    pingTimer = clock.setTimeout(ping, HEARTBEAT_MS);
  }

  async function start(): Promise<void> {
    const mine = ++epoch;
    stopTimers();
    update({ status: 'connecting' });
    const urls = await options.urls().catch(() => []);
    if (mine !== epoch || !isWanted) return;
    const url = urls[attempt++ % Math.max(1, urls.length)];
    if (url === undefined) return lost(1006, 'The server could not be reached. Trying again shortly.');
    let opened: SocketLike;
    try {
      opened = options.open(url);
    } catch (error) {
      return lost(1006, `The ${name} socket could not be opened: ${error instanceof Error ? error.message : String(error)}`);
    }
    socket = opened;
    const isCurrent = () => mine === epoch;
    openTimer = clock.setTimeout(() => isCurrent() && !isOpen && lost(1006, ''), OPEN_LIMIT_MS);
    opened.addEventListener('open', () => {
      if (!isCurrent()) return;
      clock.clearTimeout(openTimer);
      isOpen = true;
      heardMs = clock.nowMs();
      pingSentMs = 0;
      update({ status: 'open', error: null });
      options.onOpen();
    });
    opened.addEventListener('message', (event) => {
      if (isCurrent() && typeof event.data === 'string') receive(event.data);
    });
    // The close event follows and does the work; without a listener some hosts raise the error.
    opened.addEventListener('error', () => {});
    opened.addEventListener('close', (event) => {
      if (isCurrent()) lost(event.code, event.reason);
    });
  }

  function receive(text: string): void {
    heardMs = clock.nowMs();
    const result = readFrame(name, text);
    if (!result.ok) {
      update({ error: `The server sent something unreadable: ${result.error.message}` });
      return;
    }
    const message = result.value;
    // The three answers have the same body; the compiler cannot tell which socket S is.
    if ((message.name as string) === PONG[name]) update({ latencyMs: Math.max(0, heardMs - (message.body as Body<'heartbeatAck'>).Sent) });
    try {
      options.onMessage(message);
    } catch (error) {
      // One bad message must not end the connection, nor vanish.
      reportLater(error);
    }
  }

  function transmit(text: string): boolean {
    if (socket === null || !isOpen) return false;
    try {
      socket.send(text);
      return true;
    } catch {
      // Closing, though the close event has not come yet.
      return false;
    }
  }
  const sendNow: Connection['sendNow'] = (message, body) => transmit(encode(message, body));

  return {
    get: state.get,
    subscribe: state.subscribe,
    connect() {
      if (isWanted) return;
      isWanted = true;
      attempt = 0;
      void start();
    },
    close() {
      isWanted = false;
      abandon();
      queue = [];
      state.set(IDLE);
    },
    restart() {
      abandon();
      isWanted = true;
      void start();
    },
    markReady() {
      if (!isOpen || isReady) return;
      isReady = true;
      ping();
      const waiting = queue;
      queue = [];
      // What cannot leave any more waits for the next socket.
      for (const text of waiting) if (!transmit(text)) queue.push(text);
    },
    isReady: () => isReady,
    send(message, body) {
      const text = encode(message, body);
      if (!isReady || !transmit(text)) queue.push(text);
    },
    sendNow,
    sendReady: (message, body) => isReady && sendNow(message, body),
  };
}
