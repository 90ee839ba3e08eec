import type { OrderReport, OrderRequest } from '../../domain/orders/core/types.ts';
import type { OrderStatus } from '../../domain/orders/enumerations.ts';
import type { MoneyE4, PriceE4 } from '../../domain/money/price.ts';

/** A new order, as the pure core takes it. */
export type NewOrder = OrderRequest;

export interface OrderView extends NewOrder {
  readonly orderId: string;
  readonly status: OrderStatus;
  readonly fill: number;
  readonly unfill: number;
  /** Volume-weighted fill price, rounded to E4; 0 before the first fill. */
  readonly averagePriceE4: PriceE4;
  readonly createdMs: number;
  readonly completedMs: number | null;
  readonly description: string;
}

/** One thing that happened to an order; `serial` is its journal sequence number. */
export type Report = OrderReport;

export interface PositionView {
  readonly account: string;
  readonly symbol: string;
  readonly isStock: boolean;
  readonly longQuantity: number;
  readonly shortQuantity: number;
  readonly fifoCostE4: MoneyE4;
  readonly mtmCostE4: MoneyE4;
  readonly closedPlE4: MoneyE4;
  readonly todayPlE4: MoneyE4;
  readonly lockedQuantity: number;
  readonly tradedShares: number;
}

export interface BalanceView {
  readonly account: string;
  readonly cashE4: MoneyE4;
  readonly buyingPowerE4: MoneyE4;
}

export interface AccountView {
  readonly orders: readonly OrderView[];
  readonly reports: readonly Report[];
  readonly positions: readonly PositionView[];
  readonly balance: BalanceView;
}

/** Everything reaches a listener only after it is durable, in journal order. */
export interface BrokerageListener {
  onReport(report: Report): void;
  onPosition(position: PositionView): void;
  onBalance(balance: BalanceView): void;
}

/** Order intake, risk, matching, journal, positions. The outcome of `submit` and `cancel` comes as reports. */
export interface Brokerage {
  /** Rebuilds book and positions from the journal, then takes orders. */
  start(): Promise<void>;
  /** Refuses new orders, waits for what is under way to be durable. */
  stop(): Promise<void>;
  isReady(): boolean;
  /**
   * Resolves when the outcome of the intake is durable. A repeated `clientId` of the account makes no second order: it
   * resolves with the reports the first one got, or with a refusal when it is another order. Rejected orders resolve too: the reports say why.
   */
  submit(order: NewOrder): Promise<readonly Report[]>;
  cancel(request: { account: string; userId: string; orderId: string; clientId: string }): Promise<readonly Report[]>;
  /** Reports of orders created at or after `sinceMs` (exchange time). Open orders are always in `orders`. */
  accountView(account: string, sinceMs: number): AccountView;
  listen(account: string, listener: BrokerageListener): () => void;
  /** Tells the core of an account's opening cash; journalled, idempotent for the same value of `version`. */
  fundAccount(account: string, cash: { cashE4: MoneyE4; version: number }): Promise<void>;
}
