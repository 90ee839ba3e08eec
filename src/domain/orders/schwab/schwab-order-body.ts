import type { Instruction } from './instructions.ts';
import type { SchwabNetType, SchwabOrderType } from './order-types.ts';
import type { SchwabRoute } from './routes.ts';
import type { SchwabStrategy } from './strategies.ts';

/** One leg of an order body. Quantity in contracts or shares. */
export interface SchwabLeg {
  readonly instruction: Instruction;
  readonly quantity: number;
  readonly instrument: { readonly assetType: 'EQUITY' | 'OPTION'; readonly symbol: string };
}

/** The body of a POST or PUT of an order (spec platform.md §7.2), with one leg or several. */
export interface SchwabOrderBody {
  readonly session: 'NORMAL';
  readonly duration: 'DAY';
  readonly orderStrategyType: 'SINGLE';
  readonly complexOrderStrategyType: SchwabStrategy;
  readonly cancelable: true;
  readonly orderType: SchwabOrderType | SchwabNetType;
  readonly orderId?: number;
  /** Left out for AUTO: the broker refuses some orders that name it. */
  readonly destinationLinkName?: SchwabRoute;
  readonly orderLegCollection: readonly [SchwabLeg, ...SchwabLeg[]];
  readonly stopPrice?: string;
  readonly price?: string;
}

/** The fields of a body that differ between an order with one leg and one with several. */
export type SchwabTerms = Pick<
  SchwabOrderBody,
  'complexOrderStrategyType' | 'orderType' | 'orderLegCollection' | 'stopPrice' | 'price'
>;
