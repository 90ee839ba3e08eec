import type { ExerciseRefusal, ExerciseRequest } from '../../domain/orders/core/exercise.ts';
import type { ExerciseOrigin, OrderReport, OrderRequest } from '../../domain/orders/core/types.ts';
import type { OrderStatus } from '../../domain/orders/enumerations.ts';
import type { OrderPreview } from '../../domain/orders/core/preview.ts';
import type { MoneyE4, PriceE4 } from '../../domain/money/price.ts';
import type { Fees, Liquidity, OptionSettlement } from '../../domain/portfolio/index.ts';

export type { OrderPreview } from '../../domain/orders/core/preview.ts';

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
  /** Code behind the description; 0 = there is none. */
  readonly errorCode: number;
  /** ClientId that the order had before its last replace. */
  readonly originalClientId: string | undefined;
  /** Where the stop stands now: a trailing one moves. 0 = it has none. */
  readonly workingStopE4: PriceE4;
  /** Of all fills; undefined before the first. */
  readonly fees: Fees | undefined;
  /** Of the last fill. */
  readonly executedRoute: string;
  readonly executedLiquidity: Liquidity | undefined;
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

/** The end of a position in an option; `serial` is its journal sequence number. */
export interface SettlementView extends OptionSettlement {
  readonly serial: number;
  /** Set when the holder exercised before expiration. */
  readonly request?: ExerciseOrigin | undefined;
  readonly account: string;
  readonly timeMs: number;
}

export interface BalanceView {
  readonly account: string;
  readonly cashE4: MoneyE4;
  readonly buyingPowerE4: MoneyE4;
}

export interface AccountView {
  readonly orders: readonly OrderView[];
  readonly reports: readonly Report[];
  /** Of options, in journal order. */
  readonly settlements: readonly SettlementView[];
  readonly positions: readonly PositionView[];
  readonly balance: BalanceView;
}

/** What an account holds now, and the settlements of options since a time. */
export type AccountState = Omit<AccountView, 'orders' | 'reports'>;

/** The newest report that a client has of an account, with all before it. */
export interface KnownReport {
  readonly serial: number;
  readonly clientId: string;
  /** Exchange UTC ms. */
  readonly timeMs: number;
}

/**
 * Orders and reports of an account, read a part at a time. An order is shown as it is when its part is read, open orders come first.
 * Reports made after the history was opened are not in it: the listener of the account gets those.
 */
export interface AccountHistory {
  readonly hasMoreOrders: boolean;
  readonly hasMoreReports: boolean;
  /** The next orders, at most `max`, while `mayContinue` says so. */
  nextOrders(max: number, mayContinue: () => boolean): readonly OrderView[];
  /** The next reports, at most `max`, while `mayContinue` says so. */
  nextReports(max: number, mayContinue: () => boolean): readonly Report[];
}

export interface CancelRequest {
  readonly account: string;
  readonly userId: string;
  /** OrderId of the order, or else its present ClientId. */
  readonly orderId: string;
  readonly clientId: string;
}

export interface ReplaceRequest {
  /** The whole order as it is to be, under a ClientId of its own; the quantity is the new total, fills included. */
  readonly order: NewOrder;
  /** Present ClientId (or OrderId) of the order to replace. */
  readonly originalClientId: string;
  /** When it was sent by its own account, exchange UTC ms. */
  readonly sentMs: number;
}

export type ExerciseOutcome = { readonly settlement: SettlementView } | ExerciseRefusal;

export interface AccountOptionsChange {
  readonly account: string;
  readonly userId: string;
  readonly cancelOnDisconnect?: boolean | undefined;
  readonly isHalted?: boolean | undefined;
}

export interface AccountOptionsView {
  readonly account: string;
  readonly cancelOnDisconnect: boolean;
  /** Nobody trades the account now. */
  readonly isHalted: boolean;
  readonly haltedBy: 'Holder' | 'Account' | 'Server' | null;
}

/** Everything reaches a listener only after it is durable, in journal order. Balances are conflated (`BalancePushes`), nothing else is. */
export interface BrokerageListener {
  onReport(report: Report): void;
  /** An execution of the order was busted or corrected: the order with its new figures. Follows the report. */
  onOrder?(order: OrderView): void;
  /** Positions in options came to their end, all at one moment. What that makes of positions and balance follows. */
  onSettlements?(settlements: readonly SettlementView[]): void;
  onPosition(position: PositionView): void;
  onBalance(balance: BalanceView): void;
  /** Options of the account changed, or an administrator stopped or released its trading. */
  onOptions?(options: AccountOptionsView): void;
}

/** An administrator's instruction about an execution. */
export interface AmendRequest {
  /** As reports name it. */
  readonly executionId: string;
  /** Names the instruction: repeating the last one of an execution changes nothing. */
  readonly instruction: string;
  /** Undefined = the execution is busted. Of a multi-leg order the quantity is in units and the price is the net price. */
  readonly correction: { readonly quantity: number; readonly priceE4: PriceE4 } | undefined;
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
  cancel(request: CancelRequest): Promise<readonly Report[]>;
  /** A replace is idempotent by its `clientId` as a new order is. */
  replace(request: ReplaceRequest): Promise<readonly Report[]>;
  /** Busts or corrects an execution. Resolves once that is durable, or with the reason for a refusal; rejects when it should be tried again. */
  amend(request: AmendRequest): Promise<string | undefined>;
  /**
   * Exercises contracts of a long option before expiration. Resolves once the settlement is durable, or with the refusal, of which no record
   * is kept. A repeated `clientId` resolves with the settlement that the first request made; those of orders are counted apart.
   */
  exercise(request: ExerciseRequest): Promise<ExerciseOutcome>;
  /** What an order (or, with `originalClientId`, a replacement) would do now. Keeps nothing. */
  preview(order: NewOrder, originalClientId: string | undefined): Promise<OrderPreview>;
  accountOptions(account: string): AccountOptionsView;
  /** Resolves with the options once the change is durable; undefined when it cannot be kept, 'too-often' when the account has switched back and forth enough for now. */
  setAccountOptions(change: AccountOptionsChange): Promise<AccountOptionsView | 'too-often' | undefined>;
  /** The account's last client has disconnected: cancels its open orders if the account has that option, and rejects those in evaluation. */
  accountLeft(account: string): Promise<void>;
  /** What is in memory: reports and settlements at or after `sinceMs` (exchange time), and the orders that were created, came to their end or were amended then. Open orders are always in `orders`. */
  accountView(account: string, sinceMs: number): AccountView;
  /** Calls `show` once with the same and with what has left memory, which is read from the journal, and returns its result. The account does not change while `show` runs. */
  readAccount<Value>(account: string, sinceMs: number, show: (view: AccountView) => Value): Promise<Value>;
  accountState(account: string, sinceMs: number): AccountState;
  /** The orders and reports of `readAccount`, read a part at a time: a long day takes seconds. With `known`, what follows that report. */
  accountHistory(account: string, sinceMs: number, known?: KnownReport): Promise<AccountHistory>;
  listen(account: string, listener: BrokerageListener): () => void;
  /** Sets an account's opening cash; journaled, idempotent for the same value of `version`. */
  fundAccount(account: string, cash: { cashE4: MoneyE4; version: number }): Promise<void>;
}
