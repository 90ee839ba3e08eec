import { acceptedOrder, type ExplainedOrder } from '../../domain/orders/core/explain-order.ts';
import type { CheckedFigures } from '../../domain/risk/index.ts';

/** Explanations that are kept, those of the newest orders and replacements. They are not journaled: a restart has none. */
const MAX_KEPT = 2_000;
/** Replacements that are kept of an order, the newest. */
const MAX_REPLACEMENTS = 20;

/** An explanation, or for an accepted order the figures that it is made from when it is read. */
type Kept = ExplainedOrder | { readonly figures: CheckedFigures; readonly timeMs: number };

/** What the checks said of an order, and of the requests to replace it. */
interface KeptOrder {
  order?: Kept;
  /** Oldest first. */
  readonly replacements: { readonly clientId: string; readonly kept: Kept }[];
}

/** The explanation of a request to replace an order. */
export interface ExplainedReplacement {
  readonly clientId: string;
  readonly explained: ExplainedOrder;
}

/** What the checks said of the newest orders, in their numbers of that moment. */
export class OrderExplanations {
  readonly #kept = new Map<string, KeptOrder>();
  /** Explanations in `#kept`. */
  #count = 0;

  /** Keeps what the checks said of an order, or of an accepted one the figures that they compared. */
  keep(orderId: string, explained: ExplainedOrder | CheckedFigures, timeMs: number): void {
    this.#of(orderId).order = keptOf(explained, timeMs);
    this.#added();
  }

  /** Keeps what the checks said of a request to replace an order. */
  keepReplacement(
    orderId: string,
    clientId: string,
    explained: ExplainedOrder | CheckedFigures,
    timeMs: number,
  ): void {
    const { replacements } = this.#of(orderId);
    replacements.push({ clientId, kept: keptOf(explained, timeMs) });
    if (replacements.length > MAX_REPLACEMENTS) replacements.shift();
    else this.#added();
  }

  /** The explanation of an order; undefined when it is no longer kept, or was never made. */
  get(orderId: string): ExplainedOrder | undefined {
    const kept = this.#kept.get(orderId)?.order;
    return kept && explanationOf(kept);
  }

  /** The explanations of the newest requests to replace an order, oldest first. */
  replacementsOf(orderId: string): readonly ExplainedReplacement[] {
    return (this.#kept.get(orderId)?.replacements ?? []).map(({ clientId, kept }) => ({
      clientId,
      explained: explanationOf(kept),
    }));
  }

  #of(orderId: string): KeptOrder {
    const found = this.#kept.get(orderId);
    if (found) return found;
    const added: KeptOrder = { replacements: [] };
    this.#kept.set(orderId, added);
    return added;
  }

  /** Counts an explanation, and drops the oldest orders beyond the limit. */
  #added(): void {
    this.#count += 1;
    for (const [orderId, { order, replacements }] of this.#kept) {
      if (this.#count <= MAX_KEPT) return;
      this.#kept.delete(orderId);
      this.#count -= replacements.length + (order ? 1 : 0);
    }
  }
}

const keptOf = (explained: ExplainedOrder | CheckedFigures, timeMs: number): Kept =>
  isExplained(explained) ? explained : { figures: explained, timeMs };

const explanationOf = (kept: Kept): ExplainedOrder =>
  'figures' in kept ? acceptedOrder(kept.figures, kept.timeMs) : kept;

const isExplained = (explained: ExplainedOrder | CheckedFigures): explained is ExplainedOrder =>
  'checks' in explained;
