import type { RecordedQuote } from '../recorded-quote.ts';
import type { MoneyE4, PriceE4 } from '../../money/price.ts';
import type { Fees, Liquidity, OptionSettlement } from '../../portfolio/index.ts';
import type {
  OrderSide,
  OrderSource,
  OrderStatus,
  OrderType,
  ReportType,
  TimeInForce,
} from '../enumerations.ts';
import type { LegSide, OrderLeg } from '../legs.ts';
import type { OrderRequest } from '../request.ts';
import type { CancelRejectReason } from '../cancel-reject.ts';
import type { ActionEvent } from '../../corporate-actions/types.ts';
import type { LotEvent } from '../../lots/events.ts';
import type { GuardEvent } from '../../risk/guards.ts';
import type { GroupEvent, GroupLink, GroupRequest } from '../groups/types.ts';
import type { Marks } from './position-figures.ts';

export type { OrderRequest } from '../request.ts';

/** An order in the book, in its present terms. Belongs to the state; only `applyEvent` changes it. */
export interface BookOrder extends OrderRequest {
  /** The request that gives the present terms. */
  terms: OrderRequest;
  readonly orderId: string;
  readonly createdMs: number;
  /** Session of the book when the order came. */
  readonly sessionDate: string;
  /** When its present terms came: of the last replace, or of the order itself. */
  termsMs: number;
  /** ClientId that the order had before its last replace; undefined = it was never replaced. */
  originalClientId: string | undefined;
  /** Exchange time at which the order ends by itself; null = never, or not by the clock. */
  expiresMs: number | null;
  /** What one opening share or contract takes from the buying power while it is open. */
  reserveE4: MoneyE4;
  /** Shares of the order that open a position, and hold buying power while they are not filled. */
  openingQuantity: number;
  status: OrderStatus;
  filled: number;
  /** Sum of price × quantity of the fills, for their average price: of options it does not count the multiplier. */
  filledValueE4: MoneyE4;
  completedMs: number | null;
  description: string;
  /** Code behind the description; 0 = there is none. */
  errorCode: number;
  /** A stop that has been triggered. */
  isTriggered: boolean;
  /** Where the stop stands now: a trailing one moves. */
  workingStopE4: PriceE4;
  /** Best last trade that a trailing stop has seen; 0 = none yet. */
  watermarkE4: PriceE4;
  /** Of all fills; undefined before the first. */
  fees: Fees | undefined;
  /** Of the last fill. */
  executedRoute: string;
  executedLiquidity: Liquidity | undefined;
  /** Refusals of cancels of the order that are kept. */
  refusedCancels: number;
  /** Undefined = the order belongs to no group. */
  group: GroupLink | undefined;
  /** The sign-in session that sent it. */
  session: string | undefined;
  /** Another open order of the group holds buying power and shares for both: they never fill together. */
  isAlternate: boolean;
}

/** The reject of a cancel or a replace, with the sender and the identifiers of the request. */
interface ChangeRefusal {
  /** May be any text when the code says that the order is unknown. */
  readonly orderId: string;
  readonly account: string;
  readonly userId: string;
  readonly clientId: string;
  readonly code: number;
  readonly timeMs: number;
}

/** What one leg traded in an execution of a multi-leg order. A leg that took several prices has several. */
export interface LegFill {
  readonly symbol: string;
  readonly side: LegSide;
  /** Contracts, or shares. */
  readonly quantity: number;
  readonly priceE4: PriceE4;
  readonly exchange: string;
  readonly fees: Fees;
}

/** The figures of an execution: as it was made, or as it was last corrected. */
export interface ExecutionTerms {
  /** Shares or contracts; of a multi-leg order units. */
  readonly quantity: number;
  /** Of a multi-leg order the net price, which may be 0 or negative. */
  readonly priceE4: PriceE4;
  readonly fees: Fees;
  /** Of a multi-leg order: the fills of all its legs. */
  readonly legs?: readonly LegFill[] | undefined;
}

/** What the market showed when an event was decided. Absent in records of releases before journal form 10, and where no side was quoted. */
interface Quoted {
  readonly nbbo?: RecordedQuote | undefined;
}

