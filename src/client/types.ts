import type { Body } from '../protocol/index.ts';

/** The browser's platform without React, as its users (workstation, plugin-api, tests, scripts) see it. Prices here are dollars, as on the wire. */

export type ConnectionName = 'trading' | 'streaming' | 'data';
export type ConnectionStatus = 'idle' | 'connecting' | 'open' | 'waiting' | 'closed';
export interface ConnectionState {
  readonly status: ConnectionStatus;
  readonly error: string | null;
  /** Round trip of the last heartbeat, ms; null before the first. */
  readonly latencyMs: number | null;
  /** While waiting: when the next try comes, host UTC ms; else null. */
  readonly retryAtMs: number | null;
}

export type RoutePermission = Body<'routePermissions'>['Items'][number];
export type ExchangeSession = Body<'calendar'>['Items'][number];
export type UserProfile = Body<'userInfo'>;

export type SessionPhase = 'logged-out' | 'connecting' | 'checking-login' | 'loading-account' | 'logged-in' | 'demo-expired';
export interface SessionState {
  readonly phase: SessionPhase;
  readonly userId: string | null;
  readonly userName: string | null;
  readonly isDemo: boolean;
  readonly account: string | null;
  readonly isLive: boolean;
  readonly demoAccounts: readonly string[];
  readonly liveAccounts: readonly string[];
  readonly permissionMask: number;
  /** Destinations and their routes, as the server permits them. */
  readonly routes: readonly RoutePermission[];
  /** Exchange sessions around today, UTC ms. */
  readonly calendar: readonly ExchangeSession[];
  /** Name and contact data of the user; null before the server sent it. */
  readonly profile: UserProfile | null;
  /** When a demo session ends, host UTC ms; null outside a demo. */
  readonly demoEndsAtMs: number | null;
  /** Text to show after a failed login or account select; null when there is none. */
  readonly error: string | null;
  readonly connections: Readonly<Record<ConnectionName, ConnectionState>>;
}

/** A plain observable value: works with React's useSyncExternalStore. */
export interface Readable<Value> {
  get(): Value;
  subscribe(listener: () => void): () => void;
}

/** One symbol as last seen. Mutable inside the store and never handed to React as state: read fields, do not keep it. */
export interface SymbolRecord {
  readonly symbol: string;
  /** False until symbol info has arrived; 'unknown' when the server knows no such symbol. */
  readonly state: 'loading' | 'live' | 'unknown';
  readonly info: Body<'symbolsInfoAnswer'>['Items'][number] | undefined;
  readonly last: number;
  readonly lastSize: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly previousClose: number;
  readonly volume: number;
  readonly vwap: number;
  readonly tick: number;
  readonly bid: number;
  readonly bidSize: number;
  readonly bidExchange: string;
  readonly ask: number;
  readonly askSize: number;
  readonly askExchange: string;
  /** Exchange time of the last trade or quote, UTC ms. */
  readonly timeMs: number;
  /** Host time (ms) at which the feed last vouched for these prices: a tick of the symbol, or the server's word that all is current. 0 = never. */
  readonly receivedAtMs: number;
  /** Rises with every change of the record. */
  readonly version: number;
}

/** How far the prices of a symbol can be trusted. */
export interface Staleness {
  /** Nothing has vouched for the prices shown for the stated age, or the price connection is down. False while there are no prices. */
  readonly isStale: boolean;
  /** Time since the feed last vouched for them, ms; null while there are no prices. */
  readonly ageMs: number | null;
}

/** The price feed as a whole: what a light in the menu shows. */
export interface FeedState {
  /** Signed in, and prices do not come: the connection is down, or the server no longer says that its market flows. */
  readonly isStale: boolean;
  /** Host time (UTC ms) at which the feed last vouched for all prices; null when it never has. */
  readonly sinceMs: number | null;
}

/** How often a view hears of changes: every so many ms, or once per animation frame. */
export type Cadence = number | 'frame';

