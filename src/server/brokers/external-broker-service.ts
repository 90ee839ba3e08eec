import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ExternalBrokerKind } from '../../domain/orders/brokers.ts';
import type { Result } from '../../domain/assert/assert.ts';
import type { TokenProblem } from '../../domain/orders/schwab/index.ts';
import type { Principal } from '../identity/identity.ts';

/** The signed-in user of a request, and the session of it. */
export type BrokerCaller = Pick<Principal, 'userId' | 'sessionId'>;

/** A user's login and account at the external broker. Only this server accepts `accessToken`. */
export interface BrokerState {
  readonly isLoggedIn: boolean;
  /** Null where the user is logged out, and for a broker whose calls need no token of their own. */
  readonly accessToken: string | null;
  readonly expiresInSeconds: number;
  readonly account: string | null;
  readonly accountHash: string | null;
  /** Why the last login failed; null when it did not. */
  readonly error: string | null;
}

/** A fresh access token for the browser, or why there is none. */
export type RefreshAnswer =
  { readonly accessToken: string; readonly expiresInSeconds: number } | TokenProblem;

/** What the browser brings back from the broker's login page. */
export interface ReturnedLogin {
  readonly state: string;
  readonly browserKey: string;
  readonly code: string | undefined;
  readonly error: string | undefined;
}

/** A login at the broker's own page, which leads back to this server. */
export interface RedirectLogin {
  /** The registered address that the broker sends browsers back to. */
  readonly callback: string;
  /** The address to redirect the browser to, and the key that its cookie must bring back. */
  beginLogin(caller: BrokerCaller): { readonly url: string; readonly browserKey: string };
  /** Completes a login. The next `state` reports why it failed, if it did. */
  finishLogin(returned: ReturnedLogin): Promise<void>;
  refresh(caller: BrokerCaller): Promise<RefreshAnswer>;
}

/** A login with a key that the user enters here once. It is never given back. */
export interface KeyLogin {
  /** Checks the key at the broker and stores it sealed. The error is for the user. */
  connect(
    userId: string,
    key: { readonly id: string; readonly secret: string },
  ): Promise<Result<void, string>>;
}

/** A change of an order, as the broker wrote it (JSON text); or whether changes arrive at all. */
export type BrokerUpdate =
  | { readonly kind: 'update'; readonly text: string }
  /** `live`: from now on every change arrives. What changed before has to be read. */
  | { readonly kind: 'live' }
  | { readonly kind: 'lost' };

/** What the trader API of a broker is registered with. */
export interface TraderRouteOptions {
  readonly logger: { warn(details: object, message: string): void };
  readonly rateLimit: object;
  readonly refuseForeign: (request: FastifyRequest) => void;
  /** The user of the session token; throws a 401 when it is missing or invalid. */
  readonly callerOf: (request: FastifyRequest) => Promise<Principal>;
}

/** An external broker as the server's routes use it. The broker's own tokens and keys stay in here. */
export interface ExternalBrokerService {
  readonly kind: ExternalBrokerKind;
  /** Present for a broker whose users log in at its own page. */
  readonly redirectLogin?: RedirectLogin;
  /** Present for a broker whose users enter a key. */
  readonly keyLogin?: KeyLogin;
  state(caller: BrokerCaller): Promise<BrokerState>;
  setDefault(userId: string, account: string, accountHash: string): Promise<void>;
  logout(userId: string): Promise<void>;
  /** Adds the calls of the broker's trader API that the product makes. */
  addTraderRoutes(app: FastifyInstance, options: TraderRouteOptions): void;
  /** Follows the orders of a user until the returned function is called; absent for a broker that is polled. */
  follow?(userId: string, listener: (update: BrokerUpdate) => void): () => void;
  close(): void;
}
