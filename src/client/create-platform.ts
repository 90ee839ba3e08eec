import { AlertLog } from './alerts/alert-log.ts';
import { createConnection, type Connection } from './connection/connection.ts';
import { createEndpoints } from './connection/endpoints.ts';
import { createExchangeClock } from './connection/exchange-clock.ts';
import { createHttpApi, type CookieMode } from './connection/http-api.ts';
import { createRequests } from './connection/requests.ts';
import { socketOpener, type SocketConstructor } from './connection/socket.ts';
import { systemClock, type HostClock } from './host-clock.ts';
import { browserHostEvents, type HostEvents } from './host-events.ts';
import { createOrderStore } from './orders/order-store.ts';
import { createSavedItems } from './saves/saved-items.ts';
import { createSession } from './session/session.ts';
import { browserPeers, followPeers } from './settings/peers.ts';
import { createSettingsStore } from './settings/settings-store.ts';
import { createUnsentStash } from './settings/unsent-stash.ts';
import { createStrategyStore } from './strategies/strategy-store.ts';
import { Freshness } from './symbols/freshness.ts';
import { createSymbolStore } from './symbols/symbol-store.ts';
import type { CreateExternalLink } from './trading-api/external-link.ts';
import { createTradingApi } from './trading-api/trading-api.ts';
import { routeOrders } from './trading-api/route-orders.ts';
import { createOwnSessions } from './user/own-sessions.ts';
import { createUserCalls } from './user/user-calls.ts';
import {
  catalogue,
  CLOSE_AUTH_FAILED,
  strategies,
  type Message,
  type SocketName,
} from '../protocol/index.ts';
import type { ConnectionName, Platform } from './types.ts';

export interface PlatformOptions {
  /** Origin of the server, e.g. `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** Origins to try in turn when a socket is lost; only `baseUrl` unless given. */
  readonly servers?: readonly string[];
  readonly clock?: HostClock;
  /** Events of the host about sleep and network; those of the browser unless given. */
  readonly hostEvents?: HostEvents;
  /** Socket class; the host's own unless given. */
  readonly WebSocket?: SocketConstructor;
  readonly fetch?: typeof globalThis.fetch;
  /** Who keeps the session cookie: the browser where there is one, else this client. */
  readonly cookieMode?: CookieMode;
  /** Delay before a lost socket is opened again, ms; the user's setting unless given. */
  readonly reconnectMs?: number;
  /** Makes the external broker's side; none unless given. */
  readonly externalBroker?: CreateExternalLink;
}

/** Requests whose refusal is reported to their caller. */
const ANSWERED: ReadonlySet<number | undefined> = new Set([
  catalogue.changePassword.T,
  catalogue.updateUserInfo.T,
  catalogue.orderPreview.T,
  catalogue.accountOptionsSet.T,
  ...Object.values(strategies).flatMap((entry) => (entry.direction === 'toServer' ? [entry.T] : [])),
]);

