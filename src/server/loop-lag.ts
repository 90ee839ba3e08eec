const TICK_MS = 20;

/**
 * Measures for how long the event loop is kept from other work. The histogram of Node
 * (`monitorEventLoopDelay`) does not serve: a reset makes it forget its last tick, and a stop that
 * begins before the next tick is then not counted.
 */
export class LoopLag {
  readonly #timer: NodeJS.Timeout;
  readonly #onTick: ((lagMs: number) => void) | undefined;
  #tickedAtMs = performance.now();
  #lagMsMax = 0;

  /** `onTick` receives the lag of each tick. */
  constructor(onTick?: (lagMs: number) => void) {
    this.#onTick = onTick;
    this.#timer = setInterval(() => {
      this.#onTick?.(this.#sinceDueMs());
      this.#tick();
    }, TICK_MS);
    this.#timer.unref();
  }

  /** The longest stop since the last `reset`, with the one that has just ended, ms. */
  maxMs(): number {
    return Math.max(this.#lagMsMax, this.#sinceDueMs());
  }

  /** Forgets the stops up to now. */
  reset(): void {
    this.#tick();
    this.#lagMsMax = 0;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    this.#lagMsMax = this.maxMs();
    this.#tickedAtMs = performance.now();
  }

  /** A lag counts from the time the tick was due, so a quiet loop has none. */
  #sinceDueMs(): number {
    return Math.max(0, performance.now() - this.#tickedAtMs - TICK_MS);
  }
}
