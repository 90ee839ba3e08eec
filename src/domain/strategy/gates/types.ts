import type { MoneyE4, PriceE4 } from '../../money/price.ts';
import type { OrderSide, OrderType } from '../../orders/enumerations.ts';

/** The checks of a strategy before a live start, in the order in which they are shown. */
export const GATES = ['LookAhead', 'WarmUp', 'Fills', 'Parameters'] as const;
/** A check of a strategy before a live start. */
export type Gate = (typeof GATES)[number];

/** Results of a check. `NotApplicable`: there was nothing to compare. */
export const VERDICTS = ['Passed', 'Warning', 'Failed', 'NotApplicable'] as const;
/** The result of a check. */
export type Verdict = (typeof VERDICTS)[number];

/** The result of a check with its reason, a sentence with figures. */
export interface GateResult {
  readonly gate: Gate;
  readonly verdict: Verdict;
  readonly text: string;
}

/** An order of a backtest: its terms, and when it was filled. Prices in 1/10,000 dollar, 0 = none; times in UTC ms. */
export interface CheckedOrder {
  /** Undefined: the symbol of the run. */
  readonly symbol?: string | undefined;
  readonly sentMs: number;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly quantity: number;
  readonly priceE4: PriceE4;
  readonly stopPriceE4: PriceE4;
  /** The stop or the target of an entry: the fill of the entry decides its time and prices. */
  readonly isExit: boolean;
  /** Null = not filled. */
  readonly fillMs: number | null;
}

/** The result of a backtest. */
export interface RunResult {
  /** After fees, with the open position at the last price. */
  readonly netE4: MoneyE4;
  /** Orders that filled. */
  readonly filledCount: number;
}

/** How many orders of two runs were compared, and how many of them only one of the runs sent. */
export interface OrderComparison {
  readonly count: number;
  readonly differingCount: number;
}
