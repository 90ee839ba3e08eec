import type { HostClock } from '../host-clock.ts';

/** A status load is sent this long after the last request for the same strategy. */
const STATUS_LOAD_DEBOUNCE_MS = 1_000;

interface Pending {
  readonly includeOrders: boolean;
  readonly timer: unknown;
}

/** Debounces loads of the instance status per strategy. Merged requests load the orders when one of them includes orders. */
export class InstanceStatusLoads {
  readonly #clock: HostClock;
  readonly #send: (name: string, includeOrders: boolean) => unknown;
  readonly #pending = new Map<string, Pending>();

  constructor(clock: HostClock, send: (name: string, includeOrders: boolean) => unknown) {
    this.#clock = clock;
    this.#send = send;
  }

  request(name: string, includeOrders: boolean): void {
    const earlier = this.#pending.get(name);
    if (earlier) this.#clock.clearTimeout(earlier.timer);
    const merged = includeOrders || earlier?.includeOrders === true;
    const timer = this.#clock.setTimeout(() => {
      this.#pending.delete(name);
      this.#send(name, merged);
    }, STATUS_LOAD_DEBOUNCE_MS);
    this.#pending.set(name, { includeOrders: merged, timer });
  }

  cancelAll(): void {
    for (const { timer } of this.#pending.values()) this.#clock.clearTimeout(timer);
    this.#pending.clear();
  }
}
