import type { InstanceKey } from './instance-key.ts';

/** A strategy instance without its code, as lists show it. `body` is the form in which it is sent to clients. */
export interface ListedInstance extends InstanceKey {
  /** The public strategy it runs, or 0 when it runs one of the user. */
  readonly strategyId: number;
  readonly account: string;
  readonly status: string;
  /** JSON text. */
  readonly body: string;
}

/** A strategy instance with the code that it runs: later changes of the strategy do not reach it. */
export interface StoredInstance extends ListedInstance {
  readonly code: string;
  /** The version of the strategy that it runs; null when its code was not saved, and of a public strategy. */
  readonly version: number | null;
}

/** An instance to add. */
export interface NewInstance extends StoredInstance {
  /** Its body has a schedule that is on; absent = it has none. */
  readonly isScheduled?: boolean;
}

/** A change of an instance; what is absent stays. */
export interface InstanceChange {
  readonly account?: string;
  readonly status: string;
  readonly body: string;
  readonly code?: string;
  readonly version?: number | null;
  readonly isScheduled?: boolean;
}

/** Maximum numbers of instances. */
export interface InstanceLimits {
  /** Of the strategy the instance runs. */
  readonly ofStrategy: number;
  /** Of all strategies of the user. */
  readonly ofUser: number;
}
