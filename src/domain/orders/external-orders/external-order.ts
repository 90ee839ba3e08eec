import type { PriceE4 } from '../../money/price.ts';
import type {
  OrderSide,
  OrderSource,
  OrderStatus,
  OrderType,
  ReportType,
  StopOffsetType,
  TimeInForce,
} from '../enumerations.ts';
import type { LegSide, OrderLeg } from '../legs.ts';

/** What one leg of a multi-leg order traded. Quantity in contracts or shares. */
export interface ExternalLegFill {
  readonly symbol: string;
  readonly side: LegSide;
  readonly quantity: number;
  readonly priceE4: PriceE4;
}

/** One execution of an external order; of a multi-leg order a whole number of its units. */
export interface ExternalFill {
  /** The broker's activity id and leg, unique within the order. */
  readonly executionId: string;
  /** Of a multi-leg order the net price, which may be negative. */
  readonly priceE4: PriceE4;
  readonly quantity: number;
  readonly timeMs: number;
  /** Of a multi-leg order: what each leg traded. */
  readonly legFills?: readonly ExternalLegFill[];
}

/** The distance at which a stop trails the market. `offsetE4`: dollars E4, or per cent E4 (1 % = 10,000). */
export interface ExternalTrail {
  readonly offsetType: StopOffsetType;
  readonly offsetE4: number;
}

/** An order as the external broker shows it, in the product's own terms. Prices E4, 0 = none; times UTC ms. */
export interface ExternalOrder {
  readonly orderId: string;
  /** The id that the order was sent under, where the broker keeps it. */
  readonly clientId?: string | undefined;
  /** The broker's account number. */
  readonly account: string;
  readonly symbol: string;
  readonly isOption: boolean;
  readonly side: OrderSide;
  readonly source: OrderSource;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly quantity: number;
  readonly filled: number;
  readonly unfilled: number;
  readonly priceE4: PriceE4;
  readonly stopPriceE4: PriceE4;
  /** Of a trailing stop: its distance in dollars E4, or in per cent E4 (1 % = 10,000). */
  readonly trail?: ExternalTrail | undefined;
  /** As the broker names it. */
  readonly brokerStatus: string;
  readonly reportType: ReportType;
  readonly status: OrderStatus;
  readonly description: string;
  readonly route: string;
  readonly enteredMs: number;
  readonly closedMs: number | null;
  readonly fills: readonly ExternalFill[];
  /** Of a multi-leg order, whose symbol is the underlying and whose quantities are in units. */
  readonly legs?: readonly OrderLeg[];
  /** What legs of a multi-leg order have filled without the others; absent when there is nothing. */
  readonly apart?: readonly ExternalLegFill[];
}

/** The readable orders of an answer of the broker. */
export interface OrdersRead {
  readonly orders: readonly ExternalOrder[];
  /** Orders in the answer that made no sense; they are left out. */
  readonly unreadable: number;
}
