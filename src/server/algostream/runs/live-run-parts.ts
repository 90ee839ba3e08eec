import type { Brokerage } from '../../brokerage/brokerage.ts';
import type { Logger } from '../../logging.ts';
import type { MarketData } from '../../market/market-data.ts';
import type { StoredReport } from '../../storage/strategy-report-store.ts';
import type { StrategyStore } from '../../storage/strategy-store.ts';
import type { HistorySource } from '../data/collect.ts';
import type { Reconciler } from '../reconciliation/reconciler.ts';
import type { RunLimits, UserRuntime } from '../runtime/types.ts';
import type { Run } from './backtest-run.ts';
import type { StrategyAlerts } from './strategy-alerts.ts';

/** What a live run is made of. */
export interface LiveRunParts {
  readonly market: HistorySource & Pick<MarketData, 'instrument' | 'quote' | 'snapshot' | 'watch'>;
  readonly brokerage: Pick<
    Brokerage,
    'submit' | 'cancel' | 'replace' | 'placeGroup' | 'listen' | 'readAccount' | 'accountOptions'
  >;
  readonly runtime: UserRuntime;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  readonly sessions: Pick<Reconciler, 'begin'>;
  readonly alerts: Pick<StrategyAlerts, 'publish'>;
  readonly store: Pick<StrategyStore, 'runState' | 'setRunState'>;
}
/** How a live run was started. */
export interface LiveRunTerms {
  readonly limits: RunLimits;
  /** Of the user. */
  readonly permissionMask: number;
  /** The instance ran before, and continues with what its orders came to. */
  readonly isContinued: boolean;
  /** The report of that earlier part. */
  readonly stored: StoredReport | undefined;
  /** It resumes by itself after a restart of the server. */
  readonly isResumed?: boolean;
}

/** A live run that was started. */
export interface LiveRunHandle extends Run {
  /** Ends it with the process, without a change of its orders or its state: it resumes after the restart. */
  suspend(): void;
}
