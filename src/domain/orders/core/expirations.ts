import { optionTermsOf, settleAtExpiry, type OptionTerms } from '../../portfolio/index.ts';
import type { AccountBook } from './account-book.ts';
import { leavesOf, type Book } from './book.ts';
import type { BookOrder, MarketView, OrderEvent } from './types.ts';

export type Settled = Extract<OrderEvent, { readonly kind: 'optionSettled' }>;

/** The terms of an option whose last day is over; null for everything else. */
function overTermsOf(symbol: string, view: MarketView): OptionTerms | null {
  const terms = optionTermsOf(symbol);
  if (terms === null || terms.expiration > view.session.date) return null;
  // On its last day an option lives until the close.
  return terms.expiration < view.session.date || view.nowMs >= view.session.closeMs ? terms : null;
}

/** Open orders in options that are over: nothing can be traded any more, whatever their time in force says. */
export function ordersOver(book: Book, view: MarketView): BookOrder[] {
  const over: BookOrder[] = [];
  for (const [symbol, open] of book.openBySymbol) if (overTermsOf(symbol, view)) over.push(...open.values());
  return over;
}

/**
 * The settlement of every position in an option that is over, at the underlying's close. One whose underlying has no price is left
 * for a moment that knows one.
 */
export function decideSettlements(book: Book, view: MarketView): Settled[] {
  const events: Settled[] = [];
  for (const account of book.accounts.values()) {
    for (const [symbol, { quantity }] of account.positions) {
      const terms = quantity === 0 ? null : overTermsOf(symbol, view);
      if (terms === null) continue;
      const prices = view.prices(terms.underlying);
      // Of a session that is over the market still knows the close.
      const closeE4 = prices ? (terms.expiration < view.session.date ? prices.previousCloseE4 || prices.lastE4 : prices.lastE4 || prices.previousCloseE4) : 0;
      if (closeE4 > 0) events.push({ kind: 'optionSettled', account: account.account, settlement: settleAtExpiry(terms, quantity, closeE4), timeMs: view.nowMs });
    }
  }
  return events;
}

/** Sells of a symbol that close more than the account has left, the newest first: an assignment took the shares they were to sell. */
export function salesWithoutCover(account: AccountBook, symbol: string): BookOrder[] {
  let excess = (account.openInterest.get(symbol)?.sell ?? 0) - Math.max(0, account.positions.get(symbol)?.quantity ?? 0);
  const uncovered: BookOrder[] = [];
  for (const order of [...(account.openOrders.get(symbol)?.sells.values() ?? [])].reverse()) {
    if (excess <= 0) break;
    if (order.side !== 'Sell') continue;
    uncovered.push(order);
    excess -= leavesOf(order);
  }
  return uncovered;
}
