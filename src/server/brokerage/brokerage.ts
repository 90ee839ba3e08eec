import type { Steps } from '../../domain/collections/steps.ts';
import type { OrderExecution, Span } from '../../domain/execution/index.ts';
import type { AccountTrades } from '../../domain/lots/account/account-trades.ts';
import type { ChoiceRequest } from '../../domain/lots/account/choice-problem.ts';
import type { LotMethod } from '../../domain/lots/types.ts';
import type { ExplainedOrder } from '../../domain/orders/core/explain-order.ts';
import type { ExerciseRefusal, ExerciseRequest } from '../../domain/orders/core/exercise.ts';
import type { ExerciseOrigin, OrderReport, OrderRequest } from '../../domain/orders/core/types.ts';
import type { OrderStatus } from '../../domain/orders/enumerations.ts';
import type { OrderPreview } from '../../domain/orders/core/preview.ts';
import type { MoneyE4, PriceE4 } from '../../domain/money/price.ts';
import type { GroupRefusal } from '../../domain/orders/core/groups/judge-group.ts';
import type { ReversalRequest } from '../../domain/orders/core/reversal.ts';
import type { GroupMember, GroupRequest, GroupState } from '../../domain/orders/groups/types.ts';
import type { ActionEvent } from '../../domain/corporate-actions/types.ts';
import type { Fees, Liquidity, OptionSettlement } from '../../domain/portfolio/index.ts';

import type { AccountGuards, GuardLimits } from '../../domain/risk/guards.ts';
import type { ExitChange, GroupChange, TermsRequest } from './group-decisions.ts';
import type { GuardsChange, GuardsRefusal } from './guard-decisions.ts';
import type { OrderTimeline } from './timeline-types.ts';

export type { OrderTimeline } from './timeline-types.ts';
export type { ExitChange, GroupChange, TermsRequest } from './group-decisions.ts';
export type { GuardsChange, GuardsRefusal } from './guard-decisions.ts';
export type { OrderPreview } from '../../domain/orders/core/preview.ts';

/** A new order in the form of the order core. */
export type NewOrder = OrderRequest;

/** An order with its present state. Prices in 1/10,000 dollar, times in exchange UTC ms. */
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
  /** Present stop price, which moves for a trailing stop; 0 = none. */
  readonly workingStopE4: PriceE4;
  /** Of all fills; undefined before the first. */
  readonly fees: Fees | undefined;
  /** Of the last fill. */
  readonly executedRoute: string;
  readonly executedLiquidity: Liquidity | undefined;
}

/** An execution report; `serial` is its journal sequence number. */
export type Report = OrderReport;

/** A position as clients see it. Quantities in shares or contracts, money in 1/10,000 dollar. */
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

/** A corporate action that changed an account; `serial` is its journal sequence number. */
export interface ActionView extends Omit<ActionEvent, 'kind'> {
  readonly serial: number;
}

/** A group as clients see it. */
export interface GroupView extends Omit<GroupRequest, 'orders'> {
  readonly groupId: string;
  readonly state: GroupState;
  /** Of a bracket with a trail: whether its stop trails the market now. */
  readonly isTrailing?: boolean | undefined;
  /** Of a bracket with a time exit: when it closes, exchange UTC ms; undefined while that depends on a fill. */
  readonly timeExitMs?: number | undefined;
  /** Why the group ended as it did; 0 = as intended, or it has not ended. */
  readonly code: number;
  readonly createdMs: number;
  readonly completedMs: number | null;
  readonly orders: readonly Readonly<GroupMember>[];
  /** Orders of the request that were not sent yet: the next one of a one-triggers-other group. */
  readonly waiting: readonly OrderRequest[];
}

/** The guards after a request, or why it was refused. No record is kept of a refusal. */
export type GuardsOutcome = { readonly guards: GuardsView } | { readonly refusal: GuardsRefusal };

/** What became of a decision about lots. */
export type LotOutcome = 'recorded' | 'too-often' | 'unavailable';

/** The GroupId that a request made or concerned, or why it was refused. No record is kept of a refusal. */
export type GroupOutcome = { readonly groupId: string } | GroupRefusal;

/** Cash and buying power of an account, in 1/10,000 dollar. */
export interface BalanceView {
  readonly account: string;
  readonly cashE4: MoneyE4;
  readonly buyingPowerE4: MoneyE4;
}

