import { createAccountReads } from './account-reads.ts';
import type { Brokerage, GuardsRefusal } from './brokerage.ts';
import { BrokerageCore } from './brokerage-core.ts';
import type { BrokerageParts } from './brokerage-parts.ts';
import { createExercises } from './exercises.ts';
import { assertFunding } from './funding.ts';
import { createGroupCommands } from './group-commands.ts';
import { createReversals } from './create-reversals.ts';
import { OrderCommands } from './order-commands.ts';

export type { BrokerageParts } from './brokerage-parts.ts';
export type { AccountFacts } from './default-risk-facts.ts';

/** The paper brokerage: takes orders on the simulated or replayed market, journals every event, and publishes it once it is durable. */
export function createBrokerage(parts: BrokerageParts): Brokerage {
  const core = new BrokerageCore(parts);
  const { ledger, memory, facts, marks, publisher } = core;
  const commands = new OrderCommands(core, parts.clock);
  return {
    start: () => core.start(),
    stop: () => core.stop(),
    isReady: () => core.isReady,
    submit: (order) => commands.submit(order),
    replace: (request) => commands.replace(request),
    cancel: (request) => commands.cancel(request),
    amend: (request) => commands.amend(request),
    preview: (order, originalClientId) => commands.preview(order, originalClientId),
    accountLeft: (account) => commands.accountLeft(account),
    accountOptions: (account) => publisher.optionsOf(account),
    listen: (account, listener) => publisher.listen(account, listener),

    async setAccountOptions(change) {
      let isTooOften = false;
      const released = await core.perform(() =>
        core.engine.accounts.setOptions(change, () => (isTooOften = true)),
      );
      await core.flushed();
      if (isTooOften) return 'too-often';
      return released && core.isReady ? publisher.optionsOf(change.account) : undefined;
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

    ...createAccountReads(ledger, memory, facts, marks),
    ...createGroupCommands(core, (account) => commands.disconnectsOf(account)),
    ...createReversals(core, (account) => commands.disconnectsOf(account)),
    ...createExercises({
      ledger,
      facts,
      decide: (decide) => core.perform(() => decide(core.engine)),
      flushed: () => core.flushed(),
      unavailable: () => (core.isReady ? undefined : core.unavailableCode()),
    }),
  };
}
