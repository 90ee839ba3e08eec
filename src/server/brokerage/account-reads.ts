import type { Marks } from '../../domain/orders/core/position-figures.ts';
import type { Brokerage } from './brokerage.ts';
import type { Ledger } from './ledger.ts';
import type { OrderMemory } from './order-memory.ts';
import type { RiskFacts } from './risk-facts.ts';

/** What is read of an account, from what is durable. */
export function createAccountReads(
  ledger: Ledger,
  memory: OrderMemory,
  facts: Pick<RiskFacts, 'kindOf'>,
  marks: Marks,
): Pick<Brokerage, 'accountView' | 'readAccount' | 'accountState' | 'accountHistory'> {
  return {
    accountView: (account, sinceMs) => ledger.accountView(account, facts.kindOf(account), sinceMs, marks),
    readAccount: (account, sinceMs, show) =>
      memory.readAccount(account, sinceMs, () => ({ kind: facts.kindOf(account), marks }), show),
    accountState: (account, sinceMs) => ({
      balance: ledger.balance(account, facts.kindOf(account), marks),
      positions: ledger.positions(account),
      groups: ledger.groups(account),
      settlements: ledger.settlements(account, sinceMs),
      actions: ledger.actions(account, sinceMs),
    }),
    accountHistory: (account, sinceMs, known) => memory.accountHistory(account, sinceMs, known),
  };
}
