import type {
  OrderType,
  PegType,
  StopOffsetType,
  StopType,
  TimeInForce,
} from '../../domain/orders/enumerations.ts';
import type { OrderLeg } from '../../domain/orders/legs.ts';
import type { Body, PassThroughFields } from '../../protocol/index.ts';

/** An order as the user enters it, before it has an account and a ClientId. */
export interface OrderTicket extends PassThroughFields {
  readonly symbol: string;
  readonly side: 'Buy' | 'Sell' | 'Short';
  readonly quantity: number;
  readonly type: OrderType;
  readonly price: number | null;
  readonly destination: string;
  readonly route: string;
  /** What follows is left out where it does not apply. Dollars; `tif` is Day when absent. */
  readonly stopPrice?: number;
  readonly stopType?: StopType;
  readonly offsetType?: StopOffsetType;
  readonly offsetValue?: number;
  readonly pegType?: PegType;
  readonly tif?: TimeInForce;
  /** End of a GoodTillDate order, exchange UTC ms. */
  readonly goodTillMs?: number;
  readonly minQuantity?: number;
  readonly displayQuantity?: number;
  /** Of a multi-leg order: `symbol` is then the underlying, `quantity` is in units, and `price` is the net price of one share of a unit. */
  readonly legs?: readonly OrderLeg[];
}

/** Contracts of a long option to exercise. */
export interface ExerciseTicket {
  readonly symbol: string;
  readonly contracts: number;
  /** ClientId of an earlier attempt without an answer: the server exercises once. */
  readonly clientId?: string;
}
/** The outcome of a request to exercise options. */
export type ExerciseResult =
  | { readonly ok: true; readonly settlement: Body<'settlements'>['Items'][number] }
  /** The message can be shown. */
  | { readonly ok: false; readonly message: string; readonly clientId: string };

/** The effect of an order if it arrived now, computed by the server. */
export type OrderPreview = Omit<Body<'orderPreviewResult'>, 'Id'>;
