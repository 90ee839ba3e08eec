import type { MoneyE4 } from '../../domain/money/price.ts';
import type {
  AccountStatement,
  BrokerProblem,
  ExternalOrder,
  OrdersRead,
} from '../../domain/orders/external-orders/index.ts';

/** The broker rejected a call, or no answer came. */
export class BrokerCallError extends Error {
  override readonly name = 'BrokerCallError';
  readonly problem: BrokerProblem;
  /** How long the broker wants no further call, seconds. */
  readonly retryAfterSeconds: number | undefined;
  /** The broker may have executed the request all the same. */
  readonly isUncertain: boolean;

  constructor(problem: BrokerProblem, retryAfter?: number) {
    super(problem.message || problem.text);
    this.problem = problem;
    this.retryAfterSeconds = retryAfter;
    this.isUncertain = problem.status === 0 || problem.status === 504;
  }
}

/** An account at the broker. */
export interface BrokerAccount {
  readonly account: string;
  /** The name that the broker's paths have for it. */
  readonly hash: string;
}

/** What the account at the broker holds of a symbol, shares or contracts. */
export interface BrokerPosition {
  readonly symbol: string;
  readonly longQuantity: number;
  readonly shortQuantity: number;
}

/** What the account at the broker holds in all. */
export interface AccountHoldings {
  readonly positions: readonly BrokerPosition[];
  /** Null when the broker did not state it. */
  readonly cashE4: MoneyE4 | null;
  /** All that the broker states; absent for a broker whose balances are not read. */
  readonly statement?: AccountStatement;
}

/** The trader API of a broker, as this product's server passes it on. `Body` is an order in the broker's dialect. Every call rejects with a BrokerCallError. */
export interface BrokerClient<Body> {
  /** The accounts that the login reaches. */
  accounts(): Promise<BrokerAccount[]>;
  /** Positions and cash. */
  holdings(account: BrokerAccount): Promise<AccountHoldings>;
  /** The orders that were entered between two times, UTC ms. `isFull`: the broker had more of them than fit one answer. */
  orders(
    account: BrokerAccount,
    fromMs: number,
    toMs: number,
  ): Promise<OrdersRead & { readonly isFull: boolean }>;
  /** One order; undefined when the answer made no sense. */
  order(account: BrokerAccount, orderId: string): Promise<ExternalOrder | undefined>;
  /** Places an order. Returns its id; undefined when the broker did not name it. */
  place(account: BrokerAccount, body: Body): Promise<string | undefined>;
  /** Puts a new order in the place of another. Returns the new id; undefined when the broker did not name it. */
  replace(account: BrokerAccount, orderId: string, body: Body): Promise<string | undefined>;
  /** Requests the cancel of an order; the order itself shows what became of it. */
  cancel(account: BrokerAccount, orderId: string): Promise<void>;
  /** The id of the order that was sent under a client id, undefined when there is none; absent for a broker that keeps no such ids. */
  orderIdOf?(clientId: string): Promise<string | undefined>;
}
