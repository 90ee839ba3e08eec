import type { ExplainedOrder } from '../../domain/orders/core/explain-order.ts';
import type { JudgedGroup } from '../../domain/orders/core/groups/judge-group.ts';
import type { OrderRequest } from '../../domain/orders/core/types.ts';
import type { CheckedFigures } from '../../domain/risk/index.ts';
import type { ExplainedRefusals } from './explained-refusals.ts';
import type { OrderExplanations } from './order-explanations.ts';

/** Keeps what the checks said of orders that groups send. The exits of a bracket pass no checks, so they have none. */
export class GroupExplanations {
  readonly #explanations: OrderExplanations;
  readonly #refusals: ExplainedRefusals;
  /** Of orders that were judged with their group and have no OrderId yet. */
  readonly #judged = new WeakMap<
    OrderRequest,
    { readonly figures: CheckedFigures; readonly timeMs: number }
  >();

  constructor(explanations: OrderExplanations, refusals: ExplainedRefusals) {
    this.#explanations = explanations;
    this.#refusals = refusals;
  }

  /** Receives what the checks of a group compared, order by order. Its first order is sent under this OrderId, the others later. `timeMs`: exchange time. */
  noteJudged(
    orderId: string,
    orders: readonly OrderRequest[],
    figures: JudgedGroup['figures'],
    timeMs: number,
  ): void {
    for (let index = 0; index < figures.length; index += 1) {
      const [order, ofOrder] = [orders[index], figures[index]];
      if (!order || !ofOrder) continue;
      if (index === 0) this.#explanations.keep(orderId, ofOrder, timeMs);
      else this.#judged.set(order, { figures: ofOrder, timeMs });
    }
  }

  /** An order that was judged with its group is sent under this OrderId. */
  keepJudged(orderId: string, order: OrderRequest): void {
    const judged = this.#judged.get(order);
    if (!judged) return;
    this.#judged.delete(order);
    this.#explanations.keep(orderId, judged.figures, judged.timeMs);
  }

  /** An order that was judged as it was sent is accepted. */
  keepAccepted(orderId: string, figures: CheckedFigures, timeMs: number): void {
    this.#explanations.keep(orderId, figures, timeMs);
  }

  /** An order is refused as it is sent. `explain` is not called beyond the explanations that the account has in a while. */
  keepRefused(
    orderId: string,
    { account }: OrderRequest,
    timeMs: number,
    explain: () => ExplainedOrder,
  ): void {
    if (this.#refusals.take(account, timeMs)) this.#explanations.keep(orderId, explain(), timeMs);
  }
}
