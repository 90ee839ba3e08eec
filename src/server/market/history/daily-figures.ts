import {
  historicalFigures,
  noFigures,
  type HistoricalFigures,
} from '../../../domain/bars/historical-figures.ts';
import { DAY_MS } from '../../../domain/calendar/durations.ts';
import { newYorkMs } from '../../../domain/calendar/us-equity.ts';
import type { ColumnInput } from '../../../domain/columns/index.ts';
import type { Logger } from '../../logging.ts';
import { SpareTime } from '../../spare-time.ts';
import type { Bar, MarketData } from '../market-data.ts';
import { columnInputOf } from '../shared/column-input.ts';
import { columnsOfBars } from './columns-of-bars.ts';
import { Pause } from './pause.ts';

/** Host time between the start and the background work for all symbols, ms: traders who open the workstation come first. */
const START_AFTER_MS = 1_000;
/** Host time of one slice of that work and the pause after it, ms. */
const SLICE_MS = 3;
const PAUSE_MS = 20;
/** How often the end of a session is checked when all symbols are computed, ms. */
const IDLE_MS = 1_000;
/** Max time to wait for the bars of a symbol, ms. */
const BARS_LIMIT_MS = 5_000;
/** Ten years, and the age that a price of that time may have. */
const REACH_MS = (10 * 366 + 31) * DAY_MS;

/** What the daily figures are computed from. */
export interface DailyFiguresOptions {
  readonly market: MarketData;
  readonly logger: Pick<Logger, 'error'>;
  /** Overrides `START_AFTER_MS`. */
  readonly startAfterMs?: number;
}

/** Figures of the daily history of every symbol, up to the last finished session. Computed when queried, and in the background after `start`. */
export class DailyFigures {
  readonly #market: MarketData;
  readonly #logger: Pick<Logger, 'error'>;
  readonly #startAfterMs: number;
  readonly #pause = new Pause();
  readonly #spareTime = new SpareTime();
  readonly #waiting = new Set<() => void>();
  #session = '';
  #figures = new Map<string, HistoricalFigures>();
  /** Figures of the session before, until all of the present one are computed. */
  #before = new Map<string, HistoricalFigures>();
  #pending = new Map<string, Promise<HistoricalFigures>>();
  /** Whether all symbols were computed for some session. */
  #hasBeenComplete = false;
  #isComplete = false;
  #nextIndex = 0;
  #isRunning = false;
  #hasWarned = false;

  constructor({ market, logger, startAfterMs = START_AFTER_MS }: DailyFiguresOptions) {
    this.#market = market;
    this.#logger = logger;
    this.#startAfterMs = startAfterMs;
  }

  /** Figures already computed for this session; undefined when they are not. */
  known(symbol: string): HistoricalFigures | undefined {
    this.#followSession();
    return this.#figures.get(symbol);
  }

  /** The same, or those of the session before while this one's are not computed: good enough for a screen of the whole market. */
  latest(symbol: string): HistoricalFigures | undefined {
    this.#followSession();
    return this.#figures.get(symbol) ?? this.#before.get(symbol);
  }

  /** Changes when `latest` may have changed for many symbols: with the session, and when all symbols are computed. */
  generation(): string {
    this.#followSession();
    return `${this.#session} ${this.#isComplete}`;
  }

  /** Computes the figures when they are not known. Undefined for a symbol that the market does not know. */
  load(symbol: string): Promise<HistoricalFigures | undefined> {
    if (!this.#market.instrument(symbol)) return Promise.resolve(undefined);
    this.#followSession();
    const known = this.#figures.get(symbol) ?? this.#pending.get(symbol);
    if (known !== undefined) return Promise.resolve(known);
    // A session that ends meanwhile replaces both maps.
    const [figures, pending] = [this.#figures, this.#pending];
    const work = this.#compute(symbol).then((result) => {
      if (result) figures.set(symbol, result);
      pending.delete(symbol);
      return result ?? noFigures();
    });
    pending.set(symbol, work);
    return work;
  }

