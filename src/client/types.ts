import type { BrokerCapabilities, ExternalBrokerKind } from '../domain/orders/brokers.ts';
import type { Body } from '../protocol/index.ts';
import type { AlertDocumentStore, Alerts } from './alerts/types.ts';
import type { DocumentCalls } from './documents/types.ts';
import type { SharedDrawings } from './drawings/types.ts';
import type { OrderProposals } from './proposals/types.ts';
import type { LazySaves } from './saves/types.ts';
import type { Reconciliation, SettleWay } from './trading-api/reconciliation.ts';
import type { StatedAccount } from './trading-api/stated-account.ts';
import type { RoutePermission } from './trading-api/route-permission.ts';
import type { TradingProblem } from './trading-api/trading-problem.ts';
import type { ConnectionName, ConnectionState } from './connection/connection-types.ts';
import type { OrderGroupStore } from './orders/group-types.ts';
import type { ExerciseResult, ExerciseTicket, OrderPreview, OrderTicket } from './orders/tickets.ts';
import type { AdminCalls } from './administration/types.ts';
import type { ExecutionCalls, Explanation } from './execution/types.ts';
import type { PageTimes } from './orders/page-times-type.ts';
import type { NotificationCalls } from './notifications/types.ts';
import type { Outcome, Readable } from './readable.ts';
import type { UserSettings } from './settings/types.ts';
import type { Credentials, SignInCalls } from './user/types.ts';
import type { WorkspaceHistory } from './settings/workspace-history.ts';
import type { ChartStudyCalls, Strategies } from './strategies/types.ts';
import type { FeedState, SymbolStore } from './symbols/types.ts';
import type { ListedTool } from './tools/types.ts';
import type { TradeCalls } from './trades/types.ts';

export type * from './connection/connection-types.ts';
export type * from './orders/group-types.ts';
export type * from './orders/tickets.ts';

/** The browser's platform without React, as its users (workstation, plugin-api, tests, scripts) see it. Prices here are dollars, as on the wire. */

/** A trading session of the exchange, with the field names of the wire. */
export type ExchangeSession = Body<'calendar'>['Items'][number];
/** Name and contact data of the user, with the field names of the wire. */
export type UserProfile = Body<'userInfo'>;
/** The market that the server runs: its default symbol and its most traded symbols, largest first. */
export type MarketFacts = Body<'market'>;

/** The stages of signing in, from no session to a loaded account. */
export type SessionPhase =
  'logged-out' | 'connecting' | 'checking-login' | 'loading-account' | 'logged-in' | 'demo-expired';
/** The session of this client: user, account, permissions and connections. */
export interface SessionState {
  readonly phase: SessionPhase;
  readonly userId: string | null;
  readonly userName: string | null;
  readonly isDemo: boolean;
  /** The selected trading account; null before one is selected. */
  readonly account: string | null;
  /** Whether the selected account is a live account; false for a demo account. */
  readonly isLive: boolean;
  readonly demoAccounts: readonly string[];
  readonly liveAccounts: readonly string[];
  /** Bits of `Permission`: the tools and actions that the user may use. */
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
  /** Whether the server speaks another version of the protocol. Nothing is sent or received then until the page is reloaded. */
  readonly isOutdated: boolean;
  /** Whether the server wants a code of the second factor: sign in again with it. */
  readonly isCodeRequired: boolean;
  /** Text to show after a failed login or account select; null when there is none. */
  readonly error: string | null;
  readonly connections: Readonly<Record<ConnectionName, ConnectionState>>;
}

/** An order with the field names of the wire; prices in dollars, times UTC ms. */
export type WireOrder = Body<'orders'>['Items'][number];
/** An execution report: one event in the life of an order. */
export type WireReport = Body<'executionReport'>;
/** The end of a position in an option: expired worthless, exercised or assigned. */
export type WireSettlement = Body<'settlements'>['Items'][number];
/** A corporate action that changed the account: a split, a dividend, another symbol or a delisting. */
export type WireAction = Body<'corporateActions'>['Items'][number];
/** A position in one symbol; cost and profit in dollars. */
export type WirePosition = Body<'positions'>['Items'][number];
/** Cash, buying power and other amounts of the account, in dollars. */
export type WireBalance = Body<'balance'>;

