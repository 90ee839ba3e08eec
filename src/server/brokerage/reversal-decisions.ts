import { judgeGroup, type GroupRefusal } from '../../domain/orders/core/groups/judge-group.ts';
import { reversalOf, type ReversalRequest } from '../../domain/orders/core/reversal.ts';
import type { MarketView } from '../../domain/orders/core/types.ts';
import { OrderError } from '../../domain/orders/errors.ts';
import { groupIdOf } from '../../domain/orders/groups/group-id.ts';
import type { GroupRequest } from '../../domain/orders/groups/types.ts';
import type { Commit } from './commit.ts';
import type { DecisionParts } from './decision-parts.ts';
import type { OrderGroups } from './order-groups.ts';
import { outsideFactsOf } from './outside-facts.ts';
import type { Batch } from './release-queue.ts';
import type { AccountAnswer } from './risk-facts.ts';

interface ReversalParts extends DecisionParts {
  /** Lets the groups do what their plans lack, and begins a group with its first order. */
  readonly sender: Pick<OrderGroups, 'begin' | 'settle'>;
}

/** The decision of the single writer about a reversal: judge it, cancel the orders of the symbol, and place the group of its two orders. */
export class ReversalDecisions {
  readonly #parts: ReversalParts;

  constructor(parts: ReversalParts) {
    this.#parts = parts;
  }

  /** `refuse` receives the reason of a refusal, which has no record; `accepted` the GroupId. */
  reverse(
    request: ReversalRequest,
    answer: AccountAnswer,
    refuse: (refusal: GroupRefusal) => void,
    accepted: (groupId: string) => void,
  ): Batch | undefined {
    const { book, floor, facts, run, sender } = this.#parts;
    return run((view, commit) => {
      if (!answer) return refuse({ code: OrderError.NoAccount });
      const { account, userId, symbol } = request;
      floor.noteHalt(symbol, view, commit);
      floor.evaluate(symbol, view, commit);
      const factsOf = (named: string) =>
        outsideFactsOf(
          facts,
          { account, userId, symbol: named, destination: 'SMART', route: 'AUTO' },
          answer,
        );
      const group = reversalOf(book, request, factsOf, view);
      if ('code' in group) return refuse(group);
      this.#place(
        { ...group, clientId: `${request.clientId}/cancel`, kind: 'CancelAll', orders: [] },
        view,
        commit,
      );
      sender.settle(view, commit);
      const judged = judgeGroup(book, group, factsOf, view);
      if ('code' in judged) return refuse(judged);
      const { holding, figures } = judged;
      const [first] = group.orders;
      accepted(
        first && holding
          ? sender.begin(group, first, { holding, figures }, false, { view, commit })
          : this.#place(group, view, commit),
      );
    });
  }

  #place(group: GroupRequest, view: MarketView, commit: Commit): string {
    const groupId = groupIdOf(this.#parts.book.lastSeq + 1);
    commit([{ kind: 'groupAccepted', groupId, group, timeMs: view.nowMs }]);
    return groupId;
  }
}
