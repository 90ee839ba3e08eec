import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Brokerage } from './brokerage/brokerage.ts';
import type { Clock } from './clock.ts';
import type { MarketData } from './market/market-data.ts';
import type { Storage } from './storage/repositories.ts';

/** Parts of the server that must work before it is sent traffic. */
export type HealthPart = 'eventLoop' | 'journal' | 'storage' | 'market';

export interface HealthReport {
  /** What is not ready, and why; empty when the server can serve orders. */
  readonly problems: Readonly<Partial<Record<HealthPart, string>>>;
  /** The longest the event loop was kept from other work in the last seconds, ms. */
  readonly lagMsMax: number;
}

export interface HealthParts {
  readonly brokerage: Pick<Brokerage, 'isReady'>;
  readonly market: Pick<MarketData, 'exchangeMs' | 'flowedAtMs'>;
  readonly clock: Pick<Clock, 'hostMs'>;
  readonly storage: Pick<Storage, 'isHealthy' | 'commitAgeMs'>;
}

/** A server whose event loop was stopped for longer in the last seconds is not ready, ms. */
export const MAX_LAG_MS = 1_000;
/** A commit of the order journal that takes longer hangs: orders wait for it, ms. */
export const MAX_COMMIT_MS = 3_000;
/** A market whose clock runs and that has sent nothing for longer hangs, ms. */
export const MAX_MARKET_SILENCE_MS = 10_000;
const SAMPLE_MS = 1_000;
/** The lag of so many samples counts. */
const SAMPLES = 5;
const RESOLUTION_MS = 20;

/** Knows whether the server can serve orders, and what is wrong when it cannot. */
export class Health {
  readonly #parts: HealthParts;
  readonly #delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #lagsMs: number[] = [];
  readonly #timer: NodeJS.Timeout;
  #exchangeMs = 0;
  #isMarketRunning = false;

  constructor(parts: HealthParts) {
    this.#parts = parts;
    this.#delays.enable();
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS);
    this.#timer.unref();
  }

  async report(): Promise<HealthReport> {
    const { brokerage, market, clock, storage } = this.#parts;
    const problems: Partial<Record<HealthPart, string>> = {};
    const lagMsMax = Math.round(Math.max(this.#currentLagMs(), ...this.#lagsMs));
    if (lagMsMax > MAX_LAG_MS) problems.eventLoop = `The event loop was stopped for ${lagMsMax} ms.`;
    const commitMs = Math.round(storage.commitAgeMs());
    if (!brokerage.isReady()) problems.journal = 'The order service is not ready.';
    else if (commitMs > MAX_COMMIT_MS)
      problems.journal = `The order journal has been writing for ${commitMs} ms.`;
    if (!(await storage.isHealthy().catch(() => false))) problems.storage = 'The database does not answer.';
    const flowedAtMs = market.flowedAtMs?.();
    if (
      this.#isMarketRunning &&
      flowedAtMs !== undefined &&
      clock.hostMs() - flowedAtMs > MAX_MARKET_SILENCE_MS
    )
      problems.market = 'The market data feed has stopped.';
    return { problems, lagMsMax };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#delays.disable();
  }

  #sample(): void {
    this.#lagsMs.push(this.#currentLagMs());
    if (this.#lagsMs.length > SAMPLES) this.#lagsMs.shift();
    this.#delays.reset();
    const exchangeMs = this.#parts.market.exchangeMs();
    // The clock of a paused or finished replay stands still: nothing is expected of it.
    this.#isMarketRunning = this.#exchangeMs > 0 && exchangeMs > this.#exchangeMs;
    this.#exchangeMs = exchangeMs;
  }

  /** A delay counts from the time a timer was due, so a quiet loop has none. */
  #currentLagMs(): number {
    return Math.max(0, this.#delays.max / 1e6 - RESOLUTION_MS);
  }
}