/** Orders, trade log, positions and balance of the selected account. */
export interface OrdersState {
  /** Whether the server has sent them since the account was selected. */
  readonly isLoaded: boolean;
  /** By OrderId; by ClientId until the server has assigned an OrderId. */
  readonly orders: ReadonlyMap<string, WireOrder>;
  /** Trade log, newest first. */
  readonly log: readonly WireReport[];
  /** Option positions that ended on the days of the log, newest first. */
  readonly settlements: readonly WireSettlement[];
  /** Corporate actions on the days of the log, newest first. */
  readonly actions: readonly WireAction[];
  /** By symbol, flat positions of the day included. */
  readonly positions: ReadonlyMap<string, WirePosition>;
  readonly balance: WireBalance | null;
}

/** Options of the account: cancel on disconnect, and whether trading is stopped, and by whom. */
export type AccountOptions = Omit<Body<'accountOptions'>, 'Account'>;

/** Guards of the account, in dollars: limits, the P&L that they count from, and the lock of a guard that was passed. */
export type AccountGuards = Omit<Body<'accountGuards'>, 'Account'>;

/** A change of the guards; what is left out stays. Limits in dollars, null = none. */
export interface GuardsChange {
  readonly dailyLoss?: number | null;
  readonly drawdown?: number | null;
  /** `time`: of the New York day, such as 15:55; null = no flatten by time. */
  readonly flattenAt?: { readonly time: string; readonly isTodayOnly: boolean } | null;
}

/** The guards of the selected account; null before the server has sent them. */
export interface GuardStore extends Readable<AccountGuards | null> {
  /** Requests a change; the new guards follow, or `onRefused` reports why not. */
  set(change: GuardsChange): SendResult;
  /** Receives the server's message when it has refused a change; returns the function that unsubscribes. */
  onRefused(listener: (message: string) => void): () => void;
}

/** Whether a command was sent. The server's answer follows as a report; `errorCode` is one of `OrderError`. */
export type SendResult =
  | { readonly ok: true; readonly clientId: string }
  | { readonly ok: false; readonly errorCode: number; readonly message: string };

/** The orders of the selected account, and the commands that change them. */
export interface OrderStore extends Readable<OrdersState> {
  /**
   * Sends at once or fails at once with -27 'Network error'; never waits for a reconnect. `clientId` names an order that may have been sent before, by
   * another tab or before a reload: the server takes each once.
   */
  send(ticket: OrderTicket, clientId?: string): SendResult;
  /** Requests the cancel of an open order. */
  cancel(orderId: string): SendResult;
  /** Requests a replace of an open order by the ticket, whose quantity is the new total; the order's symbol, side, destination and route stay. */
  replace(orderId: string, ticket: OrderTicket): SendResult;
  /** The server's preview of the ticket, as a replacement of the order `replaces` unless that is null. Rejects when no answer comes. */
  preview(ticket: OrderTicket, replaces: string | null, signal?: AbortSignal): Promise<OrderPreview>;
  /** What every risk check of the server says of the ticket, as a replacement of the order `replaces` unless that is null. Rejects with an Error whose message can be shown. */
  explain(ticket: OrderTicket, replaces: string | null): Promise<Explanation>;
  /** Exercises contracts of a long option before expiration. Never rejects. */
  exercise(ticket: ExerciseTicket): Promise<ExerciseResult>;
  /** Options of the account; null before the server has sent them, and for an external broker. */
  readonly options: Readable<AccountOptions | null>;
  /** Requests a change of the account's options; `onOptionsRefused` reports a refusal. */
  setOptions(change: { cancelOnDisconnect?: boolean; isHalted?: boolean }): SendResult;
  /** The server's journal of the account as a file: every order with all of its reports. Rejects with an Error whose message can be shown. */
  exportJournal(format: 'csv' | 'json'): Promise<{ readonly name: string; readonly data: Blob }>;
  /** When this page sent an order and received its reports; undefined when it did not, or was loaded since. */
  pageTimesOf(clientId: string): PageTimes | undefined;
  /** Receives each execution report as it arrives; returns the function that unsubscribes. */
  onReport(listener: (report: WireReport) => void): () => void;
  /** Receives the server's message when it has refused a change of the account's options. */
  onOptionsRefused(listener: (message: string) => void): () => void;
}

