import type { PriceE4 } from '../../money/price.ts';
import type { OrderSide, OrderSource, OrderType, TimeInForce } from '../enumerations.ts';
import type { OrderLeg } from '../legs.ts';
import type { ExternalTrail } from './external-order.ts';

/** What an account holds of a symbol, contracts or shares. */
export interface HeldQuantity {
  readonly longQuantity: number;
  readonly shortQuantity: number;
}

/** Whether a leg opens a position or closes one: the broker has an instruction for each. */
export type LegEffect = 'Open' | 'Close';

/** A leg on its way to the broker. */
export interface TicketLeg extends OrderLeg {
  readonly effect: LegEffect;
}

/** An order on its way to the external broker. Prices E4, 0 = none. */
export interface ExternalTicket {
  readonly symbol: string;
  readonly side: OrderSide;
  readonly source: OrderSource;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly quantity: number;
  readonly priceE4: PriceE4;
  readonly stopPriceE4: PriceE4;
  /** Of a trailing stop, which has no stop price. */
  readonly trail?: ExternalTrail | undefined;
  readonly route: string;
  /** The order that this one replaces. */
  readonly orderId?: string | undefined;
  /** Of a multi-leg order: `symbol` is then the underlying, `quantity` in units, and `priceE4` the net price of one share of a unit. */
  readonly legs?: readonly TicketLeg[] | undefined;
}
