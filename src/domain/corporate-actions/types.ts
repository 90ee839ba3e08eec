import type { MoneyE4, PriceE4 } from '../money/price.ts';

/** A ratio of whole numbers: `numerator` new shares for `denominator` old ones. */
export interface ShareRatio {
  readonly numerator: number;
  readonly denominator: number;
}

interface OfSymbol {
  readonly symbol: string;
  /** `YYYY-MM-DD`: the first session whose prices have the action in them. */
  readonly exDate: string;
}

/** New shares in the place of old ones. A ratio below 1 is a reverse split. */
export interface StockSplit extends OfSymbol, ShareRatio {
  readonly kind: 'Split';
  /** What a whole new share is paid at where a fraction is left; 0 = not stated, the close before the ex-date counts. */
  readonly cashInLieuE4: PriceE4;
}

/** Cash for each share held at the close before the ex-date; the holder of a short position pays it. */
export interface CashDividend extends OfSymbol {
  readonly kind: 'Dividend';
  /** Millionths of a dollar a share: declared amounts have up to six decimals. */
  readonly amountE6: number;
}

/** The shares trade under another symbol from the ex-date on. */
export interface SymbolChange extends OfSymbol {
  readonly kind: 'SymbolChange';
  readonly newSymbol: string;
}

/** The shares stop trading, and are paid out; 0 = they are worthless. */
export interface Delisting extends OfSymbol {
  readonly kind: 'Delisting';
  readonly cashE4: PriceE4;
}

/** A corporate action of a stock. */
export type CorporateAction = StockSplit | CashDividend | SymbolChange | Delisting;

/** The kinds of corporate actions. */
export const ACTION_KINDS = ['Split', 'Dividend', 'SymbolChange', 'Delisting'] as const satisfies readonly [
  CorporateAction['kind'],
  ...CorporateAction['kind'][],
];

/** Names an action among all others: a symbol has one of a kind on a day. */
export const actionIdOf = ({ kind, symbol, exDate }: CorporateAction): string =>
  `${kind} ${symbol} ${exDate}`;

/** A split that gives fewer shares than it takes. */
export const isReverse = ({ numerator, denominator }: ShareRatio): boolean => numerator < denominator;

/** What an action does to one position. Quantities and costs are signed: positive for long, negative for short. */
export interface PositionChange extends ShareRatio {
  readonly symbol: string;
  /** Where the position is afterwards; the same symbol unless it changed. */
  readonly toSymbol: string;
  readonly quantityBefore: number;
  readonly quantityAfter: number;
  readonly costBeforeE4: MoneyE4;
  readonly costAfterE4: MoneyE4;
  /** Change of the account's cash: for a fraction of a share, a dividend, or all shares. */
  readonly cashE4: MoneyE4;
}

/** The present figures of an open order after an action. Quantities include what has filled, restated in new shares. */
export interface AdjustedOrder {
  readonly orderId: string;
  readonly quantity: number;
  readonly filled: number;
  readonly priceE4: PriceE4;
  readonly stopPriceE4: PriceE4;
  readonly offsetE4: number;
  readonly minQuantity: number;
  readonly displayQuantity: number;
  readonly workingStopE4: PriceE4;
  readonly watermarkE4: PriceE4;
  /** Buying power of an opening share. */
  readonly reserveE4: MoneyE4;
  readonly openingQuantity: number;
}

/** What an action does to one account: one journal record, so that it happens as a whole or not at all. */
export interface ActionEvent {
  readonly kind: 'actionApplied';
  readonly account: string;
  readonly action: CorporateAction;
  readonly positions: readonly PositionChange[];
  readonly orders: readonly AdjustedOrder[];
  /** Groups whose unsent orders and exits are adjusted by the ratio of the split. */
  readonly groups: readonly string[];
  /** Exchange UTC ms. */
  readonly timeMs: number;
}