/** Two versions of the workspaces: another tab or machine has stored since this one loaded, and both were changed. */
export interface WorkspaceConflict {
  /** The workspaces' JSON text as the server holds it now. */
  readonly theirs: string;
  /** The text that both were changed from; empty when nothing was stored then. */
  readonly base: string;
  /** The JSON text that this page would store. */
  readonly mine: string;
}

/** The settings in effect, previews included, and the workspaces of the signed-in user. */
export interface SettingsStore extends Readable<UserSettings> {
  /** Applies changes without storing them; `save` stores them. */
  preview(change: Partial<UserSettings>): void;
  /** Drops all changes that are not saved. */
  revert(): void;
  /** The saved settings, without previews. */
  readonly saved: Readable<UserSettings>;
  /** Stores one change, and leaves other previews as they are; without a change, stores all previews. Rejects with an Error whose message can be shown. */
  save(change?: Partial<UserSettings>): Promise<void>;
  /** Calls the listener with the saved settings before and after each `save` of this page; returns the function that ends it. */
  onSave(listener: (before: UserSettings, after: UserSettings) => void): () => void;
  /** The workspaces' JSON text as last loaded; null when the user has none. */
  workspace(): string | null;
  /** Stores the workspaces' JSON text after a pause without further changes. */
  storeWorkspace(text: string): void;
  /** Stores all changes now. Rejects when that fails. */
  flush(): Promise<void>;
  /** To be called when the page is closed: sends what a browser still sends then, and keeps the rest in this browser until the user's next load. */
  leave(): void;
  /**
   * Shows the workspaces that another tab or machine stores while nothing was changed here. `take` returns false when it cannot show
   * them; the present ones then stay until something changes here. While `isUsed` is false, differences here were filled in by tools and
   * are no conflict. Returns the function that ends it.
   */
  followWorkspaces(take: (text: string) => boolean, isUsed?: () => boolean): () => void;
  /** Why the last attempt to store failed; null when everything is stored or being stored. Conflicts are reported by `conflict`. */
  readonly storeError: Readable<string | null>;
  /** Set while workspaces conflict with those of another writer; nothing is stored until it is resolved. */
  readonly conflict: Readable<WorkspaceConflict | null>;
  /** Resolves a conflict by storing `text`: mine, theirs, or both merged. Rejects when storing fails; a third writer meanwhile is a new conflict. */
  resolveConflict(text: string): Promise<void>;
}

/** What users save under a name: lists, filters and alerts, by tool type. All calls reject with an Error whose message can be shown. */
export interface SavedItems {
  list(toolType: string): Promise<readonly SavedItem[]>;
  /** The saved items of all tool types. */
  lists(): Promise<ReadonlyMap<string, readonly SavedItem[]>>;
  /** Saves data (JSON) under a name; with `id` it replaces that item. */
  save(toolType: string, name: string, data: unknown, id?: number): Promise<SavedItem>;
  /** The saved data, unchecked. */
  load(id: number): Promise<unknown>;
  remove(id: number): Promise<void>;
}
/** A saved item in a list; its data is loaded by id. */
export interface SavedItem {
  readonly id: number;
  readonly name: string;
}

/** The part of the profile that users can change. */
export type ContactInfo = Omit<UserProfile, 'UserId' | 'UserName'>;

/** Changes of the user's own data. Refused in a demo; they never reject. */
export interface UserCalls {
  changePassword(oldPassword: string, newPassword: string): Promise<Outcome>;
  updateContact(contact: ContactInfo): Promise<Outcome>;
}

