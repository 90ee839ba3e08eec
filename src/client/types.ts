import type { HistoricalFigures } from '../domain/bars/historical-figures.ts';
import type { Body } from '../protocol/index.ts';
import type { AlertDocumentStore, Alerts } from './alerts/types.ts';
import type { ConnectionName, ConnectionState } from './connection/connection-types.ts';
import type { ExerciseResult, ExerciseTicket, OrderPreview, OrderTicket } from './orders/tickets.ts';
import type { Outcome, Readable } from './readable.ts';
import type { UserSettings } from './settings/types.ts';
import type { Strategies } from './strategies/types.ts';

export type * from './connection/connection-types.ts';
export type * from './orders/tickets.ts';

/** The browser's platform without React, as its users (workstation, plugin-api, tests, scripts) see it. Prices here are dollars, as on the wire. */

/** Routes of a destination, and which kinds of orders the account may send there. */
export interface RoutePermission {
  readonly Destination: string;
  readonly Routes: readonly string[];
  readonly Stock: boolean;
  readonly Option: boolean;
}
export type ExchangeSession = Body<'calendar'>['Items'][number];
export type UserProfile = Body<'userInfo'>;
/** The market that the server runs: its default symbol and its most traded symbols, largest first. */
export type MarketFacts = Body<'market'>;

export type SessionPhase =
  'logged-out' | 'connecting' | 'checking-login' | 'loading-account' | 'logged-in' | 'demo-expired';
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
  /** Null before the server sent it, which it does before the phase becomes 'logged-in'. */
  readonly market: MarketFacts | null;
  /** Name and contact data of the user; null before the server sent it. */
  readonly profile: UserProfile | null;
  /** When a demo session ends, host UTC ms; null outside a demo. */
  readonly demoEndsAtMs: number | null;
  /** The server speaks another version of the protocol than this client: nothing is sent or received until the page is reloaded. */
  readonly isOutdated: boolean;
  /** Text to show after a failed login or account select; null when there is none. */
  readonly error: string | null;
  readonly connections: Readonly<Record<ConnectionName, ConnectionState>>;
}

