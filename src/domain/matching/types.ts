import type { PriceE4 } from '../money/price.ts';
import type { OrderSide, OrderType, PegType, StopType, TimeInForce } from '../orders/enumerations.ts';
import type { CollarBand } from '../orders/price-collar.ts';

/**
 * When a resting limit order fills from a print at its own price: `touch` at once, `trade-through` never (only a print beyond it),
 * `queue` once the volume estimated to stand ahead of it has traded.
 */
export const QUEUE_MODES = ['touch', 'trade-through', 'queue'] as const;
/** When a resting limit order fills from a print at its own price. */
export type QueueMode = (typeof QUEUE_MODES)[number];

/** The settings of a matcher. */
export interface MatcherConfig {
  readonly queueMode: QueueMode;
  /** Share of an official opening or closing print that all orders of one side together may fill, whole per cent of its size. */
  readonly auctionPercent: number;
}
/** The settings of a server that configures none. */
export const DEFAULT_MATCHER_CONFIG: MatcherConfig = { queueMode: 'queue', auctionPercent: 10 };

/** How far from the market an order without a limit may trade, measured at each evaluation. All lists of bands apply. */
export interface PriceCollar {
  /** Measured from the last trade, or for illiquid symbols from the opposite quote. */
  readonly from: 'trade' | 'quote';
  readonly bands: readonly (readonly CollarBand[])[];
}

/** An order as it is matched. It has no account: orders trade with the market, never with one another. */
export interface MatchOrder {
  readonly orderId: string;
  readonly symbol: string;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly quantity: number;
  /** Limit; of a peg the price that it never goes beyond. 0 = none. */
  readonly priceE4: PriceE4;
  /** Farthest price of an order without a limit; the rest of the order waits for a better one. 0 = none. */
  readonly boundE4: PriceE4;
  /** Of an order without a limit (a peg without a price of its own, too); null = it has none. */
  readonly collar: PriceCollar | null;
  /** Trigger of a stop; of a trailing stop where it starts, 0 = at the offset from the last trade. */
  readonly stopPriceE4: PriceE4;
  readonly stopType: StopType;
  /** Of a trailing stop. */
  readonly offsetType: 'Value' | 'Percent' | null;
  /** Trailing: dollars E4, or per cent E4 (1 % = 10,000). Peg: dollars E4 away from the reference, positive = further from the market. */
  readonly offsetE4: number;
  readonly pegType: PegType;
  /** End of a GoodTillDate order, UTC ms; null for the others. */
  readonly goodTillMs: number | null;
  /** Minimum quantity that the market must offer at one evaluation for it to trade; 0 = any. */
  readonly minQuantity: number;
  /** Displayed part of an iceberg; 0 = the whole order is displayed. */
  readonly displayQuantity: number;
}

/** Defaults of the fields that most orders do not use: `{ ...PLAIN_MATCH_ORDER, ...order }`. */
export const PLAIN_MATCH_ORDER = {
  priceE4: 0,
  boundE4: 0,
  collar: null,
  stopPriceE4: 0,
  stopType: 'Static',
  offsetType: null,
  offsetE4: 0,
  pegType: 'Primary',
  goodTillMs: null,
  minQuantity: 0,
  displayQuantity: 0,
} as const satisfies Partial<MatchOrder>;

/** What a replace may change; `quantity` is the new total, fills included. */
export type OrderChange = Partial<Omit<MatchOrder, 'orderId' | 'symbol' | 'side'>>;

/** One exchange's own best bid and offer; a price of 0 = none on that side. */
export interface ShownQuote {
  readonly exchange: string;
  readonly bidE4: PriceE4;
  readonly bidSize: number;
  readonly askE4: PriceE4;
  readonly askSize: number;
}

/** The market at the moment of a request. Omitted fields keep the last value that the matcher received. */
export interface MarketNow {
  readonly timeMs: number;
  /** Price of the last trade. */
  readonly lastE4?: PriceE4;
  readonly depth?: readonly ShownQuote[];
}

/** A print of the tape. */
export interface TapePrint {
  readonly symbol: string;
  readonly priceE4: PriceE4;
  readonly size: number;
  readonly exchange: string;
  readonly timeMs: number;
}

/** `closed` → `pre` → `open` → `post` → `closed`. In `pre` and `post` only GoodTillCrossing orders trade. */
export const PHASES = ['closed', 'pre', 'open', 'post'] as const;
/** The phase of the exchange day. */
export type Phase = (typeof PHASES)[number];

