import type { RequestedOrder } from '../runtime/types.ts';
import type { LiveOrder } from './live-order.ts';
import type { StoredOrders } from './stored-orders.ts';

/** Rejected orders that have a row of their own among the orders of the run. */
const MAX_ROWS = 1_000;

/** The run that records the rejected orders. */
export interface UnsentRejectionsPort {
  nextSerial(): number;
  newOrder(terms: RequestedOrder, serial: number, reason: string): LiveOrder;
  show(order: LiveOrder): void;
}

/**
 * Orders that were rejected before they reached the broker. Each has a row; when a run has very many, the last row shows the newest, and
 * changes at most once for each answer of the strategy, so that a loop does not flood the clients of its user.
 */
export class UnsentRejections {
  readonly #port: UnsentRejectionsPort;
  #rows = 0;
  #lastSerial = 0;
  #newest: { readonly terms: RequestedOrder; readonly reason: string } | undefined;

  constructor(port: UnsentRejectionsPort) {
    this.#port = port;
  }

  /** Continues with the rows of an earlier part of the run. Returns the reasons of all its rejected orders: of orders that the account has its journal is right, of others what is stored. */
  restore(ofAccount: readonly LiveOrder[], stored: StoredOrders['rejected']): string[] {
    const unsent = new Map(stored);
    for (const { serial } of ofAccount) unsent.delete(serial);
    const serials = [...unsent.keys()];
    this.#rows = serials.length;
    this.#lastSerial = serials.at(-1) ?? 0;
    const sent = ofAccount.filter(({ status }) => status === 'Rejected');
    const reasons = new Map([...unsent, ...sent.map(({ serial, reason }) => [serial, reason] as const)]);
    return [...reasons].toSorted(([serial], [other]) => serial - other).map(([, reason]) => reason);
  }

  add(terms: RequestedOrder, reason: string): void {
    if (this.#rows >= MAX_ROWS) {
      this.#newest = { terms, reason };
      return;
    }
    this.#rows += 1;
    this.#lastSerial = this.#port.nextSerial();
    this.#show(terms, reason);
  }

  /** Shows the newest one when it has no row of its own. */
  flush(): void {
    if (this.#newest === undefined) return;
    const { terms, reason } = this.#newest;
    this.#newest = undefined;
    this.#show(terms, reason);
  }

  #show(terms: RequestedOrder, reason: string): void {
    this.#port.show(this.#port.newOrder(terms, this.#lastSerial, reason));
  }
}
