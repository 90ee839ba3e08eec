import type { ShareRatio } from '../corporate-actions/types.ts';
import type { MoneyE4, PriceE4 } from '../money/price.ts';

/**
 * Which lots a closing fill consumes. FIFO: the oldest first. LIFO: the newest first. HighestCost: those with the smallest gain first, which are the
 * dearest of a long position and the cheapest of a short one; the older of two with the same price.
 */
export const LOT_METHODS = ['FIFO', 'LIFO', 'HighestCost'] as const;
/** Which lots a closing fill consumes. */
export type LotMethod = (typeof LOT_METHODS)[number];

/** The method of an account that has chosen none. */
export const DEFAULT_LOT_METHOD: LotMethod = 'FIFO';

/** By what round trips are formed: the whole position, the orders of a bracket, or those of a strategy instance. */
export const TRIP_SUBJECTS = ['Position', 'Bracket', 'Strategy'] as const;
/** By what round trips are formed. */
export type TripSubject = (typeof TRIP_SUBJECTS)[number];

/**
 * What changes a position: a fill, the end of an option, the shares that an exercise or assignment delivers, a split (of which only the cash for a fraction of a share closes
 * anything), or the payout of a delisted stock.
 */
export const TRADE_CAUSES = [
  'Fill',
  'Expired',
  'Exercised',
  'Assigned',
  'Delivered',
  'Split',
  'Delisted',
] as const;
/** What changes a position. */
export type TradeCause = (typeof TRADE_CAUSES)[number];

/** A change of one position, as it stands after busts and corrections. Quantities in shares or contracts, prices of one share. */
export interface PositionTrade {
  /** Serial of its journal record. */
  readonly serial: number;
  /** 0, 1, 2 …: a leg of a multi-leg order that took several prices has several fills in one record. */
  readonly part: number;
  readonly cause: TradeCause;
  /** Positive = bought, negative = sold. */
  readonly signedQuantity: number;
  /** 0 at the worthless end of an option. */
  readonly priceE4: PriceE4;
  readonly feesE4: MoneyE4;
  /** Exchange UTC ms. */
  readonly timeMs: number;
  /** Null for settlements of options and corporate actions, which have no order. */
  readonly order: TradeOrder | null;
  /** Set for a split, which trades nothing: the quantity is 0. */
  readonly conversion?: LotConversion | undefined;
}

/** New shares in the place of old ones. */
export interface LotConversion extends ShareRatio {
  /** Shares of one of the quantity. */
  readonly multiplier: number;
  /** Change of cash for a fraction of a share. */
  readonly cashE4: MoneyE4;
}

/** The order of a fill. */
export interface TradeOrder {
  readonly orderId: string;
  /** The order group that the order belongs to. */
  readonly groupId: string | null;
  /** The strategy instance that sent it. */
  readonly strategyId: string | null;
}

/** What one opening trade bought or sold short, as far as it is open. */
export interface TaxLot {
  /** Serial of the opening record, with a dot and the part when that is not 0. */
  readonly lotId: string;
  /** Shares or contracts that are left. */
  readonly quantity: number;
  readonly openedQuantity: number;
  readonly isShort: boolean;
  readonly priceE4: PriceE4;
  /** Cost of what is left beyond price × shares, after a split; absent = 0. */
  readonly restE4?: MoneyE4 | undefined;
  /** Of what is left. */
  readonly feesE4: MoneyE4;
  readonly openedMs: number;
  readonly orderId: string | null;
}

/** What one closing trade took from one lot. */
export interface Closure {
  readonly lotId: string;
  /** Of the closing trade, in the form of a lot's id. */
  readonly closingId: string;
  readonly cause: TradeCause;
  readonly quantity: number;
  readonly isShort: boolean;
  readonly openPriceE4: PriceE4;
  readonly closePriceE4: PriceE4;
  /** Cost beyond price × shares, after a split; absent = 0. The fraction of a share that a split paid out has a quantity of 0, and its whole cost here. */
  readonly openRestE4?: MoneyE4 | undefined;
  /** The cash for such a fraction; absent = 0. */
  readonly closeRestE4?: MoneyE4 | undefined;
  readonly openFeesE4: MoneyE4;
  readonly closeFeesE4: MoneyE4;
  readonly openedMs: number;
  readonly closedMs: number;
  /** Of the closing order. */
  readonly orderId: string | null;
  /** The lot was chosen by the account holder, not by the method. */
  readonly isChosen: boolean;
}

/** Shares or contracts of a lot that an order is to close. */
export interface LotChoice {
  readonly lotId: string;
  readonly quantity: number;
}

/** Id of the lot that a trade opens, and of its closures. */
export const tradeIdOf = ({ serial, part }: Pick<PositionTrade, 'serial' | 'part'>): string =>
  part === 0 ? String(serial) : `${serial}.${part}`;
