import { optionTermsOf, settleAtExpiry, type OptionTerms } from '../../portfolio/index.ts';
import type { PriceE4 } from '../../money/price.ts';
import type { Book } from './book.ts';
import type { BookOrder, MarketView, OrderEvent } from './types.ts';

/** The event of an option position that expired, was exercised or was assigned. */
export type Settled = Extract<OrderEvent, { readonly kind: 'optionSettled' }>;

/** The terms of an option whose last day is over; null for everything else. */
function overTermsOf(symbol: string, view: MarketView): OptionTerms | null {
  const terms = optionTermsOf(symbol);
  if (terms === null || terms.expiration > view.session.date) return null;
  // On its last day an option lives until the close.
  return terms.expiration < view.session.date || view.nowMs >= view.session.closeMs ? terms : null;
}

/** Open orders in expired options, alone or as a leg: they can no longer trade, whatever their time in force. */
export function ordersOver(book: Book, view: MarketView): BookOrder[] {
  const over: BookOrder[] = [];
  for (const [key, open] of book.openBySymbol) {
    if (overTermsOf(key, view)) over.push(...open.values());
    for (const order of open.values())
      if (order.legs?.some(({ symbol }) => overTermsOf(symbol, view) !== null)) over.push(order);
  }
  return over;
}

/** The settlements that are due, and the underlyings without an official close yet. */
export interface Settlements {
  readonly events: readonly Settled[];
  /** Underlyings whose official close is still to come. */
  readonly awaited: ReadonlySet<string>;
}

/**
 * Settles every position in an expired option at the official close of its underlying: `closeOf` returns it once it was printed, the market once
 * the next session has begun. Options of today wait for it until the end of the exchange day, and then settle at the last trade. A position whose
 * underlying has no price settles later.
 */
export function decideSettlements(
  book: Book,
  view: MarketView,
  closeOf: (underlying: string) => PriceE4 | undefined,
): Settlements {
  const events: Settled[] = [];
  const awaited = new Set<string>();
  for (const account of book.accounts.values()) {
    for (const [symbol, { quantity }] of account.positions) {
      const terms = quantity === 0 ? null : overTermsOf(symbol, view);
      if (terms === null) continue;
      const isOfToday = terms.expiration === view.session.date;
      const officialE4 = isOfToday ? closeOf(terms.underlying) : undefined;
      if (isOfToday && officialE4 === undefined && view.phase !== 'closed') {
        awaited.add(terms.underlying);
        continue;
      }
      const prices = view.prices(terms.underlying);
      const closeE4 =
        officialE4 ??
        (prices
          ? isOfToday
            ? prices.lastE4 || prices.previousCloseE4
            : prices.previousCloseE4 || prices.lastE4
          : 0);
      if (closeE4 > 0)
        events.push({
          kind: 'optionSettled',
          account: account.account,
          settlement: settleAtExpiry(terms, quantity, closeE4),
          timeMs: view.nowMs,
        });
    }
  }
  return { events, awaited };
}
