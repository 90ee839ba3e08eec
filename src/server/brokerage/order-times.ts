/** Requests whose times are kept, those of the newest orders. They are not journaled: a restart has none. */
const MAX_KEPT = 2_000;

/** How long the steps of a new order took on the server. */
export interface ServerTimes {
  /** When the request arrived, exchange UTC ms. */
  readonly receivedMs: number;
  /** From then until the checks and the matching had decided, microseconds. */
  readonly decidedMicros: number;
  /** From the arrival until the decision was durable and its reports were published, microseconds. */
  readonly publishedMicros: number;
}

/** Times of the newest orders, by OrderId. */
export class OrderTimes {
  readonly #kept = new Map<string, ServerTimes>();

  /** Keeps the times of an order. */
  set(orderId: string, times: ServerTimes): void {
    this.#kept.set(orderId, times);
    if (this.#kept.size <= MAX_KEPT) return;
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest);
      break;
    }
  }

  /** The times of an order; undefined when they are no longer kept. */
  get(orderId: string): ServerTimes | undefined {
    return this.#kept.get(orderId);
  }
}
