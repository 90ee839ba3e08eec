import type { HostClock } from '../host-clock.ts';

/** Runs a task at once when it has not run lately; requests that come sooner are served together, at the end of the pause. */
export class Paced {
  readonly #clock: Pick<HostClock, 'setTimeout' | 'clearTimeout'>;
  readonly #pauseMs: number;
  readonly #task: () => void;
  /** Runs while the task pauses. */
  #timer: unknown;
  #isWaiting = false;

  constructor(clock: Pick<HostClock, 'setTimeout' | 'clearTimeout'>, pauseMs: number, task: () => void) {
    this.#clock = clock;
    this.#pauseMs = pauseMs;
    this.#task = task;
  }

  request(): void {
    if (this.#timer === undefined) this.#run();
    else this.#isWaiting = true;
  }

  /** Serves a request that waits. */
  flush(): void {
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    this.#task();
  }

  /** Drops a request that waits. */
  stop(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isWaiting = false;
  }

  #run(): void {
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = undefined;
      if (!this.#isWaiting) return;
      this.#isWaiting = false;
      this.#run();
    }, this.#pauseMs);
    this.#task();
  }
}