/** An account with the orders and reports of a span of time, its positions and its balance. */
export interface AccountView {
  readonly orders: readonly OrderView[];
  readonly reports: readonly Report[];
  /** Of options, in journal order. */
  readonly settlements: readonly SettlementView[];
  /** Corporate actions, in journal order. */
  readonly actions: readonly ActionView[];
  readonly positions: readonly PositionView[];
  /** Live groups, and those that ended in this session or in the one before. */
  readonly groups: readonly GroupView[];
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
 * Orders and reports of an account, read a part at a time. An order has its state at the time its part is read; open orders come first. Reports
 * made after the history was opened are not in it: the listener of the account receives them.
 */
export interface AccountHistory {
  readonly hasMoreOrders: boolean;
  readonly hasMoreReports: boolean;
  /** The next orders, at most `max`, while `mayContinue` returns true. */
  nextOrders(max: number, mayContinue: () => boolean): readonly OrderView[];
  /** The next reports, at most `max`, while `mayContinue` returns true. */
  nextReports(max: number, mayContinue: () => boolean): readonly Report[];
}

/** A request to cancel one order. */
export interface CancelRequest {
  readonly account: string;
  readonly userId: string;
  /** OrderId of the order, or else its present ClientId. */
  readonly orderId: string;
  readonly clientId: string;
}

/** A request to replace the terms of one order. */
export interface ReplaceRequest {
  /** The whole order as it is to be, under a ClientId of its own; the quantity is the new total, fills included. */
  readonly order: NewOrder;
  /** Present ClientId (or OrderId) of the order to replace. */
  readonly originalClientId: string;
  /** When it was sent by its own account, exchange UTC ms. */
  readonly sentMs: number;
}

/** The settlement that an exercise made, or why it was refused. */
export type ExerciseOutcome = { readonly settlement: SettlementView } | ExerciseRefusal;

/** A change of account options by its holder; an option that is left out stays as it is. */
export interface AccountOptionsChange {
  readonly account: string;
  readonly userId: string;
  readonly cancelOnDisconnect?: boolean | undefined;
  readonly isHalted?: boolean | undefined;
}

/** The trading options of an account that are in force. */
export interface AccountOptionsView {
  readonly account: string;
  readonly cancelOnDisconnect: boolean;
  /** New orders of the account are rejected. */
  readonly isHalted: boolean;
  readonly haltedBy: 'Holder' | 'Account' | 'Server' | null;
}

/** The guards of an account that are in force. Money in 1/10,000 dollar. */
export interface GuardsView extends Omit<AccountGuards, 'userId' | 'release'> {
  readonly account: string;
  /** Limits that administrators set; of both, the stricter one counts. */
  readonly administrator: GuardLimits;
}

/** Everything reaches a listener only after it is durable, in journal order. Balances are conflated (`BalancePushes`), nothing else is. */
export interface BrokerageListener {
  onReport(report: Report): void;
  /** An execution of the order was busted or corrected, or a corporate action has adjusted it: the order with its new figures. Follows the report. */
  onOrder?(order: OrderView): void;
  /** Options that settled at one moment. The changed positions and the balance follow. */
  onSettlements?(settlements: readonly SettlementView[]): void;
  /** Corporate actions that changed the account. The changed orders, groups and positions and the balance follow. */
  onActions?(actions: readonly ActionView[]): void;
  onPosition(position: PositionView): void;
  /** A group was accepted, changed or ended, or one of its orders did. Follows the reports of the orders. */
  onGroup?(group: GroupView): void;
  onBalance(balance: BalanceView): void;
  /** Options of the account changed, or an administrator stopped or released its trading. */
  onOptions?(options: AccountOptionsView): void;
  /** The guards of the account changed, one was passed, or a lock ended. */
  onGuards?(guards: GuardsView): void;
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
  /** Refuses new orders and waits until all decisions are durable. */
  stop(): Promise<void>;
  /** False before the start, while the journal takes no records, and after the stop. */
  isReady(): boolean;
  /**
   * Resolves when the outcome of the intake is durable. A repeated `clientId` of the account makes no second order: it
   * resolves with the reports the first one got, or with a refusal when it is another order. Rejected orders resolve too: the reports say why.
   */
  submit(order: NewOrder): Promise<readonly Report[]>;
  /** Resolves with the reports of the cancel once they are durable. */
  cancel(request: CancelRequest): Promise<readonly Report[]>;
  /** A replace is idempotent by its `clientId` as a new order is. */
  replace(request: ReplaceRequest): Promise<readonly Report[]>;
  /** Busts or corrects an execution. Resolves once that is durable, or with the reason for a refusal; rejects when a retry may succeed. */
  amend(request: AmendRequest): Promise<string | undefined>;
  /**
   * Exercises contracts of a long option before expiration. Resolves once the settlement is durable, or with the refusal, of which no record
   * is kept. A repeated `clientId` resolves with the settlement that the first request made; those of orders are counted apart.
   */
  exercise(request: ExerciseRequest): Promise<ExerciseOutcome>;
  /**
   * What a group would be if it arrived now, with its distances in dollars from now on, or why it would be refused. An order that waits for a condition
   * is not judged: it is when it is sent. Keeps nothing.
   */
  checkGroup(group: GroupRequest): Promise<{ readonly group: GroupRequest } | GroupRefusal>;
  /**
   * Places a group of orders, all or none. Resolves once it is durable. A repeated `clientId` makes no second group: ClientIds of groups and of orders are
   * counted apart.
   */
  placeGroup(group: GroupRequest): Promise<GroupOutcome>;
  /**
   * Cancels the orders of a symbol, closes its position at market and opens one of the same size on the other side, or does nothing of it. Resolves
   * once that is durable; a repeated `clientId` does it once.
   */
  reversePosition(request: ReversalRequest): Promise<GroupOutcome>;
  /** Cancels the open orders of a group; what they have filled stays. */
  cancelGroup(request: GroupChange): Promise<GroupOutcome>;
  /** Sets the price of a bracket's target or stop. */
  changeGroupExit(request: ExitChange): Promise<GroupOutcome>;
  /** Sets figures of a group that it has not used yet: its condition, trail, time exit or break-even. */
  changeGroupTerms(request: TermsRequest): Promise<GroupOutcome>;
  /** The effect that an order (or, with `originalClientId`, a replacement) would have now. Keeps nothing. */
  preview(order: NewOrder, originalClientId: string | undefined): Promise<OrderPreview>;
  /** The account options in force. */
  accountOptions(account: string): AccountOptionsView;
  /** Resolves with the options once the change is durable; undefined when it cannot be journaled, 'too-often' beyond the rate of option changes. */
  setAccountOptions(change: AccountOptionsChange): Promise<AccountOptionsView | 'too-often' | undefined>;
  /** The guards of the account. */
  guards(account: string): GuardsView;
  /** Resolves with the guards once the change is durable, or with the reason of a refusal; undefined when it cannot be journaled. */
  setGuards(change: GuardsChange): Promise<GuardsOutcome | undefined>;
  /** The account's last client has disconnected: cancels its open orders if the account has that option, and rejects those in evaluation. */
  accountLeft(account: string): Promise<void>;
  /**
   * Cancels the open orders of the account that the session sent, but for those that protect a position (`isProtective`). Resolves with the number of
   * reports once that is durable; undefined when it cannot be journaled.
   */
  cancelOrdersOf(sessionId: string, account: string): Promise<number | undefined>;
  /** UserIds by the sessions that have open orders. */
  sessionsWithOrders(): ReadonlyMap<string, string>;
  /** The account from memory: reports and settlements at or after `sinceMs` (exchange time), and the orders that were created, came to their end or were amended then. Open orders are always in `orders`. */
  accountView(account: string, sinceMs: number): AccountView;
  /** Calls `show` once with the complete account, reading from the journal what has left memory, and returns its result. The account does not change while `show` runs. */
  readAccount<Value>(account: string, sinceMs: number, show: (view: AccountView) => Value): Promise<Value>;
  /** Positions, balance, and the settlements at or after `sinceMs` (exchange time). */
  accountState(account: string, sinceMs: number): AccountState;
  /** The orders and reports of `readAccount`, read a part at a time: a long day takes seconds. With `known`, what follows that report. */
  accountHistory(account: string, sinceMs: number, known?: KnownReport): Promise<AccountHistory>;
  /**
   * The orders that were accepted or traded in a span of exchange time, each as it was at its end, in the order of their OrderIds. Reads from the
   * journal what has left memory.
   */
  executions(account: string, span: Span): Promise<Iterable<OrderExecution>>;
  /** Calls `show` once with the trades of the account up to the newest durable record, does its work in slices, and returns its result. */
  readTrades<Value>(account: string, show: (trades: AccountTrades) => Steps<Value>): Promise<Value>;
  /** Sets which lots closing fills consume from now on. Resolves once that is durable. */
  setLotMethod(change: {
    readonly account: string;
    readonly userId: string;
    readonly method: LotMethod;
  }): Promise<LotOutcome>;
  /** Chooses the lots that an order closes. Resolves once that is durable, or with the reason why they cannot be chosen. */
  chooseLots(
    request: ChoiceRequest & { readonly account: string; readonly userId: string },
  ): Promise<LotOutcome | { readonly problem: string }>;
  /** Why an order of the account is where it is; undefined when the account has no such order. Reads from the journal what has left memory. */
  timeline(account: string, orderId: string): Promise<OrderTimeline | undefined>;
  /** What the checks say of an order, or of a replacement of the order with that ClientId, that would arrive now; undefined while no orders are taken, or for an order in no readable form. Keeps nothing. */
  explain(order: NewOrder, originalClientId: string | undefined): Promise<ExplainedOrder | undefined>;
  /** Adds a listener of the account; the returned function removes it. */
  listen(account: string, listener: BrokerageListener): () => void;
  /** Sets an account's opening cash; journaled, idempotent for the same value of `version`. */
  fundAccount(account: string, cash: { cashE4: MoneyE4; version: number }): Promise<void>;
}
