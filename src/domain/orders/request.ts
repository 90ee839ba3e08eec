import type { PriceE4 } from '../money/price.ts';
import type {
  OrderSide,
  OrderSource,
  OrderType,
  PegType,
  StopOffsetType,
  StopType,
  TimeInForce,
} from './enumerations.ts';
import { areSameLegs, type OrderLeg } from './legs.ts';

/** From cash, on margin, or as a short sale. */
export const TRADE_TYPES = ['Cash', 'Margin', 'Short'] as const;
/** How an order is paid for or covered. */
export type TradeType = (typeof TRADE_TYPES)[number];

/**
 * Why an order equals an earlier one on purpose: a press of an armed order key, or a strategy's own order. Such an order passes the
 * duplicate guard and nothing else. A client may state `Hotkey`; `Strategy` is set by the server alone.
 */
export const REPEAT_REASONS = ['Hotkey', 'Strategy'] as const;
/** The reason for an intended repeat of an order. */
export type RepeatReason = (typeof REPEAT_REASONS)[number];

/**
 * An order as requested, checked, journaled and matched. For a replace: the order after it, with the new total quantity, fills included. Prices E4.
 */
export interface OrderRequest {
  readonly account: string;
  readonly userId: string;
  readonly clientId: string;
  readonly symbol: string;
  readonly side: OrderSide;
  readonly source: OrderSource;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  /** Shares, or contracts of an option. */
  readonly quantity: number;
  /** Limit; of a peg the price that it never goes beyond. 0 = none. */
  readonly priceE4: PriceE4;
  /** Trigger of a stop; of a trailing stop where it starts. 0 = none. */
  readonly stopPriceE4: PriceE4;
  readonly stopType: StopType;
  /** Of a trailing stop; null = no offset. */
  readonly offsetType: StopOffsetType | null;
  /** Trailing: dollars E4, or per cent E4 (1 % = 10,000). Peg: dollars E4 away from its reference. 0 = none. */
  readonly offsetE4: number;
  readonly pegType: PegType;
  /** End of a GoodTillDate order, UTC ms; null for every other time in force. */
  readonly goodTillMs: number | null;
  /** Minimum quantity that the market must offer at one evaluation; 0 = any. */
  readonly minQuantity: number;
  /** Quantity shown of an iceberg; 0 = all. */
  readonly displayQuantity: number;
  readonly destination: string;
  readonly route: string;
  /** Cash, Margin or Short as requested; null = derived from side and account. */
  readonly tradeType: TradeType | null;
  /** The strategy (several legs, or an algorithm) that the order belongs to; null = none. */
  readonly strategyId: string | null;
  /** The API that the order came through; null = the platform itself. */
  readonly apiId: string | null;
  /** Of a multi-leg order, which has its underlying as its symbol and a net price; undefined = an order in the symbol itself. */
  readonly legs?: readonly OrderLeg[] | undefined;
  /** Undefined: the order is not a repeat, and an equal one shortly after another is rejected as a duplicate. */
  readonly repeatReason?: RepeatReason | undefined;
}

/** The fields that most orders leave alone: `{ ...PLAIN_ORDER, ...request }`. */
export const PLAIN_ORDER = {
  priceE4: 0,
  stopPriceE4: 0,
  stopType: 'Static',
  offsetType: null,
  offsetE4: 0,
  pegType: 'Primary',
  goodTillMs: null,
  minQuantity: 0,
  displayQuantity: 0,
  tradeType: null,
  strategyId: null,
  apiId: null,
} as const satisfies Partial<OrderRequest>;

/** Fields in which two requests under one ClientId must agree to be the same; the source is derived from the position and may differ. */
const IDENTITY = [
  'symbol',
  'side',
  'type',
  'tif',
  'quantity',
  'priceE4',
  'stopPriceE4',
  'stopType',
  'offsetType',
  'offsetE4',
  'pegType',
  'goodTillMs',
  'minQuantity',
  'displayQuantity',
  'destination',
  'route',
  'tradeType',
  'strategyId',
  'apiId',
] as const satisfies readonly (keyof OrderRequest)[];

/** True when two requests under one ClientId are the same order, so that the second is a repeat and not a new order. */
export function isSameRequest(a: OrderRequest, b: OrderRequest): boolean {
  return IDENTITY.every((field) => a[field] === b[field]) && areSameLegs(a.legs, b.legs);
}