/** The market some time after an execution, for its realised spread. */
export interface FillMark {
  readonly orderId: string;
  /** Serial of the execution. */
  readonly serial: number;
  readonly nbbo: RecordedQuote;
}

/** The request that led to an exercise before expiration. */
export interface ExerciseOrigin {
  readonly userId: string;
  /** Names the request: an exercise under a ClientId happens once. */
  readonly clientId: string;
}

/** Everything that can happen to the book. One event is one journal record; its sequence number is its serial. Times are exchange UTC ms. */
export type OrderEvent =
  | GroupEvent
  | GuardEvent
  | LotEvent
  | ActionEvent
  | {
      readonly kind: 'funded';
      readonly account: string;
      readonly cashE4: MoneyE4;
      readonly version: number;
      readonly timeMs: number;
    }
  /** A new exchange session: positions are marked to the closes before it. */
  | {
      readonly kind: 'session';
      readonly date: string;
      readonly closes: readonly (readonly [symbol: string, closeE4: PriceE4])[];
      readonly timeMs: number;
    }
  | {
      readonly kind: 'accountOptions';
      readonly account: string;
      readonly userId: string;
      readonly cancelOnDisconnect: boolean;
      readonly isHalted: boolean;
      readonly timeMs: number;
    }
  | (Quoted & {
      readonly kind: 'accepted';
      readonly orderId: string;
      readonly order: OrderRequest;
      readonly expiresMs: number | null;
      readonly reserveE4: MoneyE4;
      readonly openingQuantity: number;
      readonly group?: GroupLink | undefined;
      /** The group that begins with this order, which is the first of its orders. `group` has its GroupId. */
      readonly opens?: GroupRequest | undefined;
      /** The sign-in session that sent the order; absent for orders that the server sends, and those of strategies. */
      readonly session?: string | undefined;
      /** Displayed at the order's own price on its own side, by all exchanges; absent for an order that does not join a queue. */
      readonly ahead?: number | undefined;
      readonly timeMs: number;
    })
  /** A new order that was refused; it is in the book, done from the start. */
  | {
      readonly kind: 'rejected';
      readonly orderId: string;
      readonly order: OrderRequest;
      readonly code: number;
      /** The rule behind the code in its numbers of that moment, and the wait. */
      readonly detail?: string | undefined;
      readonly group?: GroupLink | undefined;
      readonly timeMs: number;
    }
  | { readonly kind: 'confirmed'; readonly orderId: string; readonly timeMs: number }
  /** A stop was reached by the last trade; its order works from now on. */
  | (Quoted & {
      readonly kind: 'triggered';
      readonly orderId: string;
      readonly stopPriceE4: PriceE4;
      readonly lastE4: PriceE4;
      readonly timeMs: number;
    })
  /** A trailing stop moved. */
  | {
      readonly kind: 'trailed';
      readonly orderId: string;
      readonly stopPriceE4: PriceE4;
      readonly watermarkE4: PriceE4;
      readonly timeMs: number;
    }
  | (Quoted & {
      readonly kind: 'executed';
      readonly orderId: string;
      readonly quantity: number;
      readonly priceE4: PriceE4;
      readonly exchange: string;
      readonly liquidity: Liquidity;
      readonly fees: Fees;
      /** Of a multi-leg order, whose quantity is in units and whose price is the net price, negative when the net is the other way round. */
      readonly legs?: readonly LegFill[] | undefined;
      readonly timeMs: number;
    })
  /** The order continues under the ClientId and the terms of `order`. */
  | (Quoted & {
      readonly kind: 'replaced';
      readonly orderId: string;
      readonly order: OrderRequest;
      readonly originalClientId: string;
      readonly keptPriority: boolean;
      readonly expiresMs: number | null;
      readonly reserveE4: MoneyE4;
      readonly openingQuantity: number;
      readonly ahead?: number | undefined;
      readonly timeMs: number;
    })
  /** Changes nothing but that the ClientId of `order` is taken. */
  | ({
      readonly kind: 'replaceRejected';
      readonly order: OrderRequest;
      readonly originalClientId: string;
      readonly detail?: string | undefined;
    } & ChangeRefusal)
  | {
      readonly kind: 'cancelPending';
      readonly orderId: string;
      readonly userId: string;
      readonly timeMs: number;
    }
  /** `code` 0: at the user's request; otherwise why the market or the server ended it. */
  | { readonly kind: 'cancelled'; readonly orderId: string; readonly code: number; readonly timeMs: number }
  | { readonly kind: 'expired'; readonly orderId: string; readonly timeMs: number }
  /** Changes nothing. */
  | ({ readonly kind: 'cancelRejected' } & ChangeRefusal)
  /** An administrator busted the execution of the record `serial`. */
  | {
      readonly kind: 'busted';
      readonly orderId: string;
      readonly serial: number;
      readonly instruction: string;
      readonly was: ExecutionTerms;
      readonly timeMs: number;
    }
  /** An administrator corrected quantity or price of the execution of the record `serial`. */
  | {
      readonly kind: 'corrected';
      readonly orderId: string;
      readonly serial: number;
      readonly instruction: string;
      readonly was: ExecutionTerms;
      readonly now: ExecutionTerms;
      readonly timeMs: number;
    }
  /** A position in an option came to its end: exercised, assigned or worthless. */
  | {
      readonly kind: 'optionSettled';
      readonly account: string;
      readonly settlement: OptionSettlement;
      /** Set when the holder exercised before expiration. */
      readonly request?: ExerciseOrigin | undefined;
      readonly timeMs: number;
    }
  /** The market a while after executions of the account. Changes nothing. */
  | {
      readonly kind: 'fillsMarked';
      readonly account: string;
      readonly fills: readonly FillMark[];
      readonly timeMs: number;
    }
  /** Stands for a record that was lost to damage, so that its number is not given to another one. Changes nothing. The time is that of the host. */
  | { readonly kind: 'lost'; readonly timeMs: number };

