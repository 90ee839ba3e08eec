import type { OutsideFacts } from '../../domain/orders/core/facts.ts';
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
