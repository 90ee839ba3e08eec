import {
  CLOSE_AUTH_FAILED,
  CLOSE_OTHER_VERSION,
  CLOSE_SESSION_ENDED,
  encode,
  type Body,
  type Message,
  type MessageName,
  type SocketName,
} from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';
import { createObservable, reportLater } from '../observable.ts';
import type { ConnectionState, Readable } from '../types.ts';
import { Heartbeat } from './heartbeat.ts';
import { readFrame } from './read-frame.ts';
import { SOCKET_OPEN, type OpenSocket, type SocketLike } from './socket.ts';

/** Delay before a lost socket is opened again (spec platform.md §9). */
export const RECONNECT_MS = 15_000;
/** A socket that takes longer than this to open is given up. */
const OPEN_LIMIT_MS = 15_000;
/** Messages that may wait for the socket; no more than a few ever do. */
export const MAX_QUEUED = 1_000;

const PING = { trading: 'heartbeat', streaming: 'streamingPing', data: 'dataPing' } as const;

const PONG = { trading: 'heartbeatAck', streaming: 'streamingPong', data: 'dataPong' } as const;

export interface ConnectionOptions<S extends SocketName> {
  readonly socket: S;
  /** The address for an attempt: attempts count the servers of the list in turn. */
  readonly url: (attempt: number) => Promise<string>;
  readonly open: OpenSocket;
  readonly clock: HostClock;
  /** Delay before a lost socket is opened again, ms; read at each attempt. */
  readonly reconnectMs: () => number;
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
  /** The machine may have been asleep: a lost socket is opened now, and an open one has to answer soon. */
  checkNow(): void;
  /** The delay before reconnecting has changed: one that is running is measured by the new one. */
  onDelayChanged(): void;
  /** The server reported an error that belongs to no request: it becomes the state's error until the next socket. */
  fault(text: string): void;
  /** Replaces the socket at once (to authenticate again); queued messages stay. */
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

const IDLE: ConnectionState = {
  status: 'idle',
  error: null,
  latencyMs: null,
  isLate: false,
  retryAtMs: null,
};
/** A further try with the same token and the same code of this page would end alike. */
const FINAL_CODES: ReadonlySet<number> = new Set([
  CLOSE_AUTH_FAILED,
  CLOSE_SESSION_ENDED,
  CLOSE_OTHER_VERSION,
]);
const errorText = (socket: SocketName) =>
  `The connection to the ${socket} server was lost. Trying again shortly.`;

export function createConnection<S extends SocketName>(options: ConnectionOptions<S>): Connection {
  const { socket: name, clock } = options;
  const state = createObservable<ConnectionState>(IDLE);
  let socket: SocketLike | null = null;
  let isWanted = false;
  let isOpen = false;
  let isReady = false;
  let queue: string[] = [];
  let attempt = 0;
  /** Rises with every socket, so that frames of an abandoned one are ignored. */
  let epoch = 0;
  let retryTimer: unknown = null;
  let openTimer: unknown = null;
  /** The present socket has sent a frame. */
  let hasReceived = false;
  let lostAtMs = 0;

  const update = (change: Partial<ConnectionState>) => state.set({ ...state.get(), ...change });

  function stopTimers(): void {
    clock.clearTimeout(retryTimer);
    clock.clearTimeout(openTimer);
    heartbeat.stop();
    retryTimer = openTimer = null;
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

  function retryAfter(delayMs: number): void {
    clock.clearTimeout(retryTimer);
    retryTimer = clock.setTimeout(() => void start(), delayMs);
    update({ retryAtMs: clock.nowMs() + delayMs });
  }

  /** @param delayMs before the next try; the documented delay unless given */
  function lost(code: number, reason: string, delayMs = options.reconnectMs()): void {
    abandon();
    // The next server of the list, in turn.
    attempt++;
    lostAtMs = clock.nowMs();
    if (FINAL_CODES.has(code)) {
      isWanted = false;
      update({
        status: 'closed',
        error: reason || 'The session is no longer valid. Sign in again.',
        latencyMs: null,
        retryAtMs: null,
      });
    } else {
      update({ status: 'waiting', error: reason || errorText(name), latencyMs: null });
      retryAfter(delayMs);
    }
    options.onClose(code, reason);
  }

  const heartbeat = new Heartbeat({
    clock,
    // The three pings have the same body.
    send: (sentMs) => sendNow(PING[name] as 'heartbeat', { Sent: sentMs }),
    onDead: (isAfterSleep) =>
      isAfterSleep
        ? lost(1006, `The ${name} server does not answer. Connecting again.`, 0)
        : lost(1006, `The ${name} server does not answer. Trying again shortly.`),
    onLate: (isLate) => update({ isLate }),
  });

  async function start(): Promise<void> {
    const mine = ++epoch;
    stopTimers();
    update({ status: 'connecting', retryAtMs: null });
    const url = await options.url(attempt).catch(() => null);
    if (mine !== epoch || !isWanted) return;
    if (url === null) return lost(1006, 'The server could not be reached. Trying again shortly.');
    let opened: SocketLike;
    try {
      opened = options.open(url);
    } catch (error) {
      return lost(
        1006,
        `The ${name} socket could not be opened: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    socket = opened;
    const isCurrent = () => mine === epoch;
    openTimer = clock.setTimeout(() => isCurrent() && !isOpen && lost(1006, ''), OPEN_LIMIT_MS);
    opened.addEventListener('open', () => {
      if (!isCurrent()) return;
      clock.clearTimeout(openTimer);
      isOpen = true;
      hasReceived = false;
      // The trading socket is greeted at once and may then wait for the user to sign in; the others are authenticated at once or never.
      openTimer = clock.setTimeout(
        () => isCurrent() && !(name === 'trading' ? hasReceived : isReady) && lost(1006, ''),
        OPEN_LIMIT_MS,
      );
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
    const mine = epoch;
    heartbeat.onFrame();
    hasReceived = true;
    for (const result of readFrame(name, text)) {
      // What came before in the same frame may have ended the connection.
      if (mine !== epoch) return;
      if (result.ok) take(result.value);
      else update({ error: `The server sent an invalid message: ${result.error.message}` });
    }
  }

  function take(message: Message<S, 'toClient'>): void {
    // The three answers have the same body; the compiler does not know which socket S is.
    if ((message.name as string) === PONG[name])
      update({ latencyMs: heartbeat.onAnswer((message.body as Body<'heartbeatAck'>).Sent) });
    try {
      options.onMessage(message);
    } catch (error) {
      // One bad message must not end the connection, nor vanish.
      reportLater(error);
    }
  }

  function transmit(text: string): boolean {
    // A socket that is closing takes what it is given and drops it, though its close event has not come yet.
    if (socket === null || !isOpen || socket.readyState !== SOCKET_OPEN) return false;
    try {
      socket.send(text);
      return true;
    } catch {
      // Some hosts raise an error where others drop it.
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
    checkNow() {
      if (!isWanted) return;
      if (state.get().status === 'waiting') void start();
      // Before authentication the owner waits with a limit of its own.
      else if (isReady) heartbeat.demandAnswer();
    },
    onDelayChanged() {
      if (state.get().status === 'waiting')
        retryAfter(Math.max(0, lostAtMs + options.reconnectMs() - clock.nowMs()));
    },
    fault: (text) => update({ error: text }),
    restart() {
      abandon();
      isWanted = true;
      void start();
    },
    markReady() {
      if (!isOpen || isReady) return;
      isReady = true;
      clock.clearTimeout(openTimer);
      heartbeat.start();
      const waiting = queue;
      queue = [];
      // What cannot leave any more waits for the next socket.
      for (const text of waiting) if (!transmit(text)) queue.push(text);
    },
    isReady: () => isReady,
    send(message, body) {
      const text = encode(message, body);
      if (isReady && transmit(text)) return;
      queue.push(text);
      if (queue.length > MAX_QUEUED) {
        queue.shift();
        update({ error: `Too much waits for the ${name} server: the oldest message was dropped.` });
      }
    },
    sendNow,
    sendReady: (message, body) => isReady && sendNow(message, body),
  };
}