/** A step of the exchange day. `dayEnd` is the end of the post-market session; `time` only advances the time, for dated orders. */
export type SessionEvent =
  | { readonly kind: 'pre' | 'open' | 'close' | 'dayEnd' | 'time'; readonly timeMs: number }
  | { readonly kind: 'halt' | 'resume'; readonly symbol: string; readonly timeMs: number }
  | ({ readonly kind: 'openingPrint' | 'closingPrint' } & TapePrint);

/** Why an order expired. */
export type ExpireReason = 'day' | 'date' | 'opening' | 'closing' | 'crossing';
/** `request`: requested by the sender. `immediate`, `kill`: the market had no more for an immediate-or-cancel, or not all for a fill-or-kill order. */
export type CancelReason = 'request' | 'immediate' | 'kill';
/** Why the matcher rejected an order. */
export type RejectReason =
  | 'malformed'
  | 'duplicate'
  | 'unknown'
  /** The order's auction is over, or its date has passed. */
  | 'too-late'
  /** A replacement's total is not above what has been filled. */
  | 'quantity'
  /** The stop of a triggered order cannot be changed. */
  | 'triggered';

/** The events of an order, in sequence. Liquidity: R = removed displayed quantity, A = added by resting. */
export type MatchEvent =
  | { readonly kind: 'rest'; readonly orderId: string; readonly leaves: number; readonly timeMs: number }
  | {
      readonly kind: 'fill';
      readonly orderId: string;
      readonly quantity: number;
      readonly priceE4: PriceE4;
      readonly exchange: string;
      readonly liquidity: 'A' | 'R';
      readonly leaves: number;
      readonly timeMs: number;
    }
  | {
      readonly kind: 'trigger';
      readonly orderId: string;
      readonly stopPriceE4: PriceE4;
      readonly lastE4: PriceE4;
      readonly timeMs: number;
    }
  /** A trailing stop moved. */
  | {
      readonly kind: 'trail';
      readonly orderId: string;
      readonly stopPriceE4: PriceE4;
      readonly watermarkE4: PriceE4;
      readonly timeMs: number;
    }
  | {
      readonly kind: 'replace';
      readonly orderId: string;
      readonly keptPriority: boolean;
      readonly leaves: number;
      readonly timeMs: number;
    }
  | {
      readonly kind: 'expire';
      readonly orderId: string;
      readonly reason: ExpireReason;
      readonly leaves: number;
      readonly timeMs: number;
    }
  | {
      readonly kind: 'cancel';
      readonly orderId: string;
      readonly reason: CancelReason;
      readonly leaves: number;
      readonly timeMs: number;
    }
  /** Changed nothing. */
  | {
      readonly kind: 'reject';
      readonly orderId: string;
      readonly reason: RejectReason;
      readonly timeMs: number;
    };

/** What is known of an order that was open before a restart. */
export interface AdoptedState {
  readonly filled: number;
  readonly isTriggered: boolean;
  /** Of a trailing stop, the last price of a `trail` event; 0 = restart the trail. */
  readonly stopPriceE4: PriceE4;
  readonly watermarkE4: PriceE4;
  /** Price of the symbol's last trade, for collars; 0 = not known. */
  readonly lastE4: PriceE4;
  readonly timeMs: number;
}

/** One exchange in the memory of what was shown and what of it was taken. */
export interface VenueState {
  readonly exchange: string;
  readonly bidE4: PriceE4;
  readonly bidShown: number;
  readonly bidUsed: number;
  readonly askE4: PriceE4;
  readonly askShown: number;
  readonly askUsed: number;
}
/** The saved state of one symbol. */
export interface SymbolState {
  readonly symbol: string;
  readonly isHalted: boolean;
  readonly lastE4: PriceE4;
  readonly markE4: PriceE4;
  readonly venues: readonly VenueState[];
}
/** The saved state of one order. */
export interface SlotState {
  readonly order: MatchOrder;
  readonly leaves: number;
  readonly limitE4: PriceE4;
  readonly stopE4: PriceE4;
  readonly watermarkE4: PriceE4;
  readonly ahead: number;
  readonly slice: number;
  readonly isTaking: boolean;
  readonly isTriggered: boolean;
  /** Absent = false. */
  readonly isForNextOpening?: true;
  readonly enteredMs: number;
  readonly seq: number;
  readonly rank: number;
}
/** The whole state of a matcher, as plain data that survives JSON. */
export interface MatcherState {
  readonly version: 1;
  readonly config: MatcherConfig;
  readonly phase: Phase;
  readonly nowMs: number;
  readonly lastSeq: number;
  readonly lastRank: number;
  readonly symbols: readonly SymbolState[];
  readonly orders: readonly SlotState[];
}
