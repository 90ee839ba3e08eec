import {
  CLOSE_AUTH_FAILED,
  isListAnswer,
  type Body,
  type ListAnswer,
  type Message,
  type SocketName,
} from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';
import type { ConnectionName } from '../types.ts';
import { createConnection, type Connection } from './connection.ts';
import type { Endpoints } from './endpoints.ts';
import { createExchangeClock } from './exchange-clock.ts';
import { Requests } from './requests.ts';
import type { OpenSocket } from './socket.ts';

type FeedName = Exclude<ConnectionName, 'trading'>;

/** A function for each of the server's messages: a new message does not compile until it has one. */
type Handlers<Each extends { readonly name: string }> = {
  readonly [Known in Each as Known['name']]: (connections: ServerConnections, message: Known) => void;
};

/** What the connections need from the rest of the client. */
export interface ServerConnectionsDeps {
  readonly clock: HostClock;
  readonly endpoints: Endpoints;
  readonly open: OpenSocket;
  /** Delay before a lost socket is opened again, ms. */
  readonly reconnectMs: () => number;
  /** Access token of the session; null while no user is signed in. */
  readonly token: () => string | null;
  readonly onTrading: (message: Message<'trading', 'toClient'>) => void;
  /** The streaming socket is authenticated (again). */
  readonly onStreamingReady: () => void;
  readonly onStreaming: (message: Message<'streaming', 'toClient'>) => void;
  /** The data socket is authenticated (again); unfinished requests have been sent again. */
  readonly onDataReady: () => void;
  /** A socket was lost or closed by the server. */
  readonly onClose: (name: ConnectionName, code: number) => void;
}

/** The three sockets of the server: authenticates the two feeds, keeps the exchange time, and matches answers with requests. */
export class ServerConnections {
  static readonly #prices = (
    connections: ServerConnections,
    message: Message<'streaming', 'toClient'>,
  ): void => connections.#deps.onStreaming(message);

  static readonly #streamingHandlers = {
    streamingAuthResult(connections, { body }) {
      if (!body.Ok) return;
      connections.streaming.markReady();
      connections.#deps.onStreamingReady();
    },
    streamingPong: (connections, { body }) => connections.#onPong(body),
    streamingError: ({ streaming }, { body }) => streaming.fault(body.Message),
    subscriptionResponse: ServerConnections.#prices,
    trade: ServerConnections.#prices,
    quote: ServerConnections.#prices,
    exchangeQuote: ServerConnections.#prices,
    tradingStatus: ServerConnections.#prices,
    feedAlive: ServerConnections.#prices,
  } satisfies Handlers<Message<'streaming', 'toClient'>>;

  static readonly #dataHandlers = {
    dataAuthResult(connections, { body }) {
      if (!body.Ok) return;
      connections.data.markReady();
      connections.requests.onReady();
      connections.#deps.onDataReady();
    },
    dataPong: (connections, { body }) => connections.#onPong(body),
    dataError({ data, requests }, { body }) {
      if (body.Id === undefined) data.fault(body.Message);
      else requests.refuse(body.Id, body.Message);
    },
  } satisfies Handlers<Exclude<Message<'data', 'toClient'>, ListAnswer>>;

  readonly trading: Connection;
  readonly streaming: Connection;
  readonly data: Connection;
  readonly requests: Requests;
  readonly exchangeClock: ReturnType<typeof createExchangeClock>;
  readonly #deps: ServerConnectionsDeps;
  /** The token that each feed was last authenticated with. */
  readonly #shownTokens: Record<FeedName, string | null> = { streaming: null, data: null };

  constructor(deps: ServerConnectionsDeps) {
    this.#deps = deps;
    this.exchangeClock = createExchangeClock(deps.clock);
    this.trading = this.#connect(
      'trading',
      () => {},
      (message) => this.#onTrading(message),
    );
    this.streaming = this.#connect(
      'streaming',
      () => this.#authenticate('streaming'),
      (message) => this.#onStreaming(message),
    );
    this.data = this.#connect(
      'data',
      () => this.#authenticate('data'),
      (message) => this.#onData(message),
    );
    this.requests = new Requests(this.data, deps.clock);
  }

  /** The three connections, by socket. */
  get byName(): { readonly [Name in ConnectionName]: Connection } {
    return { trading: this.trading, streaming: this.streaming, data: this.data };
  }

  /** Checks every socket after a possible sleep of the machine. */
  checkNow(): void {
    for (const connection of Object.values(this.byName)) connection.checkNow();
  }

  /** Applies a changed reconnect delay. */
  onDelayChanged(): void {
    for (const connection of Object.values(this.byName)) connection.onDelayChanged();
  }

  #connect<S extends SocketName>(
    socket: S,
    onOpen: () => void,
    onMessage: (message: Message<S, 'toClient'>) => void,
  ): Connection {
    const { clock, endpoints, open, reconnectMs, onClose } = this.#deps;
    return createConnection<S>({
      socket,
      url: (attempt) => endpoints(socket, attempt),
      open,
      clock,
      reconnectMs,
      onOpen,
      onMessage,
      onClose: (code) => {
        onClose(socket, code);
        if (socket !== 'trading') this.#retryWithNewToken(socket, code);
      },
    });
  }

  #onTrading(message: Message<'trading', 'toClient'>): void {
    if (message.name === 'heartbeatAck') this.#onPong(message.body);
    else if (message.name === 'connected' || message.name === 'initializationComplete')
      this.exchangeClock.set(message.body.ExchangeTime);
    this.#deps.onTrading(message);
  }

  #onStreaming(message: Message<'streaming', 'toClient'>): void {
    // TypeScript does not relate the name to the message: the map's type pairs each name with its own message.
    const handle = ServerConnections.#streamingHandlers[message.name] as (
      connections: ServerConnections,
      message: Message<'streaming', 'toClient'>,
    ) => void;
    handle(this, message);
  }

  #onData(message: Message<'data', 'toClient'>): void {
    if (isListAnswer(message)) return this.requests.answer(message.body);
    // As above.
    const handle = ServerConnections.#dataHandlers[message.name] as (
      connections: ServerConnections,
      message: Message<'data', 'toClient'>,
    ) => void;
    handle(this, message);
  }

  /** An answer to a ping: carries the exchange time, and shows the round trip. */
  #onPong({ Sent, ExchangeTime }: Body<'heartbeatAck'>): void {
    this.exchangeClock.set(ExchangeTime, this.#deps.clock.nowMs() - Sent);
  }

  #authenticate(name: FeedName): void {
    const token = this.#deps.token();
    this.#shownTokens[name] = token;
    if (token === null) return;
    if (name === 'data') this.data.sendNow('dataAuth', { JWT: token });
    else this.streaming.sendNow('streamingAuth', { JWT: token, Batch: true });
  }

  /** A refused feed stays closed, unless its token has been replaced meanwhile. */
  #retryWithNewToken(name: FeedName, code: number): void {
    const token = this.#deps.token();
    if (code === CLOSE_AUTH_FAILED && token !== null && token !== this.#shownTokens[name])
      this[name].restart();
  }
}
