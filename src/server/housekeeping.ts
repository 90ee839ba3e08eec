import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from './logging.ts';
import { SpareTime } from './spare-time.ts';

/** Work that can wait, in small steps. */
export interface Chore {
  /** For the log. */
  readonly name: string;
  /** Performs one bounded step; false when nothing is left to do. */
  step(): Promise<boolean>;
}

/** Time between two searches for work, ms. */
const INTERVAL_MS = 60_000;
/** Pause between two steps, ms: an order that arrives meanwhile goes first. */
const PAUSE_MS = 10;

/** Performs chores in spare time: one step at a time, and none while the event loop is busy. */
export class Housekeeping {
  readonly #chores: readonly Chore[];
  readonly #logger: Pick<Logger, 'warn'>;
  readonly #stopping = new AbortController();
  readonly #spareTime = new SpareTime();
  #running: Promise<void> | undefined;

  constructor(chores: readonly Chore[], logger: Pick<Logger, 'warn'>) {
    this.#chores = chores;
    this.#logger = logger;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Resolves when the step under way has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      for (const chore of this.#chores) await this.#perform(chore);
      await this.#pause(INTERVAL_MS);
    }
  }

  /** A chore that fails is tried again at the next search. */
  async #perform(chore: Chore): Promise<void> {
    try {
      for (let hasMore = true; hasMore;) {
        await this.#pause(PAUSE_MS);
        if (this.#stopping.signal.aborted) return;
        if (this.#spareTime.permitsWork(performance.now())) hasMore = await chore.step();
      }
    } catch (error) {
      this.#logger.warn({ err: error, chore: chore.name }, 'housekeeping failed and is tried again later');
    }
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => undefined);
  }
}
