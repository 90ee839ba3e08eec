import { DAY_MS } from '../../../../domain/calendar/durations.ts';
import { newYorkDate, newYorkMs, type UsEquitySession } from '../../../../domain/calendar/us-equity.ts';
import type { BacktestDataType } from '../../../../domain/strategy/enumerations.ts';
import type { DailyClose } from '../../../../domain/strategy/report/types.ts';
import type { BarRows } from '../../data/bar-columns.ts';
import { chooseBacktestData } from '../../data/choose-data.ts';
import { warmUpSessionCount, warmUpSessions, type HistorySource } from '../../data/collect.ts';
import { sessionColumn, sessionsBetween } from '../../data/sessions.ts';
import type { BacktestJob } from '../../runtime/types.ts';
import { interrupted, SearchError } from './search-error.ts';

const DAY_MINUTES = 1440;
/** Closes are looked for from so long before a period, as for the first price of its report. */
const CLOSES_BEFORE_MS = 30 * DAY_MS;

/** A part of the loaded period, UTC ms; `toMs` is inclusive. */
export interface RunPeriod {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The period of all sets, and the data that they run on. */
export interface PeriodTerms extends RunPeriod {
  readonly dataType: BacktestDataType;
  /** Run on the available data although they do not cover the whole period. */
  readonly acceptsIncomplete: boolean;
}

/** The data of one run. */
export type RunData = Pick<BacktestJob, 'data' | 'firstIndex' | 'sessions'> & {
  readonly rowRange: NonNullable<BacktestJob['rowRange']>;
  readonly startRows: Uint32Array;
};

interface Loaded {
  readonly bars: BarRows;
  /** Bars before the period that were loaded, or all that there are. */
  readonly warmUpBars: number;
  readonly note: string;
}

/** The bars of an optimisation. They are read once, and again only when a set needs more of them before the period. */
export class PeriodData {
  readonly symbol: string;
  readonly barMinutes: number;
  readonly closes: readonly DailyClose[];
  readonly #source: HistorySource;
  readonly #terms: PeriodTerms;
  readonly #signal: AbortSignal;
  #loaded: Promise<Loaded>;
  readonly #rows = new WeakMap<RunPeriod, { readonly loaded: Loaded; readonly rows: RunData | null }>();

  private constructor(
    source: HistorySource,
    terms: PeriodTerms,
    signal: AbortSignal,
    { symbol, barMinutes, warmUpBars }: PeriodStart,
    closes: readonly DailyClose[],
  ) {
    this.symbol = symbol;
    this.barMinutes = barMinutes;
    this.closes = closes;
    this.#source = source;
    this.#terms = terms;
    this.#signal = signal;
    this.#loaded = this.#load(warmUpBars);
  }

  /** Throws a SearchError when there are no data of the period. */
  static async open(
    source: HistorySource,
    terms: PeriodTerms,
    signal: AbortSignal,
    start: PeriodStart,
  ): Promise<PeriodData> {
    const untilMs = Math.min(terms.toMs, source.exchangeMs()) + 1;
    const days = await source.bars(start.symbol, 'Day', terms.fromMs - CLOSES_BEFORE_MS, untilMs);
    const closes = days
      .filter(({ closeE4 }) => closeE4 > 0)
      .map(({ timeMs, closeE4 }) => ({ date: newYorkDate(timeMs), closeE4 }));
    const data = new PeriodData(source, terms, signal, start, closes);
    await data.#loaded;
    return data;
  }

  /** What the data differ in from those that were requested; else empty. */
  async note(): Promise<string> {
    return (await this.#loaded).note;
  }

  /** The whole period; it ends with the data. */
  get period(): RunPeriod {
    const { fromMs, toMs } = this.#terms;
    return { fromMs, toMs: Math.min(toMs, this.#source.exchangeMs()) };
  }

  /** New York dates of the sessions of the period. */
  get dates(): string[] {
    const { fromMs, toMs } = this.period;
    return sessionsBetween(fromMs, toMs + 1).map(({ date }) => date);
  }

  /** The rows of runs over a part of the period whose studies need up to so many bars before it; null when it has no bar. */
  async rowsOf(period: RunPeriod, warmUpBars: number): Promise<RunData | null> {
    const loaded = await this.#withWarmUp(warmUpBars);
    const known = this.#rows.get(period);
    if (known !== undefined && known.loaded === loaded) return known.rows;
    const rows = this.#rowsIn(loaded, period);
    this.#rows.set(period, { loaded, rows });
    return rows;
  }

  #rowsIn({ bars, warmUpBars }: Loaded, { fromMs, toMs }: RunPeriod): RunData | null {
    const first = rowFrom(bars, fromMs);
    const until = rowFrom(bars, toMs + 1);
    if (first >= until) return null;
    const before = warmUpSessions(fromMs, warmUpBars, this.barMinutes);
    // A backtest reads its warm-up from whole sessions, of which a thin symbol may have too few bars.
    const earliestRow = (needed: number): number => {
      const session = before[before.length - warmUpSessionCount(needed, this.barMinutes)];
      return session === undefined ? first : rowFrom(bars, this.#readFromMs(session));
    };
    const startRows = Uint32Array.from({ length: warmUpBars + 1 }, (_, needed) =>
      Math.max(0, first - needed, earliestRow(needed)),
    );
    return {
      data: bars,
      rowRange: { from: startRows[warmUpBars] ?? first, until },
      firstIndex: first - (startRows[warmUpBars] ?? first),
      startRows,
      sessions: sessionColumn([...before, ...sessionsBetween(fromMs, toMs + 1)]),
    };
  }

  /** The moment from which a backtest reads the bars of its first session. */
  #readFromMs({ date, openMs }: UsEquitySession): number {
    return this.barMinutes >= DAY_MINUTES ? openMs - DAY_MS : newYorkMs(date, 0);
  }

  async #withWarmUp(warmUpBars: number): Promise<Loaded> {
    for (;;) {
      const current = this.#loaded;
      const loaded = await current;
      if (warmUpBars <= loaded.warmUpBars) return loaded;
      // Another set may have started to load more meanwhile.
      if (current === this.#loaded) this.#loaded = this.#load(warmUpBars);
    }
  }

  async #load(warmUpBars: number): Promise<Loaded> {
    const { fromMs, toMs, dataType, acceptsIncomplete } = this.#terms;
    const chosen = await chooseBacktestData(
      this.#source,
      {
        symbol: this.symbol,
        barMinutes: this.barMinutes,
        warmUpBars,
        fromMs,
        toMs,
        dataType,
        acceptsIncomplete,
      },
      this.#signal,
    );
    if (this.#signal.aborted) throw interrupted();
    if (chosen.kind === 'refused') throw new SearchError(chosen);
    if (chosen.kind === 'ask') throw new SearchError({ kind: 'missing', status: chosen.status });
    const { bars, note } = chosen.data;
    return { bars, note, warmUpBars };
  }
}

interface PeriodStart {
  readonly symbol: string;
  readonly barMinutes: number;
  /** Bars before the period that the first sets need. */
  readonly warmUpBars: number;
}

/** The first row that starts at or after a moment; the length if there is none. */
function rowFrom(bars: BarRows, timeMs: number): number {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bars.value('timeMs', middle) < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
