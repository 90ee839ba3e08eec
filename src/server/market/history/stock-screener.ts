import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import {
  needsHistory,
  screenRows,
  StockTable,
  withoutHistory,
  type StockFilter,
} from '../../../domain/screener/index.ts';
import type { Logger } from '../../logging.ts';
import type { MarketData } from '../market-data.ts';
import { columnInputOf } from '../shared/column-input.ts';
import type { DailyFigures } from './daily-figures.ts';

/** How old prices may be while screens are used, and while they have not been used for a while, host ms. */
export const SWEEP_MS = 15_000;
export const IDLE_SWEEP_MS = 60_000;
const IDLE_AFTER_MS = 600_000;
/** A market of at most so many symbols is read when somebody asks, unless it was within `FRESH_MS`. */
export const READ_AT_ONCE_SYMBOLS = 1_000;
const FRESH_MS = 1_000;
/** Host time of work before others get their turn, and the pause after it when nobody waits, ms. */
const SLICE_MS = 3;
const PAUSE_MS = 20;
/** Nobody waits longer for an answer than about this, host ms: soon after the start it is about what has been read by then. */
export const ANSWER_WITHIN_MS = 1_500;

export interface ScreenAnswer {
  /** Ascending. */
  readonly symbols: string[];
  /** Stocks that could not be looked at yet, because the server has just been started or a session has just ended: asking again goes on with them. 0 = the answer is whole. */
  readonly pending: number;
}

/** Looks through all stocks of the market. */
export interface StockScreener {
  /** Symbols that pass all filters. Prices are no older than `SWEEP_MS`, or `IDLE_SWEEP_MS` for the first screen after a quiet time. Filters must have no problem. */
  screen(filters: readonly StockFilter[], signal: AbortSignal): Promise<ScreenAnswer>;
  /** Begins to read all prices in the background, in slices. */
  start(): void;
  stop(): void;
}

export interface StockScreenerDeps {
  readonly market: MarketData;
  readonly figures: Pick<DailyFigures, 'generation' | 'latest' | 'of' | 'whenAll'>;
  readonly hostMs: () => number;
  readonly logger: Pick<Logger, 'error'>;
}

