import { setTimeout as sleep } from 'node:timers/promises';
import {
  needsHistory,
  screenRows,
  withoutHistory,
  type StockFilter,
} from '../../../domain/screener/index.ts';
import type { Logger } from '../../logging.ts';
import type { MarketData } from '../market-data.ts';
import type { DailyFigures } from './daily-figures.ts';
import { MarketTable } from './market-table.ts';

/** How old prices may be while screens are used, and while they have not been used for a while, host ms. */
export const SWEEP_MS = 15_000;
/** How old prices may be once no screen has been used for a while, host ms. */
export const IDLE_SWEEP_MS = 60_000;
const IDLE_AFTER_MS = 600_000;
/** A market of at most so many symbols is read for each screen, unless it was read within `FRESH_MS`. */
export const READ_AT_ONCE_SYMBOLS = 1_000;
const FRESH_MS = 1_000;
/** A screen is answered within about this, host ms: soon after the start from what has been read by then. */
export const ANSWER_WITHIN_MS = 1_500;

/** The stocks that pass a screen. */
export interface ScreenAnswer {
  /** Ascending. */
  readonly symbols: string[];
  /** Stocks not checked yet, because the server has just started or a session has just ended; the next request continues with them. 0 = the answer is complete. */
  readonly pending: number;
}

/** What screens are computed from. `hostMs` is a clock of the host that never goes back, ms. */
export interface StockScreenerDeps {
  readonly market: MarketData;
  readonly figures: Pick<DailyFigures, 'generation' | 'latest' | 'load' | 'whenAll'>;
  readonly hostMs: () => number;
  readonly logger: Pick<Logger, 'error'>;
}

/** Screens all stocks of the market. */
export class StockScreener {
  readonly #deps: StockScreenerDeps;
  readonly #market: MarketTable;
  #usedMs = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(deps: StockScreenerDeps) {
    this.#deps = deps;
    this.#market = new MarketTable({ ...deps, onSwept: () => this.#schedule() });
  }

  /** Symbols that pass all filters. Prices are no older than `SWEEP_MS`, or `IDLE_SWEEP_MS` for the first screen after a quiet time. Filters must have no problem. */
  async screen(filters: readonly StockFilter[], signal: AbortSignal): Promise<ScreenAnswer> {
    this.#usedMs = this.#deps.hostMs();
    const deadlineMs = performance.now() + ANSWER_WITHIN_MS;
    if (this.#isOld()) await this.#readPrices();
    const isRead = (row: number): boolean => row < this.#market.rowsRead;
    let missing = 0;
    if (filters.some(needsHistory) && !this.#market.hasNewestFigures()) {
      // Soon after the start only stocks that pass all other filters are worth computing.
      const rows = screenRows(this.#market.table, withoutHistory(filters)).filter(isRead);
      missing = await this.#market.putFigures(rows, deadlineMs, signal);
    }
    const { table, rowsRead } = this.#market;
    return {
      symbols: screenRows(table, filters)
        .filter(isRead)
        .map((row) => table.symbols[row] ?? ''),
      pending: missing + table.length - rowsRead,
    };
  }

  /** Begins to read all prices in the background, in slices. */
  start(): void {
    if (this.#timer !== undefined) return;
    const { figures, logger } = this.#deps;
    this.#isStopped = false;
    this.#market.start();
    this.#timer = setTimeout(() => {
      // After the daily figures, which it would only slow down.
      figures
        .whenAll()
        .then(this.#sweepInBackground, (error: unknown) =>
          logger.error({ err: error }, 'waiting for the daily history failed'),
        );
    }, 0);
    this.#timer.unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#market.stop();
  }

  #isOld(): boolean {
    const isSmall = this.#market.table.length <= READ_AT_ONCE_SYMBOLS;
    return this.#deps.hostMs() - this.#market.sweptMs >= (isSmall ? FRESH_MS : IDLE_SWEEP_MS * 2);
  }

  /** Reads the market. The first sweep of a large market continues when an answer is due before it ends. */
  async #readPrices(): Promise<void> {
    const isFirst = this.#market.sweptMs === -Infinity;
    const sweep = this.#market.sweep(true);
    if (!isFirst) return sweep;
    // The next screen reads again, and gets the error if there is one.
    sweep.catch(() => {});
    const timer = new AbortController();
    await Promise.race([
      sweep,
      sleep(ANSWER_WITHIN_MS, undefined, { signal: timer.signal, ref: false }).catch(() => {}),
    ]);
    timer.abort();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped || this.#timer === undefined) return;
    const isIdle = this.#deps.hostMs() - this.#usedMs > IDLE_AFTER_MS;
    this.#timer = setTimeout(this.#sweepInBackground, isIdle ? IDLE_SWEEP_MS : SWEEP_MS);
    this.#timer.unref();
  }

  readonly #sweepInBackground = (): void => {
    if (this.#isStopped) return;
    this.#market
      .sweep(false)
      .catch((error: unknown) =>
        this.#deps.logger.error({ err: error }, 'reading the market for screens failed'),
      );
  };
}
