import type { Book } from '../../domain/orders/core/book.ts';
import { explainOrder, type ExplainedOrder } from '../../domain/orders/core/explain-order.ts';
import { isMultiLeg } from '../../domain/orders/core/multi-leg.ts';
import { judgeGroup, type GroupRefusal } from '../../domain/orders/core/groups/judge-group.ts';
import { previewMultiLeg } from '../../domain/orders/core/multi-leg-preview.ts';
import { previewOf, type OrderPreview } from '../../domain/orders/core/preview.ts';
import type { OrderRequest } from '../../domain/orders/core/types.ts';
import { OrderError } from '../../domain/orders/errors.ts';
import type { GroupRequest } from '../../domain/orders/groups/types.ts';
import type { MarketViews } from './market-views.ts';
import { factsBySymbol, outsideFactsOf } from './outside-facts.ts';
import { resolveChange } from './resolve-change.ts';
import type { AccountAnswer, RiskFacts } from './risk-facts.ts';

/** What an order, or a replacement of the order that `originalClientId` names, would do if it arrived now. Changes nothing. */
export class OrderPreviews {
  readonly #book: Book;
  readonly #facts: RiskFacts;
  readonly #views: MarketViews;

  constructor(book: Book, facts: RiskFacts, views: MarketViews) {
    this.#book = book;
    this.#facts = facts;
    this.#views = views;
  }

  /** Its cost and its effect on the account. */
  preview(order: OrderRequest, originalClientId: string | undefined, account: AccountAnswer): OrderPreview {
    const factsOf = factsBySymbol(this.#facts, order, account);
    const view = this.#views.now();
    const change = this.#changeOf(order, originalClientId, view.nowMs);
    return isMultiLeg(order)
      ? previewMultiLeg(this.#book, order, change, factsOf, view)
      : previewOf(this.#book, order, change, factsOf, view);
  }

  /** What each risk check says of it. */
  explain(order: OrderRequest, originalClientId: string | undefined, account: AccountAnswer): ExplainedOrder {
    const factsOf = factsBySymbol(this.#facts, order, account);
    const view = this.#views.now();
    return explainOrder(
      this.#book,
      order,
      this.#changeOf(order, originalClientId, view.nowMs),
      factsOf,
      view,
    );
  }

  /** Why a group would be refused; undefined for one that would be placed. */
  refusalOf(group: GroupRequest, answer: AccountAnswer): GroupRefusal | undefined {
    if (!answer) return { code: OrderError.NoAccount };
    const { account, userId, orders } = group;
    const { destination, route } = orders[0] ?? { destination: '', route: '' };
    const judged = judgeGroup(
      this.#book,
      group,
      (symbol) => outsideFactsOf(this.#facts, { account, userId, symbol, destination, route }, answer),
      this.#views.now(),
    );
    return 'code' in judged ? judged : undefined;
  }

  #changeOf(order: OrderRequest, originalClientId: string | undefined, nowMs: number) {
    return originalClientId === undefined
      ? undefined
      : resolveChange(this.#book, order, originalClientId, 'clientId', nowMs);
  }
}
