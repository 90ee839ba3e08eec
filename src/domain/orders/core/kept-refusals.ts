import { HOUSE_LIMITS, type Known, type RiskLimits } from '../../risk/index.ts';
import { countWithin } from './account-book.ts';
import type { Book } from './book-state.ts';

/**
 * Whether the refusal of a new order or a replace gets a record. A reject is part of the account's history, so it is journaled for any reason
 * while the account stays within its order rate. Above that rate it is answered but neither journaled nor counted: otherwise any account
 * could fill the disk with rejected orders. For an account without a rate, the house rate limits the records, not the orders.
 */
export function keepsRefusal(
  book: Book,
  account: string,
  limits: Known<RiskLimits> | undefined,
  nowMs: number,
): boolean {
  const found = book.accounts.get(account);
  const set = limits?.orderRates;
  const rates = set && set.length > 0 ? set : HOUSE_LIMITS.orderRates;
  return rates.every(({ count, windowMs }) => (found ? countWithin(found, windowMs, nowMs) : 0) < count);
}
