import { openOrdersOf } from '../../domain/orders/core/account-book.ts';
import { decideFund, decideOptions } from '../../domain/orders/core/decide.ts';
import { liveGroupsOf } from '../../domain/orders/core/book-groups.ts';
import { isProtective, isProtectiveGroup } from '../../domain/orders/core/session-orders.ts';
import type { MoneyE4 } from '../../domain/money/price.ts';
import { OrderError } from '../../domain/orders/errors.ts';
import type { AccountOptionsChange } from './brokerage.ts';
import type { DecisionParts } from './decision-parts.ts';
import { MAX_OPTION_CHANGES, RateWindow } from './rate-window.ts';
import type { Batch } from './release-queue.ts';

/** The decisions of the single writer about whole accounts: cash, trading options, and cancels of all orders. */
export class AccountDecisions {
  readonly #parts: DecisionParts;
  readonly #optionChanges = new RateWindow(MAX_OPTION_CHANGES);

  constructor(parts: DecisionParts) {
    this.#parts = parts;
  }

  /** Sets the opening cash of an account. Repeating a funding version changes nothing. */
  fund(account: string, cash: { cashE4: MoneyE4; version: number }): Batch | undefined {
    const { book, run } = this.#parts;
    return run((view, commit) => commit(decideFund(book, account, cash, view.nowMs)));
  }

  /** Changes the options of an account; a halt also cancels its open orders. `refuse` is called when the account does so too often; a halt is always allowed. */
  setOptions(change: AccountOptionsChange, refuse: () => void): Batch | undefined {
    const { book, floor, run } = this.#parts;
    return run((view, commit) => {
      const account = book.accounts.get(change.account);
      const changes = decideOptions(account, change, view.nowMs);
      const isStop = change.isHalted === true && account?.isHalted !== true;
      if (changes.length > 0 && !isStop && this.#optionChanges.take(change.account, view.nowMs) > 0)
        return refuse();
      commit(changes);
      if (book.accounts.get(change.account)?.isHalted)
        floor.endAll(change.account, OrderError.AccountLocked, view.nowMs, commit);
    });
  }

  /** Cancels every open order of the account, with the code as the reason. */
  cancelAll(account: string, code: number): Batch | undefined {
    const { floor, run } = this.#parts;
    return run((view, commit) => floor.endAll(account, code, view.nowMs, commit));
  }

  /** Cancels the open orders of an account that a session sent, and those that wait for a condition, unless they protect a position. `onWaiting` is called for each one that was not sent. */
  cancelSession(account: string, session: string, onWaiting: () => void): Batch | undefined {
    const { book, floor, run } = this.#parts;
    return run((view, commit) => {
      const found = book.accounts.get(account);
      const orders = found ? [...openOrdersOf(found)] : [];
      for (const order of orders)
        if (order.session === session && !isProtective(order))
          floor.end(order, OrderError.NotLoggedIn, view.nowMs, commit);
      for (const group of [...liveGroupsOf(book, account)]) {
        if (group.session !== session || group.state === 'Cancelling' || isProtectiveGroup(group)) continue;
        const { groupId, request } = group;
        const { userId } = request;
        const cancelled = { groupId, account, userId, code: OrderError.NotLoggedIn, timeMs: view.nowMs };
        if (group.members.length === 0) onWaiting();
        commit([{ kind: 'groupCancelled', ...cancelled }]);
      }
    });
  }

  /** Cancels the open orders of accounts whose kill switch is set. */
  cancelHalted(): Batch | undefined {
    const { floor, facts, run } = this.#parts;
    return run((view, commit) => floor.endHalted((account) => facts.haltOf(account), view.nowMs, commit));
  }
}
