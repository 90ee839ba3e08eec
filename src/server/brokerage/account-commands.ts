import { liveGroupsOf } from '../../domain/orders/core/book-groups.ts';
import type { Brokerage, GuardsRefusal } from './brokerage.ts';
import type { BrokerageCore } from './brokerage-core.ts';
import { assertFunding } from './funding.ts';

type AccountCommands = Pick<
  Brokerage,
  | 'accountOptions'
  | 'setAccountOptions'
  | 'fundAccount'
  | 'guards'
  | 'setGuards'
  | 'cancelOrdersOf'
  | 'sessionsWithOrders'
>;

/** Commands about whole accounts: trading options, cash, guards, and the orders of a session. */
export function createAccountCommands(core: BrokerageCore): AccountCommands {
  const { publisher } = core;
  return {
    accountOptions: (account) => publisher.optionsOf(account),

    async setAccountOptions(change) {
      let isTooOften = false;
      const released = await core.perform(() =>
        core.engine.accounts.setOptions(change, () => (isTooOften = true)),
      );
      await core.flushed();
      if (isTooOften) return 'too-often';
      return released && core.isReady ? publisher.optionsOf(change.account) : undefined;
    },

    async cancelOrdersOf(session, account) {
      let waiting = 0;
      const released = await core.perform(() =>
        core.engine.accounts.cancelSession(account, session, () => (waiting += 1)),
      );
      // No report is about an order that was not sent.
      return released && released.length + waiting;
    },

    sessionsWithOrders() {
      const sessions = new Map<string, string>();
      for (const open of core.ledger.book.openBySymbol.values())
        for (const { session, userId } of open.values())
          if (session !== undefined) sessions.set(session, userId);
      for (const account of core.ledger.book.accounts.keys())
        for (const { session, request } of liveGroupsOf(core.ledger.book, account))
          if (session !== undefined) sessions.set(session, request.userId);
      return sessions;
    },

    guards: (account) => publisher.guardsOf(account),

    async setGuards(change) {
      let refusal: GuardsRefusal | undefined;
      const released = await core.perform(() =>
        core.engine.guards.set(change, (reason) => (refusal = reason)),
      );
      await core.flushed();
      if (refusal !== undefined) return { refusal };
      return released && core.isReady ? { guards: publisher.guardsOf(change.account) } : undefined;
    },

    async fundAccount(account, cash) {
      assertFunding(account, cash);
      const released = await core.perform(() => core.engine.accounts.fund(account, cash));
      // An equal funding may have been requested a moment ago and not be durable yet.
      await core.flushed();
      if (!released || !core.isReady)
        throw new Error(`Account ${account} could not be funded: the brokerage is not taking orders.`);
    },
  };
}