/** The report of an event, as clients receive it. `timeMs` and `createdMs` are exchange time, UTC ms. */
export interface OrderReport {
  readonly serial: number;
  readonly orderId: string;
  readonly clientId: string;
  readonly originalClientId: string | undefined;
  readonly account: string;
  readonly userId: string;
  readonly symbol: string;
  readonly message: string;
  /** Of a rejection: what the catalogue's text leaves open. */
  readonly detail: string | undefined;
  readonly errorCode: number;
  readonly timeMs: number;
  readonly reportType: ReportType;
  readonly leavesQuantity: number;
  readonly quantity: number;
  readonly lastFillPriceE4: PriceE4;
  readonly lastFillQuantity: number;
  readonly priceE4: PriceE4;
  readonly side: OrderSide;
  readonly orderType: OrderType;
  readonly tif: TimeInForce;
  readonly source: OrderSource;
  readonly destination: string;
  readonly executedRoute: string;
  readonly executionId: string;
  readonly createdMs: number;
  readonly feesE4: MoneyE4;
  readonly fees: Fees | undefined;
  readonly liquidity: Liquidity | undefined;
  /** Where the order's stop stands after this report; 0 = it has none. */
  readonly stopPriceE4: PriceE4;
  /** Of a multi-leg order. */
  readonly legs: readonly OrderLeg[] | undefined;
  /** Of an execution of a multi-leg order: after a correction the corrected fills, after a bust those that were reversed. */
  readonly legFills: readonly LegFill[] | undefined;
  /** Of the refusal of a cancel or a replace. */
  readonly cancelRejectReason: CancelRejectReason | undefined;
}

/** The market as the core sees it at one moment. */
export interface MarketView {
  readonly nowMs: number;
  readonly phase: 'closed' | 'pre' | 'open' | 'post';
  readonly session: { readonly date: string; readonly openMs: number; readonly closeMs: number };
  isHalted(symbol: string): boolean;
  prices(symbol: string):
    | {
        readonly lastE4: PriceE4;
        readonly previousCloseE4: PriceE4;
        readonly bidE4: PriceE4;
        readonly askE4: PriceE4;
      }
    | undefined;
  readonly marks: Marks;
  /** Per-exchange quotes; a price of 0 means none on that side. */
  depth(symbol: string): readonly DisplayedQuote[];
}

/** The displayed quote of one exchange. A price of 0 means none on that side. */
export interface DisplayedQuote {
  readonly exchange: string;
  readonly bidE4: PriceE4;
  readonly bidSize: number;
  readonly askE4: PriceE4;
  readonly askSize: number;
}
