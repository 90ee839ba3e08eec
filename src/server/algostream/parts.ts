import type { Brokerage } from '../brokerage/brokerage.ts';
import type { Logger } from '../logging.ts';
import type { MarketData } from '../market/market-data.ts';
import type { SystemValues, Users } from '../storage/repositories.ts';
import type { StrategyStore } from '../storage/strategy-store.ts';
import type { StrategyRuntime } from './runtime/types.ts';

/** What the strategy service is made of. */
export interface StrategyServiceParts {
  readonly store: StrategyStore;
  readonly users: Pick<Users, 'byId'>;
  readonly market: Pick<
    MarketData,
    'bars' | 'timeAndSales' | 'exchangeMs' | 'sessionDay' | 'instrument' | 'quote' | 'snapshot' | 'watch'
  >;
  readonly brokerage: Pick<
    Brokerage,
    'submit' | 'cancel' | 'replace' | 'placeGroup' | 'listen' | 'readAccount' | 'accountOptions'
  >;
  readonly runtime: StrategyRuntime;
  /** Backtests of all users that run at the same time; by the cores of the machine unless given. */
  readonly backtestsAtOnce?: number;
  /** Has whether an administrator refuses live starts without passed checks; undefined = never. */
  readonly system?: Pick<SystemValues, 'get'>;
  readonly hostMs: () => number;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
}