export interface SymbolStore {
  /** Keeps trades and quotes of the symbols flowing (reference-counted) until released. Safe before the sockets are open. */
  watch(symbols: readonly string[]): () => void;
  get(symbol: string): SymbolRecord | undefined;
  /** Whether the prices of a symbol are stale now. Those who `subscribe` to the symbol hear when that changes. */
  staleness(symbol: string): Staleness;
  /** Calls back at most once per cadence with the symbols (among those given) that changed. */
  subscribe(symbols: readonly string[], cadence: Cadence, onChange: (changed: ReadonlySet<string>) => void): () => void;
  lookup(query: string, maxResults: number, signal?: AbortSignal): Promise<Body<'lookupAnswer'>['Items']>;
  candles(request: { symbol: string; candleType: 'OneMinute' | 'FiveMinutes' | 'ThirtyMinutes' | 'Day'; fromMs: number; toMs: number }, signal?: AbortSignal): Promise<Body<'chartCandlesAnswer'>['Items']>;
  timeAndSale(symbol: string, signal?: AbortSignal): Promise<Body<'timeAndSaleAnswer'>['Items']>;
  bbo(symbol: string, signal?: AbortSignal): Promise<Body<'bboAnswer'>['Items']>;
  /** Symbol info for symbols not yet known; resolves to the symbols the server does not know. */
  load(symbols: readonly string[], signal?: AbortSignal): Promise<{ unknown: string[] }>;
}

export type WireOrder = Body<'orders'>['Items'][number];
export type WireReport = Body<'executionReport'>;
export type WirePosition = Body<'positions'>['Items'][number];
export type WireBalance = Body<'balance'>;

export interface OrdersState {
  readonly isLoaded: boolean;
  /** By OrderId; before the server has named an order, by ClientId. */
  readonly orders: ReadonlyMap<string, WireOrder>;
  /** Trade log, newest first. */
  readonly log: readonly WireReport[];
  readonly positions: ReadonlyMap<string, WirePosition>;
  readonly balance: WireBalance | null;
}

export interface OrderTicket {
  readonly symbol: string;
  readonly side: 'Buy' | 'Sell' | 'Short';
  readonly quantity: number;
  readonly type: 'Market' | 'Limit';
  readonly price: number | null;
  readonly destination: string;
  readonly route: string;
}

export type SendResult = { readonly ok: true; readonly clientId: string } | { readonly ok: false; readonly errorCode: number; readonly message: string };

export interface OrderStore extends Readable<OrdersState> {
  /** Sends at once or fails at once with -27 'Network error'; never waits for a reconnect. */
  send(ticket: OrderTicket): SendResult;
  cancel(orderId: string): SendResult;
  onReport(listener: (report: WireReport) => void): () => void;
}

export type Theme = 'light' | 'dark';
export interface UserSettings {
  readonly theme: Theme;
  readonly showGettingStarted: boolean;
  readonly toolbarItems: readonly string[];
  readonly density: 'compact' | 'normal';
  readonly pricePalette: 'classic' | 'color-safe' | 'red-up';
  /** Delay before a lost connection is opened again, seconds (1 to 300). */
  readonly reconnectSeconds: number;
  /** A price that nothing has vouched for in this many seconds is marked stale (5 to 3,600). */
  readonly staleAfterSeconds: number;
}

/** Another tab or machine stored workspaces after this one had read them. */
export interface WorkspaceConflict {
  /** The workspaces' JSON text as the server holds it now. */
  readonly theirs: string;
  /** The text that both grew out of; empty when nothing was stored then. */
  readonly base: string;
  /** What this one wanted to store. */
  readonly mine: string;
}