/** One symbol as last seen. Mutable inside the store and never handed to React as state: read fields, do not keep it. */
export interface SymbolRecord {
  readonly symbol: string;
  /** False until symbol info has arrived; 'unknown' when the server knows no such symbol. */
  readonly state: 'loading' | 'live' | 'unknown';
  readonly info: Body<'symbolsInfoAnswer'>['Items'][number] | undefined;
  /** Figures of the daily history; null until `watchHistorical` has brought them. */
  readonly historical: HistoricalFigures | null;
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

/** How often a view is notified of changes: an interval in ms, or once per animation frame. */
export type Cadence = number | 'frame';

export interface SymbolStore {
  /** Keeps trades and quotes of the symbols flowing (reference-counted) until released. Safe before the sockets are open. */
  watch(symbols: readonly string[]): () => void;
  get(symbol: string): SymbolRecord | undefined;
  /** Whether the prices of a symbol are stale now. Subscribers of the symbol are notified when that changes. */
  staleness(symbol: string): Staleness;
  /** Calls back at most once per cadence with the symbols (among those given) that changed. */
  subscribe(
    symbols: readonly string[],
    cadence: Cadence,
    onChange: (changed: ReadonlySet<string>) => void,
  ): () => void;
  /** Receives every print of a watched symbol as it arrives, for bars and tapes; a view paints at its own pace. */
  onTrade(symbol: string, listener: (trade: Body<'trade'>) => void): () => void;
  /** Keeps the exchanges' own best bids and asks of a symbol flowing (reference-counted) until released; `onChange` gets the whole list, best bid first, after each message of the feed. */
  watchBbo(symbol: string, onChange: (items: Body<'bboAnswer'>['Items']) => void): () => void;
  lookup(query: string, maxResults: number, signal?: AbortSignal): Promise<Body<'lookupAnswer'>['Items']>;
  candles(
    request: {
      symbol: string;
      candleType: 'OneMinute' | 'FiveMinutes' | 'ThirtyMinutes' | 'Day';
      fromMs: number;
      toMs: number;
    },
    signal?: AbortSignal,
  ): Promise<Body<'chartCandlesAnswer'>['Items']>;
  timeAndSale(symbol: string, signal?: AbortSignal): Promise<Body<'timeAndSaleAnswer'>['Items']>;
  bbo(symbol: string, signal?: AbortSignal): Promise<Body<'bboAnswer'>['Items']>;
  /** Keeps `historical` of the symbols' records filled (reference-counted, loaded in batches) until released. Symbols must be watched, too. */
  watchHistorical(symbols: readonly string[]): () => void;
  historicalPrices(
    symbols: readonly string[],
    signal?: AbortSignal,
  ): Promise<Body<'historicalPricesAnswer'>['Items']>;
  closingPrices(
    request: { symbol: string; fromMs: number; toMs: number },
    signal?: AbortSignal,
  ): Promise<Body<'closingPricesAnswer'>['Items']>;
  optionExpirations(symbol: string, signal?: AbortSignal): Promise<Body<'optionExpirationsAnswer'>['Items']>;
  optionChain(symbol: string, signal?: AbortSignal): Promise<Body<'optionChainAnswer'>['Items']>;
  /** Both bounds Unix seconds, inclusive. */
  optionChainSnapshot(
    request: {
      symbol: string;
      expirationFromSeconds: number;
      expirationToSeconds: number;
      nearestNumber: number;
    },
    signal?: AbortSignal,
  ): Promise<Body<'optionChainSnapshotAnswer'>['Items']>;
  optionSnapshot(
    symbols: readonly string[],
    signal?: AbortSignal,
  ): Promise<Body<'optionSnapshotAnswer'>['Items']>;
  /** Historical volatility of the last 252 days, a fraction a year. */
  priceVolatility(symbol: string, signal?: AbortSignal): Promise<number>;
  /** Requested from the server once a session. */
  stockFields(): Promise<Body<'stockFiltersAnswer'>['Items']>;
  /** Symbols without the market prefix, ascending. `onPart` gets part of them, and how many stocks the server has yet to check. */
  filteredStocks(
    filters: Body<'filteredStocks'>['Filters'],
    signal?: AbortSignal,
    onPart?: (symbols: readonly string[], pending: number) => void,
  ): Promise<readonly string[]>;
  /** Symbol info for symbols not yet known; resolves to the symbols the server does not know. */
  load(symbols: readonly string[], signal?: AbortSignal): Promise<{ unknown: string[] }>;
}

export type WireOrder = Body<'orders'>['Items'][number];
export type WireReport = Body<'executionReport'>;
/** The end of a position in an option: expired worthless, exercised or assigned. */
export type WireSettlement = Body<'settlements'>['Items'][number];
export type WirePosition = Body<'positions'>['Items'][number];
export type WireBalance = Body<'balance'>;

export interface OrdersState {
  readonly isLoaded: boolean;
  /** By OrderId; before the server has named an order, by ClientId. */
  readonly orders: ReadonlyMap<string, WireOrder>;
  /** Trade log, newest first. */
  readonly log: readonly WireReport[];
  /** Ends of positions in options over the days of the log, newest first. */
  readonly settlements: readonly WireSettlement[];
  readonly positions: ReadonlyMap<string, WirePosition>;
  readonly balance: WireBalance | null;
}

export type AccountOptions = Omit<Body<'accountOptions'>, 'Account'>;

export type SendResult =
  | { readonly ok: true; readonly clientId: string }
  | { readonly ok: false; readonly errorCode: number; readonly message: string };

export interface OrderStore extends Readable<OrdersState> {
  /** Sends at once or fails at once with -27 'Network error'; never waits for a reconnect. */
  send(ticket: OrderTicket): SendResult;
  cancel(orderId: string): SendResult;
  /** Requests a replace of an open order by the ticket, whose quantity is the new total; the order's symbol, side, destination and route stay. */
  replace(orderId: string, ticket: OrderTicket): SendResult;
  /** What sending the ticket (as a replacement of `replaces`) would do. Rejects when no answer comes. */
  preview(ticket: OrderTicket, replaces: string | null, signal?: AbortSignal): Promise<OrderPreview>;
  /** Exercises contracts of a long option before expiration. Never rejects. */
  exercise(ticket: ExerciseTicket): Promise<ExerciseResult>;
  /** Options of the account; null before the server sent them, and of an external broker. */
  readonly options: Readable<AccountOptions | null>;
  setOptions(change: { cancelOnDisconnect?: boolean; isHalted?: boolean }): SendResult;
  /** The server's journal of the account as a file: every order with all of its reports. Rejects with an Error whose message can be shown. */
  exportJournal(format: 'csv' | 'json'): Promise<{ readonly name: string; readonly data: Blob }>;
  onReport(listener: (report: WireReport) => void): () => void;
  /** The server did not take a change of the account's options; the listener gets its words. */
  onOptionsRefused(listener: (message: string) => void): () => void;
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
  /** What holds without what is only previewed. */
  readonly saved: Readable<UserSettings>;
  /** Makes a change last and leaves what is previewed beside it a preview; without one, all that is previewed. */
  save(change?: Partial<UserSettings>): Promise<void>;
  /** The workspaces' JSON text as last loaded; null when the user has none. */
  workspace(): string | null;
  /** Stores the workspaces' JSON text soon (debounced); `flush` at once. */
  storeWorkspace(text: string): void;
  flush(): Promise<void>;
  /** The page goes: what can outlive it is sent, the rest is kept in this browser until the same user's next load. */
  leave(): void;
  /**
   * `take` shows workspaces that another tab or machine has stored while nothing was changed here; false = it cannot, and they are
   * kept until something changes here. While `isUsed` is false, what differs here was filled in by tools and is no conflict. Returns the way to end it.
   */
  followWorkspaces(take: (text: string) => boolean, isUsed?: () => boolean): () => void;
  /** Message why the last store failed; null when everything is stored or being stored. `conflict` reports conflicts. */
  readonly storeError: Readable<string | null>;
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
export interface SavedItem {
  readonly id: number;
  readonly name: string;
}

export type ContactInfo = Omit<UserProfile, 'UserId' | 'UserName'>;

/** What signed-in users may change about themselves. All are refused in demo. Never reject. */
export interface UserCalls {
  changePassword(oldPassword: string, newPassword: string): Promise<Outcome>;
  updateContact(contact: ContactInfo): Promise<Outcome>;
}

/** A session of the user. Times are UTC ms of the server's clock. */
export interface OwnSession {
  readonly id: string;
  /** The one of this client. */
  readonly isThis: boolean;
  /** A socket of it is open. */
  readonly isConnected: boolean;
  readonly signedInMs: number;
  readonly lastSeenMs: number;
  /** Where it was last signed in or resumed from; empty when that is not known. */
  readonly address: string;
  /** In plain words: `Firefox on Windows`. */
  readonly browser: string;
}
/** Where the user is signed in. Ending requires the password, and is refused in a demo; it never rejects. */
export interface OwnSessions {
  /** Those that stand, the one seen last first. Rejects with an Error whose message can be shown. */
  list(): Promise<readonly OwnSession[]>;
  end(id: string, password: string): Promise<Outcome>;
  endOthers(password: string): Promise<Outcome>;
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
  /** Address of the external broker's sign-in (a link that redirects back); null for the own service. */
  readonly loginUrl: string | null;
  /** False when this server has no external broker set up. */
  readonly isExternalAvailable: boolean;
}
export interface TradingApi extends Readable<TradingApiState> {
  /** Chooses the service and stores the choice. */
  choose(api: TradingApiName): Promise<Outcome>;
  logout(): Promise<Outcome>;
  /** Receives every order that the external broker rejected or did not cancel. */
  onProblem(listener: (problem: TradingProblem) => void): () => void;
}
/** What a dialog says of an order that went wrong at the external broker. */
export interface TradingProblem {
  readonly title: string;
  readonly lines: readonly string[];
}

/** How a logout went. `unsaved`: what is on screen could not be stored; `unanswered`: the server did not say that the session is over. */
export type LogoutOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'unsaved' | 'unanswered'; readonly message: string };

export interface Session extends Readable<SessionState> {
  /** Opens the trading socket and finds out whether a session stands. Resolves true when signed in and the account is loaded. */
  resume(): Promise<boolean>;
  /** Resolves true when signed in and the account is loaded; else the state's `error` says why. */
  login(userName: string, password: string): Promise<boolean>;
  startDemo(): Promise<boolean>;
  selectAccount(account: string): Promise<boolean>;
  /** Stores what is not stored yet, then ends the session. Without `ok` the session stands. */
  logout(options?: { readonly dropsUnsaved?: boolean }): Promise<LogoutOutcome>;
  /** Requests to pause a replay (0) or to play it at a speed, for all clients; the change comes with `market`. False when it cannot be sent now. */
  setReplaySpeed(speed: number): boolean;
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
  readonly alerts: Alerts;
  readonly alertDocuments: AlertDocumentStore;
  readonly strategies: Strategies;
  readonly user: UserCalls;
  readonly ownSessions: OwnSessions;
  readonly tradingApi: TradingApi;
  /** Exchange time now (UTC ms), carried on from the last message of the server. */
  exchangeMs(): number;
  dispose(): void;
}

export type * from './alerts/types.ts';
export type * from './readable.ts';
export type * from './settings/types.ts';
export type * from './strategies/types.ts';
