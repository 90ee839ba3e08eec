import type { Annotations } from '../../../domain/strategy/annotations.ts';
import type { StoredStop } from '../../storage/strategy-report-store.ts';
import type { InstanceKey } from '../../storage/strategy-store.ts';
import type { LogPage, WireEquity } from './run-report.ts';

/** Equity curves and logs of runs: of one that runs as they are now, else as they are stored. */
export interface RunReports {
  equity(key: InstanceKey): Promise<WireEquity | null>;
  /** At most `limit` lines from a line on. */
  log(key: InstanceKey, from: number, limit: number): Promise<LogPage>;
  /** Plots and marks; null when the code has drawn nothing. */
  annotations(key: InstanceKey): Promise<Annotations | null>;
}

type Owner = Pick<StoredStop, 'userId' | 'account'>;

/** Notices of live runs that the server stopped. */
export interface StopNotices {
  /** Live runs that were stopped without their user, who has not confirmed it; oldest first. */
  unconfirmed(owner: Owner): Promise<readonly StoredStop[]>;
  confirm(
    owner: Owner,
    runs: readonly { readonly Name: string; readonly InstanceId: string }[],
  ): Promise<void>;
}
