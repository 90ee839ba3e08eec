/** Longest that a stop waits for orders in progress, ms. */
export const ORDERS_WAIT_MS = 1_000;

/** The time from a request to stop until the connections close: new orders are refused, and those in progress are answered. */
export class Drain {
  readonly #inProgress = new Set<Promise<unknown>>();
  #isDraining = false;

  get isDraining(): boolean {
    return this.#isDraining;
  }

  begin(): void {
    this.#isDraining = true;
  }

  /** Counts work that `settled` waits for. */
  track(work: Promise<unknown>): void {
    const ended = work.catch(() => {});
    this.#inProgress.add(ended);
    void ended.then(() => this.#inProgress.delete(ended));
  }

  /** Resolves once the work in progress has ended, or after `limitMs`: a journal that hangs must not keep the server from ending. */
  async settled(limitMs: number): Promise<void> {
    const { promise: limit, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, limitMs);
    await Promise.race([Promise.all(this.#inProgress), limit]);
    clearTimeout(timer);
  }
}
