import type { Body } from '../../protocol/index.ts';

/** A session of a live run and how it compares with its backtest. Times are UTC ms, money is in dollars. */
export type RunSession = Body<'strategyReconciliations'>['Items'][number];
/** An order of a session that differs from the backtest. Prices in dollars, times in UTC ms. */
export type ReconciledOrder = Body<'reconciledOrders'>['Items'][number];

/** Comparisons of live runs with backtests of the same sessions. All reject with an Error whose message can be shown to the user. */
export interface Reconciliations {
  /** Loads the sessions of a live run, oldest first. */
  sessions(name: string, instanceId: string): Promise<readonly RunSession[]>;
  /** Loads the orders of a session that differ. `from`: its `From`. */
  orders(name: string, instanceId: string, from: number): Promise<readonly ReconciledOrder[]>;
  /** Requests a comparison now, and resolves with the sessions as they are then. */
  compare(name: string, instanceId: string, from: number): Promise<readonly RunSession[]>;
}
