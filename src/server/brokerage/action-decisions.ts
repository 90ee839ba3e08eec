import type { CashDividend, CorporateAction } from '../../domain/corporate-actions/types.ts';
import { decideAction } from '../../domain/orders/core/corporate-actions.ts';
import type { AccountBook } from '../../domain/orders/core/account-book.ts';
import type { Book } from '../../domain/orders/core/book.ts';
import { isOpen } from '../../domain/orders/core/known-requests.ts';
import type { MarketView } from '../../domain/orders/core/types.ts';
import { OrderError } from '../../domain/orders/errors.ts';
import type { MarketData } from '../market/market-data.ts';
import type { Commit } from './commit.ts';
import type { TradingFloor } from './trading-floor.ts';

/**
 * Applies corporate actions as the session of their ex-date begins: after the last session has ended, before the new one is recorded and anything trades. Each account has one
 * record an action, and remembers it until the session is recorded, so that a crash in between neither repeats nor omits one.
 */
export class ActionDecisions {
  readonly #book: Book;
  readonly #market: Pick<MarketData, 'corporateActions'>;
  readonly #floor: TradingFloor;

  constructor(book: Book, market: Pick<MarketData, 'corporateActions'>, floor: TradingFloor) {
    this.#book = book;
    this.#market = market;
    this.#floor = floor;
  }

  /** Applies what is due; returns the dividends among it, which the closes before the ex-date still have in them. */
  begin(view: MarketView, commit: Commit): readonly CashDividend[] {
    const { sessionDate } = this.#book;
    // Before its first session a book has no positions.
    if (sessionDate === '' || view.session.date <= sessionDate) return [];
    const due = this.#market.corporateActions?.(sessionDate, view.session.date) ?? [];
    if (due.length === 0) return [];
    this.#floor.noteTime(view, commit);
    for (const action of due) {
      for (const account of this.#book.accounts.values()) this.#apply(account, action, view, commit);
      if (action.kind === 'Split') this.#floor.forgetPrices(action.symbol);
    }
    return due.filter((action) => action.kind === 'Dividend');
  }

  #apply(account: AccountBook, action: CorporateAction, view: MarketView, commit: Commit): void {
    const decided = decideAction(this.#book, account, action, view);
    if (!decided) return;
    const { ended, endedGroups, event } = decided;
    // These come first: after a crash they are decided again from what is still open.
    for (const order of ended)
      if (isOpen(order)) this.#floor.end(order, OrderError.CancelledByMarket, view.nowMs, commit);
    for (const { groupId, request } of endedGroups)
      commit([
        {
          kind: 'groupCancelled',
          groupId,
          account: account.account,
          userId: request.userId,
          code: OrderError.CancelledByMarket,
          timeMs: view.nowMs,
        },
      ]);
    const adjusted = event.orders.map(({ orderId }) => orderId);
    const held = this.#floor.withdraw(adjusted, view.nowMs, commit);
    if (event.positions.length + adjusted.length + event.groups.length > 0) commit([event]);
    this.#floor.resume(held, view.nowMs, commit);
    for (const { symbol, toSymbol } of event.positions)
      for (const changed of new Set([symbol, toSymbol]))
        this.#floor.endUncovered(account.account, changed, view.nowMs, commit);
  }
}
