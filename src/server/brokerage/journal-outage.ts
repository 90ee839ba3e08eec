import type { BrokerageLogger } from './logger.ts';

/** How often a journal that failed is tested, ms. */
const RETRY_MS = 1_000;

interface OutageParts {
  /** One attempt to take records again. Rejects while that is impossible. */
  readonly recover: () => Promise<void>;
  readonly hostMs: () => number;
  readonly logger: BrokerageLogger | undefined;
}

/** The time during which the journal takes no records: tests it every second, and counts what is refused meanwhile. */
export class JournalOutage {
  readonly #parts: OutageParts;
  #sinceMs: number | undefined;
  #refused = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  /** Of the last attempt: the same one is logged once. */
  #lastReason = '';

  constructor(parts: OutageParts) {
    this.#parts = parts;
  }

  /** Starts an outage, and the attempts to recover. A failure during an outage continues it. */
  begin(error: unknown): void {
    // An attempt to recover that fails half-way belongs to the same outage.
    if (this.#sinceMs !== undefined) return;
    this.#sinceMs = this.#parts.hostMs();
    this.#refused = 0;
    this.#lastReason = '';
    this.#parts.logger?.error(
      { err: error },
      'The order journal failed: orders, replaces and cancels are refused until it takes records again. It is tested every second.',
    );
    this.#schedule();
  }

  /** Counts a request refused during the outage, for the log. */
  countRefusal(): void {
    this.#refused += 1;
  }

  /** Ends the attempts to recover. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#parts.recover().then(
        () => this.#end(),
        (error: unknown) => this.#failed(error),
      );
    }, RETRY_MS);
    this.#timer.unref();
  }

  #failed(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason !== this.#lastReason)
      this.#parts.logger?.warn({ err: error }, 'The order journal still takes no records.');
    this.#lastReason = reason;
    this.#schedule();
  }

  #end(): void {
    const seconds = Math.ceil((this.#parts.hostMs() - (this.#sinceMs ?? 0)) / 1_000);
    this.#sinceMs = undefined;
    this.#parts.logger?.warn(
      { seconds, refused: this.#refused },
      `The order journal takes records again after ${seconds} s; ${this.#refused} requests were refused meanwhile.`,
    );
  }
}
