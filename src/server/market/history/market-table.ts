import { setImmediate } from 'node:timers/promises';
import { StockTable } from '../../../domain/screener/index.ts';
import type { MarketData } from '../market-data.ts';
import { columnInputOf } from '../shared/column-input.ts';
import type { DailyFigures } from './daily-figures.ts';
import { Pause } from './pause.ts';

/** Host time of work before other work is served, and the pause after it when no screen waits, ms. */
const SLICE_MS = 3;
const PAUSE_MS = 20;

/** What the table reads. `hostMs` is a clock of the host that never goes back, ms. */
export interface MarketTableDeps {
  readonly market: MarketData;
  readonly figures: Pick<DailyFigures, 'generation' | 'latest' | 'load'>;
  readonly hostMs: () => number;
  /** A sweep has ended, well or not. */
  readonly onSwept: () => void;
}

/** The columns of all stocks in typed arrays, read from the market in sweeps. */
export class MarketTable {
  readonly #deps: MarketTableDeps;
  readonly #pause = new Pause();
  #table = new StockTable([]);
  /** How many rows, from the first on, have been read: all of them after the first sweep. */
  #rowsRead = 0;
  /** The generation of the figures that all rows have; '' = they differ. */
  #generation = '';
  #sweptMs = -Infinity;
  #sweeping: Promise<void> | undefined;
  #isHurried = false;
  #isStopped = false;

  constructor(deps: MarketTableDeps) {
    this.#deps = deps;
  }

  get table(): StockTable {
    return this.#table;
  }

  /** Host time of the last finished sweep; -Infinity before the first. */
  get sweptMs(): number {
    return this.#sweptMs;
  }

  get rowsRead(): number {
    return this.#rowsRead;
  }

  /** Reads all stocks; one sweep at a time. A sweep that a screen waits for makes no pauses. */
  sweep(isWaitedFor: boolean): Promise<void> {
    this.#isHurried ||= isWaitedFor;
    if (isWaitedFor) this.#pause.end();
    this.#sweeping ??= this.#readAll().finally(() => {
      this.#sweeping = undefined;
      this.#isHurried = false;
      this.#deps.onSwept();
    });
    return this.#sweeping;
  }

  start(): void {
    this.#isStopped = false;
  }

  stop(): void {
    this.#isStopped = true;
    this.#pause.end();
  }

  /** True when the rows have the newest figures of the daily history. */
  hasNewestFigures(): boolean {
    return this.#generation === this.#deps.figures.generation();
  }

  /** Puts the newest figures into the rows, computing missing ones until the deadline. Resolves with how many are still missing. */
  async putFigures(rows: readonly number[], deadlineMs: number, signal: AbortSignal): Promise<number> {
    const { figures } = this.#deps;
    const generation = figures.generation();
    const table = this.#table;
    let missing = 0;
    let isLate = false;
    let sliceStartMs = performance.now();
    for (const row of rows) {
      if (performance.now() - sliceStartMs >= SLICE_MS) {
        await setImmediate();
        if (signal.aborted) return missing;
        sliceStartMs = performance.now();
      }
      const symbol = table.symbols[row] ?? '';
      const known = figures.latest(symbol);
      if (known === undefined && isLate) {
        missing += 1;
        continue;
      }
      table.setHistorical(row, known ?? (await figures.load(symbol)) ?? null);
      // Checked after the work, so that each answer advances by at least one stock.
      isLate ||= known === undefined && performance.now() > deadlineMs;
    }
    if (rows.length === this.#table.length && missing === 0 && !signal.aborted) this.#generation = generation;
    return missing;
  }

  async #readAll(): Promise<void> {
    const symbols = this.#deps.market.symbols();
    const isSame =
      symbols.length === this.#table.length &&
      symbols.every((symbol, index) => this.#table.symbols[index] === symbol);
    const next = isSame ? this.#table : new StockTable(symbols);
    // During the first sweep, screens use the rows read so far.
    if (this.#table.length === 0) this.#table = next;
    // A source that counts requests is queried for a screen only, and not for sweeps ahead of time.
    if (this.#isHurried) await this.#deps.market.ready?.(symbols, 'prices');
    let sliceStartMs = performance.now();
    for (const [index, symbol] of symbols.entries()) {
      if (performance.now() - sliceStartMs >= SLICE_MS) {
        await (this.#isHurried ? setImmediate() : this.#pause.start(PAUSE_MS));
        if (this.#isStopped) return;
        sliceStartMs = performance.now();
      }
      this.#readRow(next, index, symbol);
      if (this.#table === next && this.#rowsRead <= index) this.#rowsRead = index + 1;
    }
    this.#table = next;
    this.#rowsRead = next.length;
    if (!isSame) this.#generation = '';
    this.#sweptMs = this.#deps.hostMs();
  }

  #readRow(table: StockTable, index: number, symbol: string): void {
    const { market, figures } = this.#deps;
    const [instrument, snapshot] = [market.instrument(symbol), market.snapshot(symbol)];
    if (instrument !== undefined && snapshot !== undefined)
      table.set(index, columnInputOf(instrument, snapshot, undefined, figures.latest(symbol) ?? null));
  }
}
