import type { RequestedOrder } from '../runtime/types.ts';
import type { LiveOrder } from './live-order.ts';

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

  /** Continues with rows that an earlier part of the run has made. */
  takeUp(serials: readonly number[]): void {
    this.#rows = serials.length;
    this.#lastSerial = serials.at(-1) ?? 0;
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
