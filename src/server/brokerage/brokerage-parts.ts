import type { MatcherConfig } from '../../domain/matching/index.ts';
import type { Clock } from '../clock.ts';
import type { MarketData } from '../market/market-data.ts';
import type { Journal } from '../storage/repositories.ts';
import type { Checkpointer } from './checkpoint/checkpointer.ts';
import type { AccountFacts } from './default-risk-facts.ts';
import type { BrokerageLogger } from './logger.ts';
import type { RiskFacts } from './risk-facts.ts';

/** What a paper brokerage is composed of, and its limits. */
export interface BrokerageParts {
  readonly market: MarketData;
  readonly journal: Journal;
  readonly clock: Clock;
  /** The facts of an account, at once or later; undefined when the account does not exist. */
  readonly accounts: (account: string) => AccountFacts | undefined | Promise<AccountFacts | undefined>;
  /** The facts that the risk checks use. Default: the house rules with `accounts`. */
  readonly facts?: RiskFacts;
  readonly matching?: MatcherConfig;
  readonly logger?: BrokerageLogger;
  /** Time between two checks for the end of a session, host ms. */
  readonly sweepIntervalMs?: number;
  /** Minimum time between two published balances of an account, host ms. */
  readonly balanceIntervalMs?: number;
  /** Shortens a start; without checkpoints every start reads the whole journal. */
  readonly checkpoints?: Checkpointer;
  /** Maximum number of finished orders in memory; older ones are read from the journal when they are needed. */
  readonly maxFinished?: number;
}
