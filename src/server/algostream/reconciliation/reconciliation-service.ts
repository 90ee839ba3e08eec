import type { Body } from '../../../protocol/index.ts';
import type { InstanceKey } from '../../storage/strategy-store.ts';

/** A session of a live run in wire form. */
export type WireSession = Body<'strategyReconciliations'>['Items'][number];
/** An order that differs in wire form. */
export type WireReconciledOrder = Body<'reconciledOrders'>['Items'][number];

/** Comparisons of live runs with backtests of the same sessions. */
export interface RunReconciliations {
  /** The sessions of a live run, oldest first. */
  sessions(key: InstanceKey): Promise<WireSession[]>;
  /** At most `limit` of the orders of a session that differ, from a number on, and how many there are. */
  orders(
    key: InstanceKey,
    fromMs: number,
    start: number,
    limit: number,
  ): Promise<{ readonly orders: readonly WireReconciledOrder[]; readonly total: number }>;
  /** Compares a session now. Resolves with the reason of a refusal as text for the user, or undefined. */
  compare(key: InstanceKey, fromMs: number): Promise<string | undefined>;
}
