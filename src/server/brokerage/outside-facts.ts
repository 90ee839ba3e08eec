import type { OutsideFacts } from '../../domain/orders/core/facts.ts';
import type { FactsOf } from '../../domain/orders/core/multi-leg.ts';
import type { OrderRequest } from '../../domain/orders/request.ts';
import type { AccountAnswer, RiskFacts } from './risk-facts.ts';

/** The parts of an order that name facts outside of the book. */
export interface Subject {
  readonly account: string;
  readonly userId: string;
  readonly symbol: string;
  readonly destination: string;
  readonly route: string;
}

/** The present facts from outside of the book for the checks of an order. */
export function outsideFactsOf(facts: RiskFacts, subject: Subject, answer: AccountAnswer): OutsideFacts {
  const halt = facts.haltOf(subject.account);
  return {
    isServerHalted: halt === 'Server',
    account: answer && {
      ...answer,
      userIds: answer.userIds === null ? [subject.userId] : answer.userIds,
      isKillSwitchOn: halt === 'Account' ? true : answer.isKillSwitchOn,
    },
    limits: facts.limits(subject),
    route: facts.route(subject.destination, subject.route),
    instrument: facts.instrument(subject.symbol),
    rules: facts.marketRules(subject.symbol),
  };
}

/** The facts for the checks of an order by symbol: its own and those of its legs. */
export function factsBySymbol(facts: RiskFacts, order: OrderRequest, answer: AccountAnswer): FactsOf {
  const { account, userId, destination, route } = order;
  return (symbol) => outsideFactsOf(facts, { account, userId, symbol, destination, route }, answer);
}
