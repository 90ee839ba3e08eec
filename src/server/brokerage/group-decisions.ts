import type { Book } from '../../domain/orders/core/book.ts';
import { expiryOf } from '../../domain/orders/core/expiry.ts';
import {
  judgeExitPrice,
  judgeGroup,
  type GroupRefusal,
} from '../../domain/orders/core/groups/judge-group.ts';
import { judgeTerms, type TermsChange } from '../../domain/orders/core/groups/judge-terms.ts';
import type { MarketView } from '../../domain/orders/core/types.ts';
import { GroupError, OrderError } from '../../domain/orders/errors.ts';
import { groupIdOf } from '../../domain/orders/groups/group-id.ts';
import { isLive } from '../../domain/orders/groups/states.ts';
import type { BookGroup, ExitPrice, ExitRole, GroupRequest } from '../../domain/orders/groups/types.ts';
import type { Commit } from './commit.ts';
import { outsideFactsOf } from './outside-facts.ts';
import type { Batch } from './release-queue.ts';
import type { OrderGroups } from './order-groups.ts';
import type { AccountAnswer, RiskFacts } from './risk-facts.ts';
import type { TradingFloor } from './trading-floor.ts';

/** A request of a holder about a group of the account. */
export interface GroupChange {
  readonly account: string;
  readonly userId: string;
  readonly groupId: string;
}

/** A request for another price of a bracket's exit. */
export interface ExitChange extends GroupChange {
  readonly role: ExitRole;
  /** Which of several targets; absent = the stop, or the only target. */
  readonly index?: number | undefined;
  readonly price: ExitPrice;
}

/** A request for other figures that a group has not used yet. */
export interface TermsRequest extends GroupChange {
  readonly terms: TermsChange;
}

interface Parts {
  readonly book: Book;
  readonly floor: TradingFloor;
  readonly facts: RiskFacts;
  /** Sends the orders of groups, and begins a group with its first one. */
  readonly sender: Pick<OrderGroups, 'begin'>;
  /** One decision: its events, and what groups do because of them, are one batch. */
  readonly run: (decide: (view: MarketView, commit: Commit) => void) => Batch | undefined;
}

/** Receives the reason why a request is refused, of which no record is kept. */
type Refuse = (refusal: GroupRefusal) => void;

/** The decisions of the single writer about requests for groups. The orders of a group are sent by its plan. */
export class GroupDecisions {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Accepts a group as a whole, or refuses it. `accepted` receives its GroupId. */
  place(
    group: GroupRequest,
    answer: AccountAnswer,
    refuse: Refuse,
    accepted: (groupId: string) => void,
  ): Batch | undefined {
    const { book, floor, facts, sender, run } = this.#parts;
    return run((view, commit) => {
      if (!answer) return refuse({ code: OrderError.NoAccount });
      let isEvaluated = false;
      if (group.symbol !== null) {
        floor.noteHalt(group.symbol, view, commit);
        isEvaluated = floor.evaluate(group.symbol, view, commit);
      }
      const { account, userId, orders } = group;
      const { destination, route } = orders[0] ?? { destination: '', route: '' };
      const judged = judgeGroup(
        book,
        group,
        (symbol) => outsideFactsOf(facts, { account, userId, symbol, destination, route }, answer),
        view,
      );
      if ('code' in judged) return refuse(judged);
      const { holding, figures } = judged;
      const [order] = orders;
      if (order && holding)
        return accepted(sender.begin(group, order, { holding, figures }, isEvaluated, { view, commit }));
      const groupId = groupIdOf(book.lastSeq + 1);
      const until = group.kind === 'Conditional' && order && { untilMs: expiryOf(order, view) };
      commit([{ kind: 'groupAccepted', groupId, group, ...until, timeMs: view.nowMs }]);
      accepted(groupId);
    });
  }

  /** Cancels the open orders of a group; the position stays. A group that is ending already is no error. */
  cancel({ account, userId, groupId }: GroupChange, refuse: Refuse): Batch | undefined {
    return this.#parts.run((view, commit) => {
      const group = this.#groupOf(account, groupId);
      if (!group) return refuse({ code: GroupError.UnknownGroup });
      if (!isLive(group)) return refuse({ code: OrderError.CancelTooLate });
      if (group.state === 'Cancelling') return refuse({ code: OrderError.CancelPending });
      commit([{ kind: 'groupCancelled', groupId, account, userId, code: 0, timeMs: view.nowMs }]);
    });
  }

  /** Sets the price of a bracket's exit, whether it has been sent or not. */
  change({ account, userId, groupId, role, index, price }: ExitChange, refuse: Refuse): Batch | undefined {
    const { book, run } = this.#parts;
    return run((view, commit) => {
      const group = this.#groupOf(account, groupId);
      const refusal = group
        ? judgeExitPrice(book, group, { role, index: index ?? 0, price }, view)
        : { code: GroupError.UnknownGroup };
      if (refusal) return refuse(refusal);
      commit([
        {
          kind: 'groupChanged',
          groupId,
          account,
          userId,
          role,
          ...(index !== undefined && { index }),
          price,
          timeMs: view.nowMs,
        },
      ]);
    });
  }

  /** Sets figures that the group has not used yet. */
  changeTerms({ account, userId, groupId, terms }: TermsRequest, refuse: Refuse): Batch | undefined {
    const { book, run } = this.#parts;
    return run((view, commit) => {
      const group = this.#groupOf(account, groupId);
      const judged = group ? judgeTerms(book, group, terms, view) : { code: GroupError.UnknownGroup };
      if ('code' in judged) return refuse(judged);
      commit([{ kind: 'groupTermsChanged', groupId, account, userId, terms: judged, timeMs: view.nowMs }]);
    });
  }

  /** The group of the account; one of another account is as unknown as one that never was. */
  #groupOf(account: string, groupId: string): BookGroup | undefined {
    const group = this.#parts.book.groups.get(groupId);
    return group?.request.account === account ? group : undefined;
  }
}