/** A session of the user. Times are UTC ms of the server's clock. */
export interface OwnSession {
  readonly id: string;
  /** Whether it is the session of this client. */
  readonly isThis: boolean;
  /** Whether a socket of it is open. */
  readonly isConnected: boolean;
  readonly signedInMs: number;
  readonly lastSeenMs: number;
  /** IP address of the last sign-in or resume; empty when unknown. */
  readonly address: string;
  /** Browser and system, e.g. `Firefox on Windows`. */
  readonly browser: string;
}
/** The sessions of the user, on all machines. Ending one requires the password, is refused in a demo, and never rejects. */
export interface OwnSessions {
  /** The sessions that are not over, last seen first. Rejects with an Error whose message can be shown. */
  list(): Promise<readonly OwnSession[]>;
  end(id: string, password: string): Promise<Outcome>;
  endOthers(password: string): Promise<Outcome>;
}

/** Where orders are sent: Tapedeck's own order service, or the external broker. */
export type TradingApiName = 'Own' | 'External';
/** Sign-in state at the external broker. */
export type TradingApiLogin = 'LoggedIn' | 'LoggingIn' | 'LoggedOut';
/** The chosen order service, and whether it is ready. */
export interface TradingApiState {
  readonly api: TradingApiName;
  /** Display name. */
  readonly name: string;
  readonly login: TradingApiLogin;
  /** Whether the user can sign out of the external broker here. */
  readonly supportsLogout: boolean;
  /** Trading account at the external broker; null when there is none. */
  readonly tradingAccount: string | null;
  /** The last error; null when there is none. */
  readonly error: string | null;
  /** URL of the external broker's sign-in, which redirects back; null for the own service. */
  readonly loginUrl: string | null;
  /** Whether this server has an external broker set up. */
  readonly isExternalAvailable: boolean;
  /** The external broker of this server. */
  readonly externalBroker: ExternalBrokerKind;
  /** What the service takes and offers. Tools disable what it lacks and show the reason. */
  readonly capabilities: BrokerCapabilities;
  /** How the account at the external broker compares with our own count; null for the own service. */
  readonly reconciliation: Reconciliation | null;
  /** Balances and positions of the account at the external broker, as it stated them last; null before the first reading, for a broker whose balances are not read, and for the own service. */
  readonly stated: StatedAccount | null;
}
/** The choice of the order service. */
export interface TradingApi extends Readable<TradingApiState> {
  /** Chooses the service and stores the choice. */
  choose(api: TradingApiName): Promise<Outcome>;
  /** Logs in at the external broker with a key that the user made there. */
  connect(key: { readonly id: string; readonly secret: string }): Promise<Outcome>;
  /** Settles a difference from the external broker as the user has seen it (`mark`). */
  settle(key: string, mark: string, way: SettleWay): Promise<Outcome>;
  /** Signs out of the external broker. */
  logout(): Promise<Outcome>;
  /** Receives each order that the external broker has rejected or has not cancelled; returns the function that unsubscribes. */
  onProblem(listener: (problem: TradingProblem) => void): () => void;
}

/** Outcome of a logout. `unsaved`: changes could not be stored; `unanswered`: the server did not confirm the end of the session. */
export type LogoutOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'unsaved' | 'unanswered'; readonly message: string };

