import type { ExternalBrokerKind } from '../../domain/orders/brokers.ts';
import type { ExternalOrder } from '../../domain/orders/external-orders/index.ts';
import type { ApiReport } from '../../protocol/index.ts';
import type { GroupResult, GroupTicket } from '../orders/group-types.ts';
import type { ExternalBrokerHost, ExternalBrokerLink } from '../trading-api/external-link.ts';
import type { TradingProblem } from '../types.ts';
import type { BrokerClient } from './broker-client.ts';
import type { BrokerOrderCommands } from './broker-order-commands.ts';
import type { ServerState } from './broker-session.ts';
import type { OrderDialect } from './broker-ticket.ts';

/** The link to the external broker, with what the trading API's port does not name. */
export interface ExternalLink extends ExternalBrokerLink {
  /** Calls the listener with everything that the dialog "Error processing order" shows. */
  onProblem(listener: (problem: TradingProblem) => void): () => void;
}

/** How the user is logged in at a broker. */
export interface BrokerLogin {
  /** Calls to the broker can be made. */
  isUsable(): boolean;
  /**
   * Takes what the server says of the login. `none`: there is none. `ready`: the account can be loaded. `renewing`: too little time is left to load it; it is
   * loaded once the login is renewed.
   */
  take(server: ServerState): 'none' | 'ready' | 'renewing';
  /** Orders go elsewhere: nothing is renewed, and orders at the broker can still be cancelled. */
  rest(): void;
  forget(): void;
}

/** What the link is notified of by a login. */
export interface LoginEvents {
  readonly onRenewed: () => void;
  /** The login is over; the text says why. */
  readonly onLost: (text: string) => void;
}

/** What differs from broker to broker. `Login` is what its client needs of the login. */
export interface LinkDialect<Body, Login extends BrokerLogin = BrokerLogin> {
  readonly broker: ExternalBrokerKind;
  readonly orders: OrderDialect<Body>;
  /** Where the user logs in at the broker; null where a key is entered here. */
  readonly loginPath: string | null;
  createLogin(host: ExternalBrokerHost, events: LoginEvents): Login;
  createClient(host: ExternalBrokerHost, login: Login): BrokerClient<Body>;
  /** Places an order group; absent for a broker that takes none. */
  placeGroup?(orders: BrokerOrderCommands<Body>, ticket: GroupTicket, clientId?: string): GroupResult;
  /** Reads an update that the broker has pushed; absent for a broker that is polled. */
  readUpdate?(text: string, account: string): ExternalOrder | undefined;
  /** Reports of earlier fills, as the server has them. */
  onRestored?(reports: readonly ApiReport[]): void;
  /** The user has signed out. */
  onForgotten?(): void;
}
