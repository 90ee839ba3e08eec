import type { MoneyE4, PriceE4 } from '../../money/price.ts';

/** Balances of an account as its broker states them. Null: the broker did not state it. */
export interface StatedBalance {
  /** Cash and all positions at their market value. */
  readonly equityE4: MoneyE4 | null;
  /** Negative when money is borrowed. */
  readonly cashE4: MoneyE4 | null;
  readonly buyingPowerE4: MoneyE4 | null;
  /** Buying power of positions that are closed on the same day. */
  readonly dayTradingPowerE4: MoneyE4 | null;
  /** Day trades of the last five business days. */
  readonly dayTrades: number | null;
  readonly isPatternDayTrader: boolean | null;
  /** Why the broker takes no orders of the account, as a sentence without its period; null when it takes them. */
  readonly block: string | null;
}

/** A position of an account as its broker states it. Null: the broker did not state it. */
export interface StatedPosition {
  readonly symbol: string;
  /** Shares or contracts, negative for a short position. May be a fraction of a share. */
  readonly quantity: number;
  /** False for options, and for what the product does not trade. */
  readonly isStock: boolean;
  /** Cost of a share, or of a share of a contract. */
  readonly averageE4: PriceE4 | null;
  /** Negative for a short position. */
  readonly costE4: MoneyE4 | null;
  readonly priceE4: PriceE4 | null;
  /** Negative for a short position. */
  readonly valueE4: MoneyE4 | null;
  readonly openPlE4: MoneyE4 | null;
  /** Profit since the last close. */
  readonly todayPlE4: MoneyE4 | null;
}

/** An account at a broker: balances and positions of one reading. */
export interface AccountStatement {
  readonly balance: StatedBalance;
  /** By symbol. */
  readonly positions: readonly StatedPosition[];
  /** Positions without a symbol or a quantity. With one of them the statement is not complete. */
  readonly unreadable: number;
}