/** Composes the client: connections, session, stores. Opens no connection before the session does. */
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

  const connect = <S extends SocketName>(
    socket: S,
    handlers: { onOpen: () => void; onMessage: (message: Message<S, 'toClient'>) => void },
  ): Connection =>
    createConnection<S>({
      socket,
      url: (attempt) => endpoints(socket, attempt),
      open,
      clock,
      reconnectMs: () => options.reconnectMs ?? settings.get().reconnectSeconds * 1000,
      ...handlers,
      onClose(code) {
        if (socket === 'trading') {
          user.onLost();
          orders.onLost();
          strategyStore.onLost();
        }
        session.onClose(socket, code);
        if (socket !== 'trading') retryWithNewToken(socket, code);
      },
    });

  /** The token that each feed last came with. */
  const shownTokens: Record<'streaming' | 'data', string | null> = { streaming: null, data: null };
  /** A refused feed stays closed, unless the token it came with has been replaced meanwhile. */
  const retryWithNewToken = (name: 'streaming' | 'data', code: number): void => {
    const token = session.token();
    if (code === CLOSE_AUTH_FAILED && token !== null && token !== shownTokens[name])
      (name === 'data' ? data : streaming).restart();
  };
  const authenticate = (name: Exclude<ConnectionName, 'trading'>): void => {
    const token = session.token();
    shownTokens[name] = token;
    if (token === null) return;
    if (name === 'data') data.sendNow('dataAuth', { JWT: token });
    else streaming.sendNow('streamingAuth', { JWT: token, Batch: true });
  };

  const tradingListeners = new Set<(message: Message<'trading', 'toClient'>) => void>();
  const trading = connect('trading', {
    onOpen: () => {},
    onMessage(message) {
      if (message.name === 'connected' || message.name === 'initializationComplete')
        exchangeClock.set(message.body.ExchangeTime);
      else if (message.name === 'heartbeatAck')
        exchangeClock.set(message.body.ExchangeTime, clock.nowMs() - message.body.Sent);
      // The stores first: code that waits for the session then finds them filled.
      orders.onTrading(message);
      alerts.onTrading(message);
      strategyStore.onTrading(message);
      session.onTradingMessage(message);
      user.onTrading(message);
      // A refusal that belongs to no order and to no pending call.
      if (
        message.name === 'failure' &&
        message.body.ClientId === undefined &&
        !ANSWERED.has(message.body.RequestT)
      )
        trading.fault(message.body.Message);
      for (const listener of [...tradingListeners]) listener(message);
    },
  });
  const streaming = connect('streaming', {
    onOpen: () => authenticate('streaming'),
    onMessage(message) {
      if (message.name === 'streamingAuthResult') {
        if (!message.body.Ok) return;
        streaming.markReady();
        freshness.check();
        symbols.onStreamingReady();
      } else if (message.name === 'streamingPong')
        exchangeClock.set(message.body.ExchangeTime, clock.nowMs() - message.body.Sent);
      else if (message.name === 'streamingError') streaming.fault(message.body.Message);
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
          exchangeClock.set(message.body.ExchangeTime, clock.nowMs() - message.body.Sent);
          break;
        case 'dataError':
          if (message.body.Id === undefined) data.fault(message.body.Message);
          else requests.refuse(message.body.Id, message.body.Message);
          break;
        default:
          requests.answer(message.body);
      }
    },
  });

  const requests = createRequests(data, clock);
  const freshness = new Freshness({
    clock,
    isReady: () => streaming.isReady(),
    staleAfterMs: () => settings.get().staleAfterSeconds * 1000,
  });
  const symbols = createSymbolStore({
    clock,
    streaming,
    requests,
    freshness,
    account: () => session.get().account,
    exchangeMs: () => exchangeClock.nowMs(),
  });
  const orders = createOrderStore({
    trading,
    user: () => session.get(),
    clock,
    exchangeMs: () => exchangeClock.nowMs(),
    fetch: (path) => api.raw(path, {}, session.token()),
  });
  const alerts = new AlertLog({ trading, isDemo: () => session.get().isDemo });
  const strategyStore = createStrategyStore({ clock, trading, user: () => session.get() });
  const peers = browserPeers();
  const settings = createSettingsStore({
    api,
    clock,
    user: () => signedIn(),
    peers,
    stash: createUnsentStash(),
    isReachable: () => trading.get().status === 'open',
  });
  const peersFollowed = followPeers(peers, settings);
  const session = createSession({
    clock,
    api,
    connections: { trading, streaming, data },
    loadSettings: () => settings.load().finally(peersFollowed.catchUp),
    flushSettings: () => settings.flush(),
    forgetUnsaved: () => settings.forgetUnsaved(),
    onAccountChange(account) {
      tradingApi.reset();
      orders.reset(account);
      alerts.reset();
      strategyStore.reset();
      if (account !== null) return freshness.begin();
      freshness.end();
      settings.reset();
      symbols.onSignedOut();
      user.onLost();
    },
    known: orders.known,
    onAccountReady() {
      for (const store of [orders, tradingApi, strategyStore]) store.onAccountReady();
    },
  });
  const signedIn = () => {
    const { userId, isDemo } = session.get();
    return { token: session.token(), userId, isDemo };
  };
  const user = createUserCalls({
    clock,
    trading,
    isDemo: () => session.get().isDemo,
    onContactSaved: (contact) => session.onContactSaved(contact),
  });
  const external = options.externalBroker?.({
    clock,
    baseUrl,
    session,
    fetch: (path, init) => api.raw(path, init ?? {}, session.token()),
    outsideFetch: (input, init) => hostFetch(input, init),
    sendTrading: (name, body) => trading.sendReady(name, body),
    onTrading(listener) {
      const subscription = (message: Message<'trading', 'toClient'>) => listener(message);
      tradingListeners.add(subscription);
      return () => void tradingListeners.delete(subscription);
    },
    exchangeMs: () => exchangeClock.nowMs(),
    known: orders.known,
    book: {
      get: (orderId) => orders.get().orders.get(orderId),
      put: (known) => orders.putOrders(known),
      apply: (report) => orders.applyReport(report),
      log: (reports) => orders.logReports(reports),
    },
  });
  const tradingApi = createTradingApi({
    api,
    session,
    token: () => session.token(),
    stored: () => settings.tradingApi(),
    onChosen: (chosen) => settings.onTradingApiChosen(chosen),
    external,
  });

  const connections = [trading, streaming, data];
  // A lost feed is noticed at once, not at the next check.
  streaming.subscribe(() => freshness.check());
  settings.subscribe(() => {
    for (const connection of connections) connection.onDelayChanged();
  });
  const stopHostEvents = (options.hostEvents ?? browserHostEvents()).onWake(() => {
    for (const connection of connections) connection.checkNow();
    freshness.check();
    void settings.refresh();
  });

  return {
    session,
    symbols,
    orders: routeOrders(orders, tradingApi, external),
    settings,
    saves: createSavedItems({ api, user: signedIn }),
    alerts,
    strategies: strategyStore,
    user,
    ownSessions: createOwnSessions({ api, token: () => session.token() }),
    tradingApi,
    feed: freshness.feed,
    exchangeMs: () => exchangeClock.nowMs(),
    dispose() {
      stopHostEvents();
      peersFollowed.stop();
      peers.dispose();
      session.dispose();
      freshness.dispose();
      user.dispose();
      strategyStore.dispose();
      tradingApi.dispose();
      requests.dispose();
      symbols.dispose();
      settings.dispose();
    },
  };
}