export interface SettingsStore extends Readable<UserSettings> {
  /** Changes settings now; `save` makes them last. */
  preview(change: Partial<UserSettings>): void;
  /** Drops what was previewed and not saved. */
  revert(): void;
  save(): Promise<void>;
  /** The workspaces' JSON text as last loaded; null when the user has none. */
  workspace(): string | null;
  /** Stores the workspaces' JSON text soon (debounced); `flush` at once. */
  storeWorkspace(text: string): void;
  flush(): Promise<void>;
  /** Set while another writer's workspaces stand against ours; nothing is stored until it is resolved. */
  readonly conflict: Readable<WorkspaceConflict | null>;
  /** Ends a conflict: `text` (mine, theirs, or both put together) is what holds from now on and is stored. Rejects when storing fails; a third writer meanwhile is a new conflict. */
  resolveConflict(text: string): Promise<void>;
}

/** Saved lists, filters and alerts of the tools. Rejects with an Error whose message can be shown. */
export interface SavedItems {
  list(toolType: string): Promise<readonly SavedItem[]>;
  lists(): Promise<ReadonlyMap<string, readonly SavedItem[]>>;
  /** Saves data (JSON) under a name; with `id` it replaces that save. */
  save(toolType: string, name: string, data: unknown, id?: number): Promise<SavedItem>;
  load(id: number): Promise<unknown>;
  remove(id: number): Promise<void>;
}
export interface SavedItem { readonly id: number; readonly name: string }

export type Outcome = { readonly ok: true } | { readonly ok: false; readonly message: string };
export type ContactInfo = Omit<UserProfile, 'UserId' | 'UserName'>;

/** What signed-in users may change about themselves. All are refused in demo. Never reject. */
export interface UserCalls {
  changePassword(oldPassword: string, newPassword: string): Promise<Outcome>;
  updateContact(contact: ContactInfo): Promise<Outcome>;
}

export type TradingApiName = 'Own' | 'External';
export type TradingApiLogin = 'LoggedIn' | 'LoggingIn' | 'LoggedOut';
/** Through whom orders go, and whether that is ready. */
export interface TradingApiState {
  readonly api: TradingApiName;
  /** As shown to people. */
  readonly name: string;
  readonly login: TradingApiLogin;
  /** The external login can be ended from here. */
  readonly supportsLogout: boolean;
  /** Trading account at the external broker; null when there is none. */
  readonly tradingAccount: string | null;
  /** What went wrong last; null when nothing did. */
  readonly error: string | null;
  /** Where a person signs in at the external broker (a link that redirects back); null for the own service. */
  readonly loginUrl: string | null;
  /** False when this server has no external broker set up. */
  readonly isExternalAvailable: boolean;
}
export interface TradingApi extends Readable<TradingApiState> {
  /** Chooses the service and stores the choice. */
  choose(api: TradingApiName): Promise<Outcome>;
  logout(): Promise<Outcome>;
  /** Hears of every order that the external broker would not take or let go. */
  onProblem(listener: (problem: TradingProblem) => void): () => void;
}
/** What a dialog says of an order that went wrong at the external broker. */
export interface TradingProblem { readonly title: string; readonly lines: readonly string[] }

export interface Session extends Readable<SessionState> {
  /** Opens the trading socket and finds out whether a session stands. Resolves true when signed in and the account is loaded. */
  resume(): Promise<boolean>;
  /** Resolves true when signed in and the account is loaded; else the state's `error` says why. */
  login(userName: string, password: string): Promise<boolean>;
  startDemo(): Promise<boolean>;
  selectAccount(account: string): Promise<boolean>;
  logout(): Promise<void>;
  /** Tries a lost connection again now, instead of at the end of its delay; all of them unless one is named. */
  reconnect(name?: ConnectionName): void;
}

export interface Platform {
  readonly session: Session;
  readonly symbols: SymbolStore;
  /** Whether prices flow; replaced only when that changes, and looked at once a second. */
  readonly feed: Readable<FeedState>;
  readonly orders: OrderStore;
  readonly settings: SettingsStore;
  readonly saves: SavedItems;
  readonly user: UserCalls;
  readonly tradingApi: TradingApi;
  /** Exchange time now (UTC ms), carried on from the last message of the server. */
  exchangeMs(): number;
  dispose(): void;
}
