import { ANSWERED_REQUESTS } from './answered-requests.ts';
import { AlertLog } from './alerts/alert-log.ts';
import { LazyAlertDocuments } from './alerts/lazy-alert-documents.ts';
import { createEndpoints } from './connection/endpoints.ts';
import { createHttpApi, type CookieMode, type HttpApi } from './connection/http-api.ts';
import { ServerConnections } from './connection/server-connections.ts';
import { socketOpener, type SocketConstructor } from './connection/socket.ts';
import { systemClock, type HostClock } from './host-clock.ts';
import { browserHostEvents, type HostEvents } from './host-events.ts';
import { createSavedDocuments, createSharedDrawings } from './lazy-documents.ts';
import { deliverTrading, type ReceivedBy, type TradingReceivers } from './message-receivers.ts';
import { ServerGuards } from './orders/account-guards.ts';
import { ServerOrderGroups } from './orders/order-groups.ts';
import { createOrderStore } from './orders/order-store.ts';
import { LazyProposals } from './proposals/lazy-proposals.ts';
import { createSavedItems } from './saves/saved-items.ts';
import { TradingSession } from './session/session.ts';
import { browserPeers, followPeers } from './settings/peers.ts';
import { createSettingsStore } from './settings/settings-store.ts';
import { createWorkspaceHistory } from './settings/workspace-history.ts';
import { createUnsentStash } from './settings/unsent-stash.ts';
import { createStrategyStore } from './strategies/strategy-store.ts';
import { Freshness } from './symbols/freshness.ts';
import { createSymbolStore } from './symbols/symbol-store.ts';
import type { CreateExternalLink, ExternalBrokerLink } from './trading-api/external-link.ts';
import { lazyTradeCalls } from './trades/lazy-trade-calls.ts';
import { createTradingApi } from './trading-api/trading-api.ts';
import { routeGroups } from './trading-api/route-groups.ts';
import { routeOrders } from './trading-api/route-orders.ts';
import { lazyCredentials } from './user/lazy-credentials.ts';
import { createOwnSessions } from './user/own-sessions.ts';
import { TradingUserCalls } from './user/user-calls.ts';
import type { Message } from '../protocol/index.ts';
import type { ConnectionName, Platform } from './types.ts';

/** What a client is created with. Only `baseUrl` is needed in a browser. */
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
  /** What keeps the session cookie: the browser where there is one, else this client. */
  readonly cookieMode?: CookieMode;
  /** Delay before a lost socket is opened again, ms; the user's setting unless given. */
  readonly reconnectMs?: number;
  /** Creates the link to the external broker; there is none unless given. */
  readonly externalBroker?: CreateExternalLink;
}

/** Composes the client: connections, session, stores. Opens no connection before the session does. */
export function createPlatform(options: PlatformOptions): Platform {
  return new ClientPlatform(options);
}

class ClientPlatform implements Platform {
  readonly session: TradingSession;
  readonly symbols: ReturnType<typeof createSymbolStore>;
  readonly orders: Platform['orders'];
  readonly groups: Platform['groups'];
  readonly guards: ServerGuards;
  readonly settings: ReturnType<typeof createSettingsStore>;
  readonly saves: Platform['saves'];
  readonly workspaceHistory: Platform['workspaceHistory'];
  readonly alerts: AlertLog;
  readonly alertDocuments: LazyAlertDocuments;
  readonly proposals: LazyProposals;
  readonly sharedDrawings: ReturnType<typeof createSharedDrawings>;
  readonly savedDocuments: ReturnType<typeof createSavedDocuments>;
  readonly strategies: ReturnType<typeof createStrategyStore>;
  readonly user: TradingUserCalls;
  readonly ownSessions: Platform['ownSessions'];
  readonly trades: Platform['trades'];
  readonly credentials: Platform['credentials'];
  readonly tradingApi: ReturnType<typeof createTradingApi>;
  readonly feed: Platform['feed'];

