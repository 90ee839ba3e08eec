import type { Book } from '../../domain/orders/core/book.ts';
import { explainOrder, figuresOf, type ExplainedOrder } from '../../domain/orders/core/explain-order.ts';
import type { FactsOf } from '../../domain/orders/core/multi-leg.ts';
import type { MarketView, OrderRequest } from '../../domain/orders/core/types.ts';

/** Explanations that are kept, those of the newest orders. They are not journaled: a restart has none. */
const MAX_KEPT = 2_000;

/** What the checks said of the newest orders, in their numbers of that moment. */
export class OrderExplanations {
  readonly #book: Book;
  readonly #kept = new Map<string, ExplainedOrder>();

  constructor(book: Book) {
    this.#book = book;
  }

  /** Explains an order that would arrive now. */
  explain(order: OrderRequest, factsOf: FactsOf, view: MarketView): ExplainedOrder {
    return explainOrder(this.#book, order, factsOf, view);
  }

  /** Keeps the explanation of an order that was decided now; call it before the decision is applied. */
  note(orderId: string, order: OrderRequest, isRefused: boolean, factsOf: FactsOf, view: MarketView): void {
    const explain = isRefused ? explainOrder : figuresOf;
    this.#kept.set(orderId, explain(this.#book, order, factsOf, view));
    if (this.#kept.size <= MAX_KEPT) return;
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest);
      break;
    }
  }

  /** The explanation of an order; undefined when it is no longer kept, or was never made. */
  get(orderId: string): ExplainedOrder | undefined {
    return this.#kept.get(orderId);
  }
}
