import { createConnection, RECONNECT_MS, type Connection } from './connection/connection.ts';
import { createEndpoints } from './connection/endpoints.ts';
import { createExchangeClock } from './connection/exchange-clock.ts';
import { createHttpApi, type CookieMode } from './connection/http-api.ts';
import { createRequests } from './connection/requests.ts';
import { socketOpener, type SocketConstructor } from './connection/socket.ts';
import { systemClock, type HostClock } from './host-clock.ts';
import { createOrderStore } from './orders/order-store.ts';
import { createSession } from './session/session.ts';
import { createSettingsStore } from './settings/settings-store.ts';
import { createSymbolStore } from './symbols/symbol-store.ts';
import type { Message, SocketName } from '../protocol/index.ts';
import type { ConnectionName, Platform } from './types.ts';

export interface PlatformOptions {
  /** Origin of the server, e.g. `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** Origins to try in turn when a socket is lost; only `baseUrl` unless given. */
  readonly servers?: readonly string[];
  readonly clock?: HostClock;
  /** Socket class; the host's own unless given. */
  readonly WebSocket?: SocketConstructor;
  readonly fetch?: typeof globalThis.fetch;
  /** Who keeps the session cookie: the browser where there is one, else this client. */
  readonly cookieMode?: CookieMode;
  /** Delay before a lost socket is opened again, ms. */
  readonly reconnectMs?: number;
}

/** Puts the client together: connections, session, stores. Opens nothing until the session is asked to. */
export function createPlatform(options: PlatformOptions): Platform {
  const clock = options.clock ?? systemClock;
  const cookieMode = options.cookieMode ?? (typeof document === 'undefined' ? 'jar' : 'browser');
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const hostFetch = options.fetch ?? globalThis.fetch;
  // Called through an arrow: a browser's fetch refuses any other `this`.
  const api = createHttpApi({ baseUrl, fetch: (input, init) => hostFetch(input, init), cookieMode });
  const endpoints = createEndpoints(api, options.servers ?? [baseUrl]);
  const open = socketOpener(options.WebSocket, () => (cookieMode === 'jar' ? api.cookieHeader() : null));
  const exchangeClock = createExchangeClock(clock);

  const connect = <S extends SocketName>(socket: S, handlers: { onOpen: () => void; onMessage: (message: Message<S, 'toClient'>) => void }): Connection =>
    createConnection<S>({ socket, urls: () => endpoints(socket), open, clock, reconnectMs: options.reconnectMs ?? RECONNECT_MS, ...handlers, onClose: (code) => session.onClose(socket, code) });

  const authenticate = (name: Exclude<ConnectionName, 'trading'>): void => {
    const token = session.token();
    // The two messages have the same body.
    if (token !== null) (name === 'data' ? data : streaming).sendNow(name === 'data' ? 'dataAuth' : 'streamingAuth', { JWT: token });
  };

  const trading = connect('trading', {
    onOpen: () => {},
    onMessage(message) {
      if (message.name === 'connected' || message.name === 'initializationComplete') exchangeClock.hear(message.body.ExchangeTime);
      else if (message.name === 'heartbeatAck') exchangeClock.hear(message.body.ExchangeTime, clock.nowMs() - message.body.Sent);
      // The stores first: whoever waits for the session finds them filled.
      orders.onTrading(message);
      session.onTradingMessage(message);
    },
  });
  const streaming = connect('streaming', {
    onOpen: () => authenticate('streaming'),
    onMessage(message) {
      if (message.name === 'streamingAuthResult') {
        if (!message.body.Ok) return;
        streaming.markReady();
        symbols.onStreamingReady();
      } else if (message.name === 'streamingPong') exchangeClock.hear(message.body.ExchangeTime, clock.nowMs() - message.body.Sent);
      else symbols.onStreaming(message);
    },
  });
  const data = connect('data', {
    onOpen: () => authenticate('data'),
    onMessage(message) {
      switch (message.name) {
        case 'dataAuthResult':
          if (!message.body.Ok) return;
          data.markReady();
          requests.onReady();
          symbols.onDataReady();
          break;
        case 'dataPong':
          exchangeClock.hear(message.body.ExchangeTime, clock.nowMs() - message.body.Sent);
          break;
        case 'dataError':
          if (message.body.Id !== undefined) requests.refuse(message.body.Id, message.body.Message);
          break;
        default:
          requests.answer(message.body);
      }
    },
  });

  const requests = createRequests(data, clock);
  const symbols = createSymbolStore({ clock, streaming, requests, account: () => session.get().account });
  const orders = createOrderStore({ trading, user: () => session.get(), nowMs: () => clock.nowMs(), exchangeMs: () => exchangeClock.nowMs() });
  const settings = createSettingsStore({ api, clock, user: () => ({ token: session.token(), isDemo: session.get().isDemo }) });
  const session = createSession({
    clock,
    api,
    connections: { trading, streaming, data },
    loadSettings: () => settings.load(),
    flushSettings: () => settings.flush(),
    onAccountChange(account) {
      orders.reset(account);
      if (account === null) settings.reset();
    },
    onAccountReady: () => orders.onAccountReady(),
  });

  return {
    session,
    symbols,
    orders,
    settings,
    exchangeMs: () => exchangeClock.nowMs(),
    dispose() {
      session.dispose();
      requests.dispose();
      symbols.dispose();
      settings.dispose();
    },
  };
}