  readonly #options: PlatformOptions;
  readonly #clock: HostClock;
  /** Origin of the server, without a trailing slash. */
  readonly #baseUrl: string;
  readonly #fetch: typeof globalThis.fetch;
  readonly #api: HttpApi;
  readonly #connections: ServerConnections;
  readonly #freshness: Freshness;
  readonly #serverOrders: ReturnType<typeof createOrderStore>;
  readonly #serverGroups: ServerOrderGroups;
  readonly #peers = browserPeers();
  readonly #peersFollowed: ReturnType<typeof followPeers>;
  readonly #external: ExternalBrokerLink | undefined;
  readonly #externalListeners = new Set<(message: ReceivedBy<'externalBroker'>) => void>();
  readonly #receivers: TradingReceivers;
  readonly #stopHostEvents: () => void;

  /** The parts refer to one another through `this`, at the earliest when the session opens the trading socket. */
  constructor(options: PlatformOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#baseUrl = options.baseUrl.replace(/\/+$/, '');
    const hostFetch = options.fetch ?? globalThis.fetch;
    // Called through an arrow: a browser's fetch refuses any other `this`.
    this.#fetch = (input, init) => hostFetch(input, init);
    const cookieMode = options.cookieMode ?? (typeof document === 'undefined' ? 'jar' : 'browser');
    this.#api = createHttpApi({ baseUrl: this.#baseUrl, fetch: this.#fetch, cookieMode });
    this.#connections = this.#createConnections(cookieMode);
    this.#freshness = this.#createFreshness();
    this.feed = this.#freshness.feed;
    this.symbols = this.#createSymbols();
    this.#serverOrders = this.#createOrders();
    const [clock, { trading }] = [this.#clock, this.#connections];
    this.alerts = new AlertLog({ trading, isDemo: () => this.session.get().isDemo });
    this.#serverGroups = this.#createGroups();
    const user = () => this.session.get();
    this.guards = new ServerGuards({ trading, user });
    this.proposals = new LazyProposals({ clock, trading });
    this.alertDocuments = new LazyAlertDocuments(async () => {
      const { alertDocumentsOf } = await import('./alerts/alert-documents.ts');
      return alertDocumentsOf({ clock, trading, user });
    }, user);
    this.sharedDrawings = createSharedDrawings({ clock, trading, user });
    this.savedDocuments = createSavedDocuments({ clock, trading, user, api: this.#api, token: this.#token });
    this.strategies = createStrategyStore({ clock, trading, user });
    this.settings = this.#createSettings();
    this.#peersFollowed = followPeers(this.#peers, this.settings);
    this.session = this.#createSession();
    this.user = new TradingUserCalls({
      clock,
      trading,
      isDemo: () => this.session.get().isDemo,
      onContactSaved: (contact) => this.session.onContactSaved(contact),
    });
    this.#external = this.#createExternal();
    this.tradingApi = createTradingApi({
      api: this.#api,
      session: this.session,
      token: this.#token,
      stored: () => this.settings.tradingApi(),
      onChosen: (chosen) => this.settings.onTradingApiChosen(chosen),
      external: this.#external,
    });
    this.orders = routeOrders(this.#serverOrders, this.tradingApi, this.#external);
    this.groups = routeGroups(this.#serverGroups, this.tradingApi, this.#external);
    this.saves = createSavedItems({ api: this.#api, user: this.#signedIn });
    this.trades = lazyTradeCalls({ api: this.#api, user: this.#signedIn });
    this.workspaceHistory = createWorkspaceHistory({ api: this.#api, token: this.#token });
    this.ownSessions = createOwnSessions({ api: this.#api, token: this.#token });
    this.credentials = lazyCredentials({ api: this.#api, token: this.#token });
    this.#receivers = {
      orders: (message) => this.#serverOrders.onTrading(message),
      orderGroups: (message) => this.#serverGroups.onTrading(message),
      guards: (message) => this.guards.onTrading(message),
      proposals: (message) => this.proposals.onTrading(message),
      alerts: (message) => this.alerts.onTrading(message),
      alertDocuments: (message) => this.alertDocuments.onTrading(message),
      drawings: (message) => this.sharedDrawings.onTrading(message),
      saves: (message) => this.savedDocuments.onTrading(message),
      strategies: (message) => this.strategies.onTrading(message),
      session: (message) => this.session.onTradingMessage(message),
      user: (message) => this.user.onTrading(message),
      externalBroker: (message) => {
        for (const listener of [...this.#externalListeners]) listener(message);
      },
    };
    this.#stopHostEvents = this.#followHost();
  }

  // A field, not a method: tools use it without the object.
  readonly exchangeMs = (): number => this.#connections.exchangeClock.nowMs();

  dispose(): void {
    this.#stopHostEvents();
    this.#peersFollowed.stop();
    const { session, user, strategies, alertDocuments, sharedDrawings, savedDocuments, tradingApi } = this;
    const first = [this.#peers, session, this.#freshness, user, strategies, alertDocuments, sharedDrawings];
    const last = [
      savedDocuments,
      this.proposals,
      tradingApi,
      this.#connections.requests,
      this.symbols,
      this.settings,
    ];
    for (const part of [...first, ...last]) part.dispose();
  }

  readonly thirdPartyTools: Platform['thirdPartyTools'] = async () => {
    const { listThirdPartyTools } = await import('./tools/list-third-party-tools.ts');
    return listThirdPartyTools({ api: this.#api, token: this.#token });
  };

  readonly notifications: Platform['notifications'] = async () => {
    const { createNotificationCalls } = await import('./notifications/notification-calls.ts');
    return createNotificationCalls({ api: this.#api, token: this.#token });
  };

  readonly chartStudies: Platform['chartStudies'] = async () => {
    const { createChartStudyCalls } = await import('./chart-studies/chart-study-calls.ts');
    return createChartStudyCalls({ api: this.#api, token: this.#token });
  };
  readonly executions: Platform['executions'] = async () => {
    const { createExecutionCalls } = await import('./execution/execution-calls.ts');
    return createExecutionCalls({ api: this.#api, token: this.#token });
  };

  readonly signInCalls: Platform['signInCalls'] = async () => {
    const { createSignInCalls } = await import('./user/sign-in-calls.ts');
    return createSignInCalls(this.#api);
  };

  readonly administration: Platform['administration'] = async () => {
    const { createAdminCalls } = await import('./administration/admin-calls.ts');
    return createAdminCalls({ api: this.#api, token: this.#token });
  };

  readonly documents: Platform['documents'] = async () => {
    const { createDocumentCalls } = await import('./documents/document-calls.ts');
    return createDocumentCalls({ api: this.#api, token: this.#token });
  };

  readonly #token = (): string | null => this.session.token();

  readonly #signedIn = () => {
    const { userId, isDemo } = this.session.get();
    return { token: this.#token(), userId, isDemo };
  };

  #createConnections(cookieMode: CookieMode): ServerConnections {
    const { servers, reconnectMs, WebSocket } = this.#options;
    return new ServerConnections({
      clock: this.#clock,
      endpoints: createEndpoints(this.#api, servers ?? [this.#baseUrl]),
      open: socketOpener(WebSocket, () => (cookieMode === 'jar' ? this.#api.cookieHeader() : null)),
      reconnectMs: () => reconnectMs ?? this.settings.get().reconnectSeconds * 1000,
      token: this.#token,
      onTrading: (message) => this.#onTrading(message),
      onStreamingReady: () => {
        this.#freshness.check();
        this.symbols.onStreamingReady();
      },
      onStreaming: (message) => this.symbols.onStreaming(message),
      onDataReady: () => this.symbols.onDataReady(),
      onClose: (name, code) => this.#onClose(name, code),
    });
  }

  #createFreshness(): Freshness {
    return new Freshness({
      clock: this.#clock,
      isReady: () => this.#connections.streaming.isReady(),
      staleAfterMs: () => this.settings.get().staleAfterSeconds * 1000,
    });
  }

  #createSymbols(): ReturnType<typeof createSymbolStore> {
    return createSymbolStore({
      clock: this.#clock,
      streaming: this.#connections.streaming,
      requests: this.#connections.requests,
      freshness: this.#freshness,
      account: () => this.session.get().account,
      exchangeMs: this.exchangeMs,
    });
  }

  #createOrders(): ReturnType<typeof createOrderStore> {
    return createOrderStore({
      trading: this.#connections.trading,
      user: () => this.session.get(),
      clock: this.#clock,
      exchangeMs: this.exchangeMs,
      fetch: (path) => this.#api.raw(path, {}, this.#token()),
      explain: async (order) => (await this.executions()).explain(order),
    });
  }

  #createGroups(): ServerOrderGroups {
    return new ServerOrderGroups({
      trading: this.#connections.trading,
      user: () => this.session.get(),
      clock: this.#clock,
      exchangeMs: this.exchangeMs,
      position: (symbol) => this.#serverOrders.get().positions.get(symbol),
    });
  }

  #createSettings(): ReturnType<typeof createSettingsStore> {
    return createSettingsStore({
      api: this.#api,
      clock: this.#clock,
      user: this.#signedIn,
      peers: this.#peers,
      stash: createUnsentStash(),
      isReachable: () => this.#connections.trading.get().status === 'open',
    });
  }

  #createSession(): TradingSession {
    return new TradingSession({
      clock: this.#clock,
      api: this.#api,
      connections: this.#connections.byName,
      loadSettings: () => this.settings.load().finally(this.#peersFollowed.catchUp),
      flushSettings: () => this.settings.flush(),
      forgetUnsaved: () => this.settings.forgetUnsaved(),
      known: this.#serverOrders.known,
      onAccountChange: (account) => this.#onAccountChange(account),
      onAccountReady: () => {
        const { tradingApi, strategies: runs, alertDocuments, sharedDrawings, savedDocuments } = this;
        const documents = [alertDocuments, sharedDrawings, savedDocuments];
        for (const store of [this.#serverOrders, tradingApi, runs, ...documents]) store.onAccountReady();
      },
    });
  }

  #createExternal(): ExternalBrokerLink | undefined {
    const orders = this.#serverOrders;
    return this.#options.externalBroker?.({
      clock: this.#clock,
      baseUrl: this.#baseUrl,
      session: this.session,
      fetch: (path, init) => this.#api.raw(path, init ?? {}, this.#token()),
      outsideFetch: this.#fetch,
      sendTrading: (name, body) => this.#connections.trading.sendReady(name, body),
      onTrading: (listener) => {
        const subscription = (message: ReceivedBy<'externalBroker'>): void => listener(message);
        this.#externalListeners.add(subscription);
        return () => void this.#externalListeners.delete(subscription);
      },
      exchangeMs: this.exchangeMs,
      known: orders.known,
      book: {
        get: (orderId) => orders.get().orders.get(orderId),
        put: (known) => orders.putOrders(known),
        apply: (report) => orders.applyReport(report),
        log: (reports) => orders.logReports(reports),
      },
    });
  }

  /** Follows changed settings, a lost price feed, and the host's sleep and network events. Returns how to stop the last. */
  #followHost(): () => void {
    const connections = this.#connections;
    // Notices a lost feed at once, not at the next check.
    connections.streaming.subscribe(() => this.#freshness.check());
    this.settings.subscribe(() => connections.onDelayChanged());
    return (this.#options.hostEvents ?? browserHostEvents()).onWake(() => {
      connections.checkNow();
      this.#freshness.check();
      void this.settings.refresh();
    });
  }

  #onTrading(message: Message<'trading', 'toClient'>): void {
    deliverTrading(this.#receivers, message);
    if (message.name !== 'failure') return;
    const { ClientId, RequestT, Message: text } = message.body;
    // A refusal that belongs to no order and to no pending call.
    if (ClientId === undefined && !ANSWERED_REQUESTS.has(RequestT)) this.#connections.trading.fault(text);
  }

  #onClose(name: ConnectionName, code: number): void {
    if (name === 'trading') {
      this.user.onLost();
      this.#serverOrders.onLost();
      this.#serverGroups.onLost();
      this.strategies.onLost();
      this.alertDocuments.onLost();
      this.sharedDrawings.onLost();
      this.savedDocuments.onLost();
    }
    this.session.onClose(name, code);
  }

  #onAccountChange(account: string | null): void {
    this.tradingApi.reset();
    this.#serverOrders.reset(account);
    this.#serverGroups.reset(account);
    this.guards.reset(account);
    this.alerts.reset();
    this.proposals.reset();
    this.alertDocuments.reset();
    this.sharedDrawings.reset();
    this.savedDocuments.reset();
    this.strategies.reset();
    if (account !== null) return this.#freshness.begin();
    this.#freshness.end();
    this.settings.reset();
    this.symbols.onSignedOut();
    this.user.onLost();
  }
}
