import { DAY_MS } from '../../../domain/calendar/durations.ts';
import {
  historicalFigures,
  noFigures,
  type HistoricalFigures,
} from '../../../domain/bars/historical-figures.ts';
import { newYorkMs } from '../../../domain/calendar/us-equity.ts';
import type { ColumnInput } from '../../../domain/columns/index.ts';
import type { Logger } from '../../logging.ts';
import type { Bar, MarketData } from '../market-data.ts';
import { columnInputOf } from '../shared/column-input.ts';
import { columnsOfBars } from './columns-of-bars.ts';

/** Host time that the first work for all symbols waits after the start, ms: people who open the desk come first. */
const START_AFTER_MS = 1_000;
/** Host time of one slice of that work and the pause after it, ms. */
const SLICE_MS = 3;
const PAUSE_MS = 20;
/** How often the end of a session is looked for when all is worked out, ms. */
const IDLE_MS = 1_000;
/** A market that does not give bars in this time is waited for no longer, ms. */
const BARS_LIMIT_MS = 5_000;
/** Ten years and what a price of that time may be older. */
const REACH_MS = (10 * 366 + 31) * DAY_MS;

export interface DailyFiguresOptions {
  readonly market: MarketData;
  readonly logger: Pick<Logger, 'error'>;
  /** Overrides `START_AFTER_MS`. */
  readonly startAfterMs?: number;
}

/** Figures of the daily history of every symbol, up to the last finished session. */
export interface DailyFigures {
  /** What is worked out already of this session; undefined when it is not. */
  known(symbol: string): HistoricalFigures | undefined;
  /** Changes when `latest` may have changed for many symbols: with the session, and when all of it is worked out. */
  generation(): string;
  /** The same, or what was known of the session before while this one's is not worked out: good for a look at the whole market. */
  latest(symbol: string): HistoricalFigures | undefined;
  /** Works them out when they are not known. Undefined for a symbol that the market does not know. */
  of(symbol: string): Promise<HistoricalFigures | undefined>;
  /** Resolves when `latest` knows all symbols, which is some time after the start, or when it is stopped. */
  whenAll(): Promise<void>;
  /** Daily bars of finished sessions that start in [fromMs, toMs), ascending. */
  days(symbol: string, fromMs: number, toMs: number): Promise<Bar[]>;
  /** The market's facts of a symbol now as the columns of a grid take them, with its figures when they are known. */
  columnInput(symbol: string): ColumnInput | undefined;
  /** Begins to work out all symbols in the background, in slices; begins anew when a session ends. */
  start(): void;
  stop(): void;
}

export function createDailyFigures({
  market,
  logger,
  startAfterMs = START_AFTER_MS,
}: DailyFiguresOptions): DailyFigures {
  let session = '';
  let figures = new Map<string, HistoricalFigures>();
  /** Those of the session before, for the while until all are worked out anew. */
  let before = new Map<string, HistoricalFigures>();
  let hasBeenComplete = false;
  let underWay = new Map<string, Promise<HistoricalFigures>>();
  let isRunning = false;
  let timer: NodeJS.Timeout | undefined;
  let wake = (): void => {};
  const waiters = new Set<() => void>();
  let nextIndex = 0;
  let isComplete = false;
  let hasWarned = false;

  /** Start of the first day that is not finished, UTC ms. */
  const endMs = (): number => newYorkMs(market.sessionDay().date, isDayFinished() ? 24 * 60 : 0);
  const isDayFinished = (): boolean => market.exchangeMs() >= market.sessionDay().closeMs;

  /** What was worked out before the last session ended is dropped. */
  function followSession(): void {
    const now = `${market.sessionDay().date} ${isDayFinished()}`;
    if (now === session) return;
    session = now;
    if (isComplete) before = figures;
    figures = new Map();
    underWay = new Map();
    nextIndex = 0;
    isComplete = false;
  }

  const days = (symbol: string, fromMs: number, toMs: number): Promise<Bar[]> => {
    const untilMs = Math.min(toMs, endMs());
    return fromMs < untilMs ? market.bars(symbol, 'Day', fromMs, untilMs) : Promise.resolve([]);
  };

  /** Undefined when the market took too long: the next one who asks may have more luck. */
  async function workOut(symbol: string): Promise<HistoricalFigures | undefined> {
    // A market that never answers must not hold up the other symbols.
    let limit: NodeJS.Timeout | undefined;
    const tooLate = new Promise<undefined>((resolve) => {
      limit = setTimeout(() => resolve(undefined), BARS_LIMIT_MS);
      limit.unref();
    });
    try {
      const bars = await Promise.race([days(symbol, endMs() - REACH_MS, endMs()), tooLate]);
      return bars && historicalFigures(columnsOfBars(bars));
    } catch (error) {
      if (!hasWarned)
        logger.error(
          { err: error, symbol },
          'the daily history of a symbol could not be read; it has no figures in this session',
        );
      hasWarned = true;
      return noFigures();
    } finally {
      clearTimeout(limit);
    }
  }

  function of(symbol: string): Promise<HistoricalFigures | undefined> {
    if (!market.instrument(symbol)) return Promise.resolve(undefined);
    followSession();
    const known = figures.get(symbol) ?? underWay.get(symbol);
    if (known !== undefined) return Promise.resolve(known);
    const [ofSession, goingOn] = [figures, underWay];
    const work = workOut(symbol).then((result) => {
      if (result) ofSession.set(symbol, result);
      goingOn.delete(symbol);
      return result ?? noFigures();
    });
    underWay.set(symbol, work);
    return work;
  }

  /** True when every symbol of this session is worked out. */
  async function slice(): Promise<boolean> {
    followSession();
    const symbols = market.symbols();
    const endOfSliceMs = performance.now() + SLICE_MS;
    while (nextIndex < symbols.length && performance.now() < endOfSliceMs) {
      const symbol = symbols[nextIndex];
      nextIndex += 1;
      if (symbol !== undefined && !figures.has(symbol)) await of(symbol);
    }
    isComplete = nextIndex >= symbols.length;
    if (isComplete) {
      hasBeenComplete = true;
      before = new Map();
    }
    return isComplete;
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      timer = setTimeout(wake, ms);
      timer.unref();
    });
  }

  async function run(): Promise<void> {
    await pause(startAfterMs);
    while (isRunning) {
      const isDone = await slice();
      if (isDone) {
        for (const resolve of waiters) resolve();
        waiters.clear();
      }
      await pause(isDone ? IDLE_MS : PAUSE_MS);
    }
  }

  return {
    known(symbol) {
      followSession();
      return figures.get(symbol);
    },
    latest(symbol) {
      followSession();
      return figures.get(symbol) ?? before.get(symbol);
    },
    generation() {
      followSession();
      return `${session} ${isComplete}`;
    },
    of,
    days,
    whenAll() {
      followSession();
      return hasBeenComplete ? Promise.resolve() : new Promise((resolve) => waiters.add(resolve));
    },
    columnInput(symbol) {
      const [instrument, snapshot] = [market.instrument(symbol), market.snapshot(symbol)];
      followSession();
      return (
        instrument &&
        snapshot &&
        columnInputOf(
          instrument,
          snapshot,
          market.quote(symbol),
          figures.get(symbol) ?? before.get(symbol) ?? null,
        )
      );
    },
    start() {
      if (isRunning) return;
      isRunning = true;
      run().catch((error: unknown) =>
        logger.error({ err: error }, 'working out the daily history broke off'),
      );
    },
    stop() {
      isRunning = false;
      wake();
      for (const resolve of waiters) resolve();
      waiters.clear();
    },
  };
}
