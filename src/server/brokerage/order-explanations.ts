import type { Book } from '../../domain/orders/core/book.ts';
import { acceptedOrder, explainOrder, type ExplainedOrder } from '../../domain/orders/core/explain-order.ts';
import type { FactsOf } from '../../domain/orders/core/multi-leg.ts';
import type { MarketView, OrderRequest } from '../../domain/orders/core/types.ts';
import type { CheckedFigures } from '../../domain/risk/index.ts';

/** Explanations that are kept, those of the newest orders. They are not journaled: a restart has none. */
const MAX_KEPT = 2_000;

/** An explanation, or for an accepted order the figures that it is made from when it is read. */
type Kept = ExplainedOrder | { readonly figures: CheckedFigures; readonly timeMs: number };

/** What the checks said of the newest orders, in their numbers of that moment. */
export class OrderExplanations {
  readonly #book: Book;
  readonly #kept = new Map<string, Kept>();

  constructor(book: Book) {
    this.#book = book;
  }

  /** Explains an order that would arrive now. */
  explain(order: OrderRequest, factsOf: FactsOf, view: MarketView): ExplainedOrder {
    return explainOrder(this.#book, order, factsOf, view);
  }

  /** Keeps what the checks said of an order, or of an accepted one the figures that they compared. */
  keep(orderId: string, explained: ExplainedOrder | CheckedFigures, timeMs: number): void {
    this.#kept.set(orderId, isExplained(explained) ? explained : { figures: explained, timeMs });
    if (this.#kept.size <= MAX_KEPT) return;
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest);
      break;
    }
  }

  /** The explanation of an order; undefined when it is no longer kept, or was never made. */
  get(orderId: string): ExplainedOrder | undefined {
    const kept = this.#kept.get(orderId);
    return kept !== undefined && 'figures' in kept ? acceptedOrder(kept.figures, kept.timeMs) : kept;
  }
}

const isExplained = (explained: ExplainedOrder | CheckedFigures): explained is ExplainedOrder =>
  'checks' in explained;
