import { oneStep } from '../../domain/collections/steps.ts';
import { choiceProblem } from '../../domain/lots/account/choice-problem.ts';
import type { Brokerage, LotOutcome } from './brokerage.ts';
import type { BrokerageCore } from './brokerage-core.ts';
import type { LotDecision } from './lot-decisions.ts';
import { OrderHistory } from './order-history.ts';
import { TradeHistory } from './trade-history.ts';
import type { Clock } from '../clock.ts';
import type { Journal } from '../storage/repositories.ts';

/** Reads of trades and lots, and what holders decide about them. */
export function createLotCommands(
  core: BrokerageCore,
  { journal, clock }: { readonly journal: Journal; readonly clock: Pick<Clock, 'exchangeMs'> },
): Pick<Brokerage, 'readTrades' | 'setLotMethod' | 'chooseLots'> {
  const trades = new TradeHistory({
    history: new OrderHistory(journal, core.ledger),
    lastSeq: () => core.ledger.book.lastSeq,
  });

  async function record(decision: LotDecision): Promise<LotOutcome> {
    let isTooOften = false;
    const released = await core.perform(() => core.engine.lots.record(decision, () => (isTooOften = true)));
    await core.flushed();
    if (isTooOften) return 'too-often';
    return released && core.isReady ? 'recorded' : 'unavailable';
  }

  return {
    readTrades: (account, show) => trades.read(account, show),

    async setLotMethod({ account, userId, method }) {
      const present = await trades.read(account, (read) => oneStep(read.method));
      if (present === method) return 'recorded';
      return record({ kind: 'lotMethodSet', account, userId, method });
    },

    async chooseLots({ account, userId, ...request }) {
      const problem = await trades.read(account, (read) => choiceProblem(read, request, clock.exchangeMs()));
      if (problem !== null) return { problem };
      return record({ kind: 'lotsChosen', account, userId, ...request });
    },
  };
}