export function createStockScreener({ market, figures, hostMs, logger }: StockScreenerDeps): StockScreener {
  let table = new StockTable([]);
  /** Rows of the table from the first on that have been read: all of them after the first time. */
  let readRows = 0;
  /** Whose figures all rows of the table have. */
  let tableGeneration = '';
  let sweptMs = -Infinity;
  let usedMs = -Infinity;
  let sweeping: Promise<void> | undefined;
  let isHurried = false;
  let timer: NodeJS.Timeout | undefined;
  let endPause = (): void => {};
  let isStopped = false;

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      endPause = resolve;
      setTimeout(resolve, PAUSE_MS).unref();
    });

  function put(into: StockTable, index: number, symbol: string): void {
    const [instrument, snapshot] = [market.instrument(symbol), market.snapshot(symbol)];
    if (instrument !== undefined && snapshot !== undefined)
      into.set(index, columnInputOf(instrument, snapshot, undefined, figures.latest(symbol) ?? null));
  }

  /** Reads everything of the market as it is now. */
  async function readAll(): Promise<void> {
    const symbols = market.symbols();
    const isSame =
      symbols.length === table.length && symbols.every((symbol, index) => table.symbols[index] === symbol);
    const next = isSame ? table : new StockTable(symbols);
    // The first time, what has been read is looked at already while the rest is read.
    if (table.length === 0) table = next;
    let sliceStartMs = performance.now();
    for (const [index, symbol] of symbols.entries()) {
      if (performance.now() - sliceStartMs >= SLICE_MS) {
        await (isHurried ? setImmediate() : pause());
        if (isStopped) return;
        sliceStartMs = performance.now();
      }
      put(next, index, symbol);
      if (table === next && readRows <= index) readRows = index + 1;
    }
    table = next;
    readRows = next.length;
    if (!isSame) tableGeneration = '';
    sweptMs = hostMs();
  }

  /** One sweep at a time; with somebody waiting it makes no pauses. */
  function sweep(isWaitedFor: boolean): Promise<void> {
    isHurried ||= isWaitedFor;
    if (isWaitedFor) endPause();
    sweeping ??= readAll().finally(() => {
      sweeping = undefined;
      isHurried = false;
      schedule();
    });
    return sweeping;
  }

  /** The first reading of the whole market goes on when an answer is due before it is done. */
  async function whicheverIsFirst(reading: Promise<void>): Promise<void> {
    // Who asks next reads anew, and hears of what went wrong.
    reading.catch(() => {});
    const timer = new AbortController();
    await Promise.race([
      reading,
      sleep(ANSWER_WITHIN_MS, undefined, { signal: timer.signal, ref: false }).catch(() => {}),
    ]);
    timer.abort();
  }

  function schedule(): void {
    clearTimeout(timer);
    if (isStopped || timer === undefined) return;
    const periodMs = hostMs() - usedMs > IDLE_AFTER_MS ? IDLE_SWEEP_MS : SWEEP_MS;
    timer = setTimeout(background, periodMs);
    timer.unref();
  }

  function background(): void {
    if (isStopped) return;
    sweep(false).catch((error: unknown) =>
      logger.error({ err: error }, 'reading the market for screens failed'),
    );
  }

  /** Puts the newest figures of the rows into the table, working out those that are missing until there is no more time. Resolves with how many are still missing. */
  async function putFigures(
    rows: readonly number[],
    deadlineMs: number,
    signal: AbortSignal,
  ): Promise<number> {
    const into = table;
    let missing = 0;
    let isLate = false;
    let sliceStartMs = performance.now();
    for (const row of rows) {
      if (performance.now() - sliceStartMs >= SLICE_MS) {
        await setImmediate();
        if (signal.aborted) return missing;
        sliceStartMs = performance.now();
      }
      const symbol = into.symbols[row] ?? '';
      const known = figures.latest(symbol);
      if (known === undefined && isLate) {
        missing += 1;
        continue;
      }
      into.setHistorical(row, known ?? (await figures.of(symbol)) ?? null);
      // Looked for afterwards: each answer goes on by one at least.
      isLate ||= known === undefined && performance.now() > deadlineMs;
    }
    return missing;
  }

  return {
    async screen(filters, signal) {
      usedMs = hostMs();
      const isOld =
        hostMs() - sweptMs >= (table.length <= READ_AT_ONCE_SYMBOLS ? FRESH_MS : IDLE_SWEEP_MS * 2);
      const deadlineMs = performance.now() + ANSWER_WITHIN_MS;
      if (isOld) {
        const reading = sweep(true);
        if (sweptMs !== -Infinity) await reading;
        else await whicheverIsFirst(reading);
      }
      const isRead = (row: number): boolean => row < readRows;
      const generation = figures.generation();
      let missing = 0;
      if (filters.some(needsHistory) && tableGeneration !== generation) {
        // Soon after the start only those that pass all else are worth the work.
        const rows = screenRows(table, withoutHistory(filters)).filter(isRead);
        missing = await putFigures(rows, deadlineMs, signal);
        if (rows.length === table.length && missing === 0 && !signal.aborted) tableGeneration = generation;
      }
      const { symbols } = table;
      return {
        symbols: screenRows(table, filters)
          .filter(isRead)
          .map((row) => symbols[row] ?? ''),
        pending: missing + table.length - readRows,
      };
    },
    start() {
      if (timer !== undefined) return;
      isStopped = false;
      timer = setTimeout(() => {
        // After the figures, which it would only slow down.
        figures
          .whenAll()
          .then(background, (error: unknown) =>
            logger.error({ err: error }, 'waiting for the daily history failed'),
          );
      }, 0);
      timer.unref();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      timer = undefined;
      endPause();
    },
  };
}
