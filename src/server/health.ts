import type { Brokerage } from './brokerage/brokerage.ts';
import type { Clock } from './clock.ts';
import type { Drain } from './drain.ts';
import type { StrategyRuntime } from './algostream/runtime/index.ts';
import { LoopLag } from './loop-lag.ts';
import type { MarketData } from './market/market-data.ts';
import type { Storage } from './storage/repositories.ts';

/** Parts of the server that must work before it is sent traffic. */
export const HEALTH_PARTS = ['drain', 'eventLoop', 'journal', 'storage', 'market', 'strategies'] as const;
/** One of these parts. */
export type HealthPart = (typeof HEALTH_PARTS)[number];

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
  readonly drain: Pick<Drain, 'isDraining'>;
  readonly runtime: Pick<StrategyRuntime, 'problem'>;
  /** Receives the lag of the event loop, ms, many times a second. */
  readonly onLag?: ((lagMs: number) => void) | undefined;
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

/** Knows whether the server can serve orders, and what is wrong when it cannot. */
export class Health {
  readonly #parts: HealthParts;
  readonly #lag: LoopLag;
  readonly #lagsMs: number[] = [];
  readonly #timer: NodeJS.Timeout;
  #exchangeMs = 0;
  #isMarketRunning = false;

  constructor(parts: HealthParts) {
    this.#parts = parts;
    this.#lag = new LoopLag(parts.onLag);
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS);
    this.#timer.unref();
  }

  async report(): Promise<HealthReport> {
    const { brokerage, clock, storage, drain, runtime, market } = this.#parts;
    const problems: Partial<Record<HealthPart, string>> = {};
    if (drain.isDraining) problems.drain = 'The server restarts.';
    const lagMsMax = Math.round(Math.max(this.#lag.maxMs(), ...this.#lagsMs));
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
    const runtimeProblem = await runtime.problem?.();
    if (runtimeProblem !== undefined) problems.strategies = `Strategies cannot be run: ${runtimeProblem}.`;
    return { problems, lagMsMax };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#lag.close();
  }

  #sample(): void {
    this.#lagsMs.push(this.#lag.maxMs());
    if (this.#lagsMs.length > SAMPLES) this.#lagsMs.shift();
    this.#lag.reset();
    const exchangeMs = this.#parts.market.exchangeMs();
    // The clock of a paused or finished replay stands still: nothing is expected of it.
    this.#isMarketRunning = this.#exchangeMs > 0 && exchangeMs > this.#exchangeMs;
    this.#exchangeMs = exchangeMs;
  }
}
