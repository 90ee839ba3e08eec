import type { AccountStatement } from '../../domain/orders/external-orders/index.ts';

/** Balances and positions of the account at an external broker, as the broker stated them last. */
export interface StatedAccount extends AccountStatement {
  /** Host time at which they were requested: the figures are of that moment or later, UTC ms. */
  readonly readMs: number;
  /** Why they could not be read since, as a sentence without its period; null while they can. */
  readonly problem: string | null;
}
