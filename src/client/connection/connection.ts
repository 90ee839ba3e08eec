import {
  CLOSE_AUTH_FAILED,
  CLOSE_OTHER_VERSION,
  CLOSE_RESTART,
  CLOSE_SESSION_ENDED,
  encode,
  RESTART_TEXT,
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
/** Time limit for opening a socket, and again for the first message or the authentication after it. */
const OPEN_LIMIT_MS = 15_000;
/** Capacity of the queue of messages that wait for the socket; a few at most are usual. */
export const MAX_QUEUED = 1_000;

const PING = { trading: 'heartbeat', streaming: 'streamingPing', data: 'dataPing' } as const;

const PONG = { trading: 'heartbeatAck', streaming: 'streamingPong', data: 'dataPong' } as const;

/** What a connection needs from its owner. */
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

/** One socket that is opened again when it is lost. It never repeats an order: messages that must not wait go by `sendReady`. */
export interface Connection extends Readable<ConnectionState> {
  /** Opens the socket, and opens it again whenever it is lost, until `close`. No effect while that is so already. */
  connect(): void;
  /** Closes the socket and discards the queued messages; `connect` opens again. */
  close(): void;
  /** Checks the socket after a possible sleep of the machine: opens a lost one at once, demands an answer from an open one. */
  checkNow(): void;
  /** Applies a changed reconnect delay to the wait that is running, counted from the loss of the socket. */
  onDelayChanged(): void;
  /** Shows an error of the server that belongs to no request, until the next socket opens. */
  fault(text: string): void;
  /** Replaces the socket at once, in order to authenticate again; queued messages are kept. */
  restart(): void;
  /** The owner has authenticated the socket: sends the queued messages; from now on `send` does not queue. */
  markReady(): void;
  /** Whether the socket is open and authenticated. */
  isReady(): boolean;
  /** Sends when ready; until then the message is queued. */
  send<Name extends MessageName>(name: Name, body: Body<Name>): void;
  /** Sends if the socket is open, ready or not (authentication needs this); false when it is not open. */
  sendNow<Name extends MessageName>(name: Name, body: Body<Name>): boolean;
  /** Sends if open and ready; otherwise does nothing and returns false. For messages that must never wait: orders and cancels. */
  sendReady<Name extends MessageName>(name: Name, body: Body<Name>): boolean;
}

const IDLE: ConnectionState = {
  status: 'idle',
  error: null,
  latencyMs: null,
  isLate: false,
  retryAtMs: null,
};
/** Close codes after which another attempt with the same token and the same page would fail too. */
const FINAL_CODES: ReadonlySet<number> = new Set([
  CLOSE_AUTH_FAILED,
  CLOSE_SESSION_ENDED,
  CLOSE_OTHER_VERSION,
]);
/** The close code of a socket that was lost without a close frame. */
const CLOSE_ABNORMAL = 1006;
const lostText = (socket: SocketName) =>
  `The connection to the ${socket} server was lost. Trying again shortly.`;

/** Opens no socket before `connect`. */
export function createConnection<S extends SocketName>(options: ConnectionOptions<S>): Connection {
  return new ReconnectingSocket(options);
}

class ReconnectingSocket<S extends SocketName> implements Connection {
  readonly #options: ConnectionOptions<S>;
  readonly #clock: HostClock;
  readonly #state = createObservable<ConnectionState>(IDLE);
  readonly #heartbeat: Heartbeat;
  #socket: SocketLike | null = null;
  /** Between `connect` and `close`, unless a close code has ended the session. */
  #isWanted = false;
  #isOpen = false;
  #isReady = false;
  #queue: string[] = [];
  #attempt = 0;
  /** Rises with every socket, so that frames of an abandoned one are ignored. */
  #epoch = 0;
  #retryTimer: unknown = null;
  #openTimer: unknown = null;
  /** The present socket has received a frame. */
  #hasReceived = false;
  /** When the last socket was lost, host UTC ms. */
  #lostAtMs = 0;
  // Views keep these two functions without the object.
  readonly get = this.#state.get;
  readonly subscribe = this.#state.subscribe;

  constructor(options: ConnectionOptions<S>) {
    this.#options = options;
    this.#clock = options.clock;
    const { socket: name, clock } = options;
    this.#heartbeat = new Heartbeat({
      clock,
      // The three pings have the same body.
      send: (sentMs) => this.sendNow(PING[name] as 'heartbeat', { Sent: sentMs }),
      onDead: (isAfterSleep) =>
        isAfterSleep
          ? this.#lose(CLOSE_ABNORMAL, `The ${name} server does not answer. Connecting again.`, 0)
          : this.#lose(CLOSE_ABNORMAL, `The ${name} server does not answer. Trying again shortly.`),
      onLate: (isLate) => this.#update({ isLate }),
    });
  }

  connect(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#attempt = 0;
    void this.#start();
  }

  close(): void {
    this.#isWanted = false;
    this.#abandon();
    this.#queue = [];
    this.#state.set(IDLE);
  }

  restart(): void {
    this.#abandon();
    this.#isWanted = true;
    void this.#start();
  }

  checkNow(): void {
    if (!this.#isWanted) return;
    if (this.get().status === 'waiting') void this.#start();
    // Before authentication the owner waits with a limit of its own.
    else if (this.#isReady) this.#heartbeat.demandAnswer();
  }

  onDelayChanged(): void {
    if (this.get().status === 'waiting')
      this.#retryAfter(Math.max(0, this.#lostAtMs + this.#options.reconnectMs() - this.#clock.nowMs()));
  }

  fault(text: string): void {
    this.#update({ error: text });
  }

  isReady(): boolean {
    return this.#isReady;
  }

  markReady(): void {
    if (!this.#isOpen || this.#isReady) return;
    this.#isReady = true;
    this.#clock.clearTimeout(this.#openTimer);
    this.#heartbeat.start();
    const waiting = this.#queue;
    this.#queue = [];
    // Messages that can no longer be sent wait for the next socket.
    for (const text of waiting) if (!this.#transmit(text)) this.#queue.push(text);
  }

  send<Name extends MessageName>(name: Name, body: Body<Name>): void {
    const text = encode(name, body);
    if (this.#isReady && this.#transmit(text)) return;
    this.#queue.push(text);
    if (this.#queue.length > MAX_QUEUED) {
      this.#queue.shift();
      this.#update({
        error: `Too much waits for the ${this.#options.socket} server: the oldest message was dropped.`,
      });
    }
  }

  sendNow<Name extends MessageName>(name: Name, body: Body<Name>): boolean {
    return this.#transmit(encode(name, body));
  }

  sendReady<Name extends MessageName>(name: Name, body: Body<Name>): boolean {
    return this.#isReady && this.sendNow(name, body);
  }

  #update(change: Partial<ConnectionState>): void {
    this.#state.set({ ...this.get(), ...change });
  }

  async #start(): Promise<void> {
    const mine = ++this.#epoch;
    this.#stopTimers();
    this.#update({ status: 'connecting', retryAtMs: null });
    const url = await this.#options.url(this.#attempt).catch(() => null);
    if (mine !== this.#epoch || !this.#isWanted) return;
    if (url === null)
      return this.#lose(CLOSE_ABNORMAL, 'The server could not be reached. Trying again shortly.');
    try {
      this.#socket = this.#options.open(url);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return this.#lose(CLOSE_ABNORMAL, `The ${this.#options.socket} socket could not be opened: ${reason}`);
    }
    this.#listen(this.#socket, () => mine === this.#epoch);
  }

  /** @param isCurrent false once the socket was abandoned: its events are ignored then */
  #listen(socket: SocketLike, isCurrent: () => boolean): void {
    this.#openTimer = this.#clock.setTimeout(() => {
      if (isCurrent() && !this.#isOpen) this.#lose(CLOSE_ABNORMAL, '');
    }, OPEN_LIMIT_MS);
    socket.addEventListener('open', () => {
      if (isCurrent()) this.#onOpen(isCurrent);
    });
    socket.addEventListener('message', (event) => {
      if (isCurrent() && typeof event.data === 'string') this.#receive(event.data);
    });
    // The close event follows and does the work; without a listener some hosts raise the error.
    socket.addEventListener('error', () => {});
    socket.addEventListener('close', (event) => {
      if (isCurrent()) this.#lose(event.code, event.reason);
    });
  }

  #onOpen(isCurrent: () => boolean): void {
    this.#clock.clearTimeout(this.#openTimer);
    this.#isOpen = true;
    this.#hasReceived = false;
    // The server greets on the trading socket, which may then wait for the user to sign in; the others are authenticated at once or never.
    const isAnswered = () => (this.#options.socket === 'trading' ? this.#hasReceived : this.#isReady);
    this.#openTimer = this.#clock.setTimeout(() => {
      if (isCurrent() && !isAnswered()) this.#lose(CLOSE_ABNORMAL, '');
    }, OPEN_LIMIT_MS);
    this.#update({ status: 'open', error: null });
    this.#options.onOpen();
  }

  /** @param delayMs before the next attempt; the configured delay unless given */
  #lose(code: number, reason: string, delayMs = this.#options.reconnectMs()): void {
    this.#abandon();
    // The next attempt goes to the next server of the list.
    this.#attempt++;
    this.#lostAtMs = this.#clock.nowMs();
    if (FINAL_CODES.has(code)) {
      this.#isWanted = false;
      this.#update({
        status: 'closed',
        error: reason || 'The session is no longer valid. Sign in again.',
        latencyMs: null,
        retryAtMs: null,
      });
    } else {
      const error = code === CLOSE_RESTART ? RESTART_TEXT : reason || lostText(this.#options.socket);
      this.#update({ status: 'waiting', error, latencyMs: null });
      this.#retryAfter(delayMs);
    }
    this.#options.onClose(code, reason);
  }

  #retryAfter(delayMs: number): void {
    this.#clock.clearTimeout(this.#retryTimer);
    this.#retryTimer = this.#clock.setTimeout(() => void this.#start(), delayMs);
    this.#update({ retryAtMs: this.#clock.nowMs() + delayMs });
  }

  #abandon(): void {
    this.#epoch++;
    this.#stopTimers();
    this.#isOpen = this.#isReady = false;
    const abandoned = this.#socket;
    this.#socket = null;
    try {
      abandoned?.close();
    } catch {
      // A socket that is still opening may refuse to close; it is abandoned either way.
    }
  }

  #stopTimers(): void {
    this.#clock.clearTimeout(this.#retryTimer);
    this.#clock.clearTimeout(this.#openTimer);
    this.#heartbeat.stop();
    this.#retryTimer = this.#openTimer = null;
  }

  #receive(text: string): void {
    const mine = this.#epoch;
    this.#heartbeat.onFrame();
    this.#hasReceived = true;
    for (const result of readFrame(this.#options.socket, text)) {
      // An earlier message of the same frame may have ended the connection.
      if (mine !== this.#epoch) return;
      if (result.ok) this.#deliver(result.value);
      // A newer server may send messages that this page does not know; it works without them.
      else if (result.error.reason !== 'unknown-type')
        this.#update({ error: `The server sent an invalid message: ${result.error.message}` });
    }
  }

  #deliver(message: Message<S, 'toClient'>): void {
    // The three answers have the same body; the compiler does not know which socket S is.
    if ((message.name as string) === PONG[this.#options.socket])
      this.#update({ latencyMs: this.#heartbeat.onAnswer((message.body as Body<'heartbeatAck'>).Sent) });
    try {
      this.#options.onMessage(message);
    } catch (error) {
      // One bad message must not end the connection, and its error must be reported.
      reportLater(error);
    }
  }

  #transmit(text: string): boolean {
    // A closing socket accepts text and drops it, even before its close event.
    if (this.#socket === null || !this.#isOpen || this.#socket.readyState !== SOCKET_OPEN) return false;
    try {
      this.#socket.send(text);
      return true;
    } catch {
      // Some hosts throw where others drop the text.
      return false;
    }
  }
}