  /** Daily bars of finished sessions that start in [fromMs, toMs), ascending. */
  days(symbol: string, fromMs: number, toMs: number): Promise<Bar[]> {
    const untilMs = Math.min(toMs, this.#endMs());
    return fromMs < untilMs
      ? this.#market.bars(symbol, 'Day', fromMs, untilMs, 'background')
      : Promise.resolve([]);
  }

  /** Resolves when `latest` knows all symbols, which is some time after the start, or when it is stopped. */
  whenAll(): Promise<void> {
    this.#followSession();
    return this.#hasBeenComplete ? Promise.resolve() : new Promise((resolve) => this.#waiting.add(resolve));
  }

  /** The present values of a symbol as the columns of a grid take them, with its figures when they are known. */
  columnInput(symbol: string): ColumnInput | undefined {
    const [instrument, snapshot] = [this.#market.instrument(symbol), this.#market.snapshot(symbol)];
    if (!instrument || !snapshot) return undefined;
    return columnInputOf(instrument, snapshot, this.#market.quote(symbol), this.latest(symbol) ?? null);
  }

  /** Computes all symbols in the background, in slices that wait while the server is busy, and again when a session ends. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#run().catch((error: unknown) =>
      this.#logger.error({ err: error }, 'computing the daily history failed'),
    );
  }

  stop(): void {
    this.#isRunning = false;
    this.#pause.end();
    this.#release();
  }

  #release(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  #isDayFinished(): boolean {
    return this.#market.exchangeMs() >= this.#market.sessionDay().closeMs;
  }

  /** Start of the first day that is not finished, UTC ms. */
  #endMs(): number {
    return newYorkMs(this.#market.sessionDay().date, this.#isDayFinished() ? 24 * 60 : 0);
  }

  /** Drops what was computed before the last session ended. */
  #followSession(): void {
    const session = `${this.#market.sessionDay().date} ${this.#isDayFinished()}`;
    if (session === this.#session) return;
    this.#session = session;
    if (this.#isComplete) this.#before = this.#figures;
    this.#figures = new Map();
    this.#pending = new Map();
    this.#nextIndex = 0;
    this.#isComplete = false;
  }

  /** Undefined when the market took too long: the next query tries again. */
  async #compute(symbol: string): Promise<HistoricalFigures | undefined> {
    // A market that never answers must not hold up the other symbols.
    let limit: NodeJS.Timeout | undefined;
    const tooLate = new Promise<undefined>((resolve) => {
      limit = setTimeout(() => resolve(undefined), BARS_LIMIT_MS);
      limit.unref();
    });
    try {
      const endMs = this.#endMs();
      const bars = await Promise.race([this.days(symbol, endMs - REACH_MS, endMs), tooLate]);
      return bars && historicalFigures(columnsOfBars(bars));
    } catch (error) {
      if (!this.#hasWarned)
        this.#logger.error(
          { err: error, symbol },
          'the daily history of a symbol could not be read; it has no figures in this session',
        );
      this.#hasWarned = true;
      return noFigures();
    } finally {
      clearTimeout(limit);
    }
  }

  async #run(): Promise<void> {
    await this.#pause.start(this.#startAfterMs);
    while (this.#isRunning) {
      const isDone = this.#spareTime.permitsWork(performance.now()) && (await this.#computeSlice());
      if (isDone) this.#release();
      await this.#pause.start(isDone ? IDLE_MS : PAUSE_MS);
    }
  }

  /** Resolves with whether every symbol of this session is computed. */
  async #computeSlice(): Promise<boolean> {
    this.#followSession();
    const symbols = this.#market.symbols();
    const endOfSliceMs = performance.now() + SLICE_MS;
    while (this.#nextIndex < symbols.length && performance.now() < endOfSliceMs) {
      const symbol = symbols[this.#nextIndex];
      this.#nextIndex += 1;
      if (symbol !== undefined && !this.#figures.has(symbol)) await this.load(symbol);
    }
    this.#isComplete = this.#nextIndex >= symbols.length;
    if (this.#isComplete) {
      this.#hasBeenComplete = true;
      this.#before = new Map();
    }
    return this.#isComplete;
  }
}
