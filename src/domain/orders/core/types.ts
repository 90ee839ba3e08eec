import type { MoneyE4, PriceE4 } from '../../money/price.ts';
import type { Fees, Liquidity } from '../../portfolio/fees.ts';
import type { OrderSide, OrderSource, OrderStatus, OrderType, ReportType, StopType, TimeInForce } from '../enumerations.ts';

/** A new order as the core takes it. Prices E4, 0 = none. */
export interface OrderRequest {
  readonly account: string;
  readonly userId: string;
  readonly clientId: string;
  readonly symbol: string;
  readonly side: OrderSide;
  readonly source: OrderSource;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly quantity: number;
  readonly priceE4: PriceE4;
  readonly stopPriceE4: PriceE4;
  readonly stopType: StopType;
  readonly destination: string;
  readonly route: string;
}

/** An order in the book. Belongs to the state; only `applyEvent` changes it. */
export interface BookOrder extends OrderRequest {
  readonly orderId: string;
  readonly createdMs: number;
  /** Exchange time at which a Day order ends; null = never. */
  readonly expiresMs: number | null;
  /** What one opening share takes from the buying power while it is open. */
  readonly reserveE4: PriceE4;
  /** Shares of the order that open a position, and hold buying power while they are not filled. */
  openingQuantity: number;
  status: OrderStatus;
  filled: number;
  /** Sum of quantity × price of the fills. */
  filledValueE4: MoneyE4;
  completedMs: number | null;
  description: string;
}

/** Everything that can happen to the book. One event is one journal record; its sequence number is its serial. Times are exchange UTC ms. */
export type OrderEvent =
  | { readonly kind: 'funded'; readonly account: string; readonly cashE4: MoneyE4; readonly version: number; readonly timeMs: number }
  /** A new exchange session: positions are marked to the closes before it. */
  | { readonly kind: 'session'; readonly date: string; readonly closes: readonly (readonly [symbol: string, closeE4: PriceE4])[]; readonly timeMs: number }
  | { readonly kind: 'accepted'; readonly orderId: string; readonly order: OrderRequest; readonly expiresMs: number | null; readonly reserveE4: PriceE4; readonly openingQuantity: number; readonly timeMs: number }
  /** A new order that was refused; it is in the book, done from the start. */
  | { readonly kind: 'rejected'; readonly orderId: string; readonly order: OrderRequest; readonly code: number; readonly timeMs: number }
  | { readonly kind: 'confirmed'; readonly orderId: string; readonly timeMs: number }
  | { readonly kind: 'executed'; readonly orderId: string; readonly quantity: number; readonly priceE4: PriceE4; readonly exchange: string; readonly liquidity: Liquidity; readonly fees: Fees; readonly timeMs: number }
  | { readonly kind: 'cancelPending'; readonly orderId: string; readonly userId: string; readonly timeMs: number }
  /** `code` 0: at the user's request; otherwise why the market ended it. */
  | { readonly kind: 'cancelled'; readonly orderId: string; readonly code: number; readonly timeMs: number }
  | { readonly kind: 'expired'; readonly orderId: string; readonly timeMs: number }
  /** Changes nothing. `orderId` may be any text when the code says it is unknown. */
  | { readonly kind: 'cancelRejected'; readonly orderId: string; readonly account: string; readonly userId: string; readonly clientId: string; readonly code: number; readonly timeMs: number };
export type OrderEventKind = OrderEvent['kind'];

/** What the outside is told of an event. `timeMs` and `createdMs` are exchange time, UTC ms. */
export interface OrderReport {
  readonly serial: number;
  readonly orderId: string;
  readonly clientId: string;
  readonly originalClientId: string | undefined;
  readonly account: string;
  readonly userId: string;
  readonly symbol: string;
  readonly message: string;
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
}

/** The market as the core sees it at one moment. */
export interface MarketView {
  readonly nowMs: number;
  readonly isOpen: boolean;
  readonly session: { readonly date: string; readonly closeMs: number };
  instrument(symbol: string): { readonly shortable: boolean } | undefined;
  prices(symbol: string): { readonly lastE4: PriceE4; readonly previousCloseE4: PriceE4; readonly bidE4: PriceE4; readonly askE4: PriceE4 } | undefined;
  /** Per-exchange quotes; a price of 0 means none on that side. */
  depth(symbol: string): readonly DisplayedQuote[];
}
export interface DisplayedQuote {
  readonly exchange: string;
  readonly bidE4: PriceE4;
  readonly bidSize: number;
  readonly askE4: PriceE4;
  readonly askSize: number;
}
