/** Something of an account at an external broker that differs from our own count. */
export interface BrokerDifference {
  readonly key: string;
  readonly kind: 'position' | 'cash' | 'order';
  /** Empty for cash. */
  readonly symbol: string;
  /** `Position in SPY`, `Cash`, `Buy 10 SPY at 100.05`. */
  readonly title: string;
  /** By our own count. */
  readonly here: string;
  /** As the broker states it. */
  readonly there: string;
  /** What it may come from. */
  readonly hint: string;
  /** Changes when the difference does. */
  readonly mark: string;
  /** Host time at which it was first confirmed, UTC ms. */
  readonly sinceMs: number;
  /** The user keeps it: it is not announced until it changes. */
  readonly isKept: boolean;
}

/** A line of the trade log: a figure of the broker that the user accepted. Times UTC ms. */
export interface ReconciledLine {
  /** Sorts among the reports of the account at the broker. */
  readonly Serial: number;
  readonly Timestamp: number;
  readonly ReconciledType: 'Position' | 'Cash';
  /** Empty for cash. */
  readonly Symbol: string;
  readonly Message: string;
}

/** How an account at an external broker compares with our own count. */
export interface Reconciliation {
  /** Host time of the last comparison, UTC ms; null before the first. */
  readonly comparedMs: number | null;
  /** What two readings in a row have shown. */
  readonly differences: readonly BrokerDifference[];
  /** Accepted figures, newest last. */
  readonly lines: readonly ReconciledLine[];
  /** Why nothing can be compared or stored; null while it can. */
  readonly problem: string | null;
}

/** `accept`: the broker's figure replaces ours, with a line in the trade log. `keep`: it stays, and is announced again when it changes. */
export type SettleWay = 'accept' | 'keep';
