import { createAccountCommands } from './account-commands.ts';
import { createAccountReads } from './account-reads.ts';
import type { Brokerage } from './brokerage.ts';
import { BrokerageCore } from './brokerage-core.ts';
import type { BrokerageParts } from './brokerage-parts.ts';
import { createExecutionReads } from './execution-reads.ts';
import { createExercises } from './exercises.ts';
import { createLotCommands } from './lot-commands.ts';
import { checkGroup, createGroupCommands } from './group-commands.ts';
import { createReversals } from './reversals.ts';
import { OrderCommands } from './order-commands.ts';
import { OrderTimelines } from './order-timelines.ts';

export type { BrokerageParts } from './brokerage-parts.ts';
export type { AccountFacts } from './default-risk-facts.ts';

/** The paper brokerage: takes orders on the simulated or replayed market, journals every event, and publishes it once it is durable. */
export function createBrokerage(parts: BrokerageParts): Brokerage {
  const core = new BrokerageCore(parts);
  const { ledger, memory, facts, marks, publisher } = core;
  const commands = new OrderCommands(core, parts.clock);
  const timelines = new OrderTimelines(core, parts.market, commands.times);
  return {
    start: () => core.start(),
    stop: () => core.stop(),
    isReady: () => core.isReady,
    submit: (order) => commands.submit(order),
    replace: (request) => commands.replace(request),
    cancel: (request) => commands.cancel(request),
    amend: (request) => commands.amend(request),
    preview: (order, originalClientId) => commands.preview(order, originalClientId),
    explain: (order, originalClientId) => commands.explain(order, originalClientId),
    timeline: (account, orderId) => timelines.read(account, orderId),
    accountLeft: (account) => commands.accountLeft(account),
    listen: (account, listener) => publisher.listen(account, listener),

    ...createAccountCommands(core),
    ...createAccountReads(ledger, memory, facts, marks),
    ...createExecutionReads(ledger, memory),
    checkGroup: (group) => checkGroup(core, parts.market, group),
    ...createGroupCommands(core, parts.market, (account) => commands.disconnectsOf(account)),
    ...createLotCommands(core, parts),
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
