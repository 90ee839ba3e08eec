import type { Logger } from '../logging.ts';

/** Between two lines with the same message, ms. */
const INTERVAL_MS = 60_000;

interface Written {
  readonly atMs: number;
  withheld: number;
}

/** Logs warnings that any client can cause, signed in or not: one a minute for each message, with the number of those in between. */
export class SparingWarnings {
  readonly #logger: Pick<Logger, 'warn'>;
  readonly #nowMs: () => number;
  readonly #written = new Map<string, Written>();

  /** `nowMs`: a clock that never goes back, ms. */
  constructor(logger: Pick<Logger, 'warn'>, nowMs: () => number = () => performance.now()) {
    this.#logger = logger;
    this.#nowMs = nowMs;
  }

  /** `message` is a fixed text: what differs belongs in `facts`. */
  warn(facts: Readonly<Record<string, unknown>>, message: string): void {
    const last = this.#written.get(message);
    const nowMs = this.#nowMs();
    if (last && nowMs - last.atMs < INTERVAL_MS) {
      last.withheld += 1;
      return;
    }
    this.#written.set(message, { atMs: nowMs, withheld: 0 });
    this.#logger.warn(
      last && last.withheld > 0 ? { ...facts, alsoSinceLastLine: last.withheld } : facts,
      message,
    );
  }
}
