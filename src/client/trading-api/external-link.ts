import type { ExternalBrokerKind } from '../../domain/orders/brokers.ts';
import type { Message, MessageName, Body } from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';
import type { GroupResult, GroupTicket } from '../orders/group-types.ts';
import type { Reconciliation, SettleWay } from './reconciliation.ts';
import type { StatedAccount } from './stated-account.ts';
import type { KnownReport } from '../orders/known-report.ts';
import type {
  OrderStore,
  Outcome,
  Readable,
  SessionState,
  TradingApiLogin,
  TradingProblem,
  WireOrder,
  WireReport,
} from '../types.ts';

/** State of the external broker's link. */
export interface ExternalLinkState {
  /** False when this server has no external broker set up. */
  readonly isAvailable: boolean;
  readonly login: TradingApiLogin;
  /** Where the user signs in (a link that redirects back); null while unknown. */
  readonly loginUrl: string | null;
  /** Trading account at the broker; null when there is none. */
  readonly account: string | null;
  /** What went wrong last; null when nothing did. */
  readonly error: string | null;
  /** How the account compares with our own count; null while no link is loaded. */
  readonly reconciliation: Reconciliation | null;
  /** Balances and positions as the broker states them; null before the first reading, and for a broker whose balances are not read. */
  readonly stated: StatedAccount | null;
}

/** A key of the user at the broker. */
export interface BrokerKey {
  readonly id: string;
  readonly secret: string;
}

/** The external broker as the trading API sees it. */
export interface ExternalBrokerLink extends Readable<ExternalLinkState> {
  /** The registered broker whose dialect the link speaks. */
  readonly broker: ExternalBrokerKind;
  /** Orders of the chosen account go here from now on; `data` is what the server keeps for this broker (TradingApiData). */
  activate(data: string | null): void;
  /** Orders go elsewhere, or no user is signed in: nothing of this link runs any more. */
  deactivate(): void;
  /** Ends the login at the broker. Never rejects. */
  logout(): Promise<Outcome>;
  /** Logs in with a key that the user made at the broker; absent where the user logs in at the broker's page. Never rejects. */
  connect?(key: BrokerKey): Promise<Outcome>;
  /** Sends, cancels and replaces while the link is active. */
  readonly orders: Pick<OrderStore, 'send' | 'cancel' | 'replace'>;
  /** Places an order group; absent for a broker that takes none. Never rejects. */
  placeGroup?(ticket: GroupTicket, clientId?: string): Promise<GroupResult>;
  /** Settles a difference from the broker as the user has seen it (`mark`). Never rejects. */
  settle?(key: string, mark: string, way: SettleWay): Promise<Outcome>;
  /** Calls the listener for every order that the broker did not accept or cancel. */
  onProblem?(listener: (problem: TradingProblem) => void): () => void;
  /** True for an order that is at the broker, wherever new orders go: it is cancelled there. */
  owns(orderId: string): boolean;
  dispose(): void;
}

/** What a link may use of the client. */
export interface ExternalBrokerHost {
  readonly clock: HostClock;
  /** Origin of the server, without a trailing slash. */
  readonly baseUrl: string;
  readonly session: Readable<SessionState>;
  /** A call to the product's backend (`path` from the root), with the session's token. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** A call to anywhere else, with nothing of ours. */
  readonly outsideFetch: typeof globalThis.fetch;
  /** Sends on the trading socket; false when it is not ready. */
  sendTrading<Name extends MessageName>(name: Name, body: Body<Name>): boolean;
  /** The messages of the trading socket that concern the broker (`TRADING_RECEIVERS`). */
  onTrading(listener: (message: Message<'trading', 'toClient'>) => void): () => void;
  /** Exchange time now, UTC ms. */
  exchangeMs(): number;
  /** The newest report of the own service up to which its trade log is complete. */
  readonly known: Pick<KnownReport, 'inLog'>;
  /** Orders and reports of the broker, for the order store: Trade Manager and the toasts show them like any other. */
  readonly book: {
    get(orderId: string): WireOrder | undefined;
    put(orders: readonly WireOrder[]): void;
    /** Applies a new report to its order, logs it, and notifies listeners. */
    apply(report: WireReport): void;
    /** Reports of the past, for the log only: no listener is notified. */
    log(reports: readonly WireReport[]): void;
  };
}

/** Creates the link to the external broker; clients without one leave it out. */
export type CreateExternalLink = (host: ExternalBrokerHost) => ExternalBrokerLink;
