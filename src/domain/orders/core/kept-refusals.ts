import { HOUSE_LIMITS, type Known, type RiskLimits } from '../../risk/index.ts';
import { countSince } from './account-book.ts';
import type { Book } from './book-state.ts';

/**
 * Whether the refusal of a new order or a replace gets a record. It tells a part of the account's story, so it does, whatever the reason, as long as
 * the account keeps to its order rate; beyond that it is answered and forgotten, and leaves nothing that could be counted either. Otherwise
 * whoever may send orders could fill the disk with refused ones. Where no rate is set, the house's bounds the records, not the orders.
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
  return rates.every(({ count, windowMs }) => (found ? countSince(found, nowMs - windowMs) : 0) < count);
}
