import type { HostClock } from '../host-clock.ts';

/** Runs the requests that store the settings one after another, now or after a pause. */
export class StoreQueue {
  readonly #clock: HostClock;
  readonly #run: (keepalive: boolean) => Promise<void>;
  #timer: unknown = null;
  #last: Promise<void> = Promise.resolve();

  /** @param run sends what is to be stored by then; `keepalive` lets the request outlive the page */
  constructor(clock: HostClock, run: (keepalive: boolean) => Promise<void>) {
    this.#clock = clock;
    this.#run = run;
  }

  /** The last request, which settles after all others. */
  get last(): Promise<void> {
    return this.#last;
  }
  /** Runs after the requests under way, and replaces one that waits for its time. Rejects when the request fails. */
  now(keepalive: boolean): Promise<void> {
    this.cancel();
    this.#last = this.#last.catch(() => {}).then(() => this.#run(keepalive));
    return this.#last;
  }
  /** Runs after a pause. `run` reports its failure itself. */
  after(delayMs: number): void {
    this.cancel();
    this.#timer = this.#clock.setTimeout(() => void this.now(false).catch(() => {}), delayMs);
  }
  /** Cancels the request that waits for its time; those under way continue. */
  cancel(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = null;
  }
}