/** Signing in and out, the account, and the connections. */
export interface Session extends Readable<SessionState> {
  /** Opens the trading socket and resumes the session of this browser, if there is one. Resolves true when signed in and the account is loaded. */
  resume(): Promise<boolean>;
  /**
   * Resolves true when signed in and the account is loaded; otherwise `error` of the state has the reason, or `isCodeRequired` is true and the
   * same call with a code is the next step.
   */
  login(userName: string, password: string, code?: string): Promise<boolean>;
  /** Signs in with a passkey that the user chooses in the browser; resolves like `login`. */
  loginWithPasskey(): Promise<boolean>;
  /** Signs in with a ticket of `finishOidc`; resolves like `login`, and is called again with a code when one is required. */
  loginWithTicket(ticket: string, code?: string): Promise<boolean>;
  /** Signs in as a new demo user; resolves like `login`. */
  startDemo(): Promise<boolean>;
  /** Changes the trading account; resolves like `login`. */
  selectAccount(account: string): Promise<boolean>;
  /** Stores all changes, then ends the session. A failed logout keeps the session. `dropsUnsaved` continues when storing fails. */
  logout(options?: { readonly dropsUnsaved?: boolean }): Promise<LogoutOutcome>;
  /** Requests a replay speed for all clients (0 pauses); the change arrives with `market`. False when it cannot be sent now. */
  setReplaySpeed(speed: number): boolean;
  /** Reconnects now instead of at the end of the delay; all lost connections unless one is named. */
  reconnect(name?: ConnectionName): void;
}

/** Everything that a client of the server has: session, prices, orders, settings and the user's data. */
export interface Platform {
  readonly session: Session;
  readonly symbols: SymbolStore;
  /** State of the price feed; checked once a second. */
  readonly feed: Readable<FeedState>;
  readonly orders: OrderStore;
  /** Order groups of the account, and the requests that end everything open at once. */
  readonly groups: OrderGroupStore;
  readonly guards: GuardStore;
  readonly settings: SettingsStore;
  /** Earlier versions of the user's workspaces. */
  readonly workspaceHistory: WorkspaceHistory;
  readonly saves: SavedItems;
  readonly alerts: Alerts;
  readonly alertDocuments: AlertDocumentStore;
  /** Orders that programs propose; null before the first one, with which the code of the store is loaded. */
  readonly proposals: Readable<OrderProposals | null>;
  readonly sharedDrawings: SharedDrawings;
  readonly savedDocuments: LazySaves;
  readonly strategies: Strategies;
  readonly user: UserCalls;
  readonly ownSessions: OwnSessions;
  readonly credentials: Credentials;
  /** The calls of the sign-in pages. Their code is loaded with the first call. */
  signInCalls(): Promise<SignInCalls>;
  /** Notices that leave the browser. Their code is loaded with the first call. */
  notifications(): Promise<NotificationCalls>;
  /** How orders were executed. Their code is loaded with the first call. */
  executions(): Promise<ExecutionCalls>;
  /** The calls of administrators. Their code is loaded with the first call. */
  administration(): Promise<AdminCalls>;
  /** Calls about documents of all kinds. Their code is loaded with the first call. */
  documents(): Promise<DocumentCalls>;
  /** The third-party tools of the server. Rejects with an Error whose message can be shown. */
  thirdPartyTools(): Promise<readonly ListedTool[]>;
  /** Trades, tax lots and snapshots of charts. Their code is loaded with the first call. */
  trades(): Promise<TradeCalls>;
  /** The studies of charts that the user writes in AlgoStream. Their code is loaded with the first call. */
  chartStudies(): Promise<ChartStudyCalls>;
  readonly tradingApi: TradingApi;
  /** Exchange time now (UTC ms), extrapolated from the last message of the server. */
  exchangeMs(): number;
  /** Closes the connections and stops all timers. */
  dispose(): void;
}

export type * from './administration/types.ts';
export type * from './alerts/types.ts';
export type * from './documents/types.ts';
export type * from './tools/types.ts';
export type * from './drawings/types.ts';
export type * from './execution/types.ts';
export type { PageTimes } from './orders/page-times-type.ts';
export type * from './notifications/types.ts';
export type * from './proposals/types.ts';
export type * from './readable.ts';
export type * from './saves/types.ts';
export type * from './trading-api/reconciliation.ts';
export type * from './trading-api/stated-account.ts';
export type * from './trading-api/route-permission.ts';
export type * from './trading-api/trading-problem.ts';
export type * from './settings/types.ts';
export type * from './strategies/types.ts';
export type * from './symbols/types.ts';
export type * from './trades/types.ts';
export type * from './user/types.ts';
