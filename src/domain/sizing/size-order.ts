import { err, ok, type Result } from '../assert/assert.ts';
import type { MoneyE4, PriceE4 } from '../money/price.ts';
import { riskQuantity } from '../orders/risk-at-stop.ts';
import { MAX_ORDER_QUANTITY } from '../orders/validate.ts';

/** What an order is to be worth, or may lose. */
export type SizeRule =
  | { readonly by: 'Value'; readonly amountE4: MoneyE4 }
  /** A share of the account value; `percentE4` 10,000 is 1 %. */
  | { readonly by: 'AccountShare'; readonly percentE4: number; readonly accountE4: MoneyE4 }
  /** The amount that is lost when the position is closed at the stop price. */
  | { readonly by: 'Risk'; readonly amountE4: MoneyE4; readonly stopE4: PriceE4 };

/** The order whose quantity is sought. */
export interface UnsizedOrder {
  readonly isBuy: boolean;
  /** The price that it is expected to fill at. */
  readonly priceE4: PriceE4;
  /** Shares that one unit of its quantity stands for: 100 of an option, else 1. */
  readonly multiplier: number;
}

/**
 * Why there is no quantity. `TooSmall`: the amount buys less than one share or contract. `StopBeyondPrice`: the position would be closed with a gain.
 * `TooLarge`: more than an order may have.
 */
export type SizeProblem = 'NoPrice' | 'NoAmount' | 'StopBeyondPrice' | 'TooSmall' | 'TooLarge';

const PERCENT_E4 = 1_000_000n;

/** The largest whole quantity that stays within the rule. Fees are not counted. */
export function quantityOf(rule: SizeRule, order: UnsizedOrder): Result<number, SizeProblem> {
  if (!(order.priceE4 > 0)) return err('NoPrice');
  const amountE4 = amountOf(rule);
  if (!(amountE4 > 0)) return err('NoAmount');
  const distanceE4 = distanceOf(rule, order);
  if (distanceE4 <= 0) return err('StopBeyondPrice');
  const quantity = riskQuantity(amountE4, distanceE4, order.multiplier);
  if (quantity < 1) return err('TooSmall');
  return quantity > MAX_ORDER_QUANTITY ? err('TooLarge') : ok(quantity);
}

/** What one share takes of the amount: its price, or the part of it that is lost at the stop. */
function distanceOf(rule: SizeRule, { isBuy, priceE4 }: UnsizedOrder): PriceE4 {
  if (rule.by !== 'Risk') return priceE4;
  return isBuy ? priceE4 - rule.stopE4 : rule.stopE4 - priceE4;
}

function amountOf(rule: SizeRule): MoneyE4 {
  return rule.by === 'AccountShare' ? accountShareE4(rule.percentE4, rule.accountE4) : rule.amountE4;
}

/** A share of the account value, rounded down; 0 of an account that is worth nothing. `percentE4`: a whole number, 10,000 is 1 %. */
export function accountShareE4(percentE4: number, accountE4: MoneyE4): MoneyE4 {
  // The product of both does not fit into a double.
  return accountE4 > 0 && percentE4 > 0 ? Number((BigInt(accountE4) * BigInt(percentE4)) / PERCENT_E4) : 0;
}
