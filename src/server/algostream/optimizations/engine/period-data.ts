import { DAY_MS } from '../../../../domain/calendar/durations.ts';
import { newYorkDate, newYorkMs, type UsEquitySession } from '../../../../domain/calendar/us-equity.ts';
import type { BacktestDataType } from '../../../../domain/strategy/enumerations.ts';
import type { DailyClose } from '../../../../domain/strategy/report/types.ts';
import type { OtherSymbol } from '../../../../domain/strategy/description.ts';
import type { BarRows } from '../../data/bar-columns.ts';
import { warmUpSessionCount, warmUpSessions } from '../../data/collect.ts';
import { chooseRunData, type RunSource } from '../../data/run-data.ts';
import { sessionColumn, sessionsBetween } from '../../data/sessions.ts';
import type { BacktestJob, OtherBars, RowRange, StrategyDescription } from '../../runtime/types.ts';
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

/** The rows of one symbol in a run, and where they begin by the number of bars that are needed before the period. */
export interface SymbolRows {
  readonly rowRange: RowRange;
  readonly startRows: Uint32Array;
}

/** The data of one run. */
export interface RunData extends Pick<BacktestJob, 'data' | 'firstIndex' | 'sessions'>, SymbolRows {
  readonly others: readonly (OtherBars & SymbolRows)[];
}

/** Bars that a set needs before the period: of the traded symbol, and of each other one. */
export type WarmUpNeeds = Pick<StrategyDescription, 'warmUpBars' | 'otherSymbols'>;

/** The bars of a symbol, and how many before the period were loaded, or all that there are. */
interface LoadedSymbol {
  readonly bars: BarRows;
  readonly warmUpBars: number;
}

interface Loaded extends LoadedSymbol {
  readonly others: readonly (LoadedSymbol & Pick<OtherSymbol, 'symbol'>)[];
  readonly note: string;
}

/** The bars of an optimisation. They are read once, and again only when a set needs more of them before the period. */
export class PeriodData {
  readonly symbol: string;
  readonly otherSymbols: readonly string[];
  readonly barMinutes: number;
  readonly closes: readonly DailyClose[];
  /** Of the other symbols that the sets trade. */
  readonly otherCloses: ReadonlyMap<string, readonly DailyClose[]>;
  readonly #source: RunSource;
  readonly #terms: PeriodTerms;
  readonly #signal: AbortSignal;
  #loaded: Promise<Loaded>;
  readonly #rows = new WeakMap<RunPeriod, { readonly loaded: Loaded; readonly rows: RunData | null }>();

  private constructor(
    source: RunSource,
    terms: PeriodTerms,
    signal: AbortSignal,
    { symbol, barMinutes, ...needs }: PeriodStart,
    closes: readonly DailyClose[],
    otherCloses: ReadonlyMap<string, readonly DailyClose[]>,
  ) {
    this.symbol = symbol;
    this.otherSymbols = needs.otherSymbols.map((other) => other.symbol);
    this.barMinutes = barMinutes;
    this.closes = closes;
    this.otherCloses = otherCloses;
    this.#source = source;
    this.#terms = terms;
    this.#signal = signal;
    this.#loaded = this.#load(needs);
  }

  /** Throws a SearchError when there are no data of the period. */
  static async open(
    source: RunSource,
    terms: PeriodTerms,
    signal: AbortSignal,
    start: PeriodStart,
  ): Promise<PeriodData> {
    const untilMs = Math.min(terms.toMs, source.exchangeMs()) + 1;
    const closesOf = async (symbol: string): Promise<readonly DailyClose[]> => {
      const days = await source.bars(symbol, 'Day', terms.fromMs - CLOSES_BEFORE_MS, untilMs);
      return days
        .filter(({ closeE4 }) => closeE4 > 0)
        .map(({ timeMs, closeE4 }) => ({ date: newYorkDate(timeMs), closeE4 }));
    };
    const closes = await closesOf(start.symbol);
    const otherCloses = new Map<string, readonly DailyClose[]>();
    for (const { symbol, isTraded } of start.otherSymbols)
      if (isTraded === true) otherCloses.set(symbol, await closesOf(symbol));
    const data = new PeriodData(source, terms, signal, start, closes, otherCloses);
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

  /** The rows of runs over a part of the period whose studies need up to so many bars before it; null when it has no bar of the traded symbol. */
  async rowsOf(period: RunPeriod, needs: WarmUpNeeds): Promise<RunData | null> {
    const loaded = await this.#withWarmUp(needs);
    const known = this.#rows.get(period);
    if (known !== undefined && known.loaded === loaded) return known.rows;
    const rows = this.#rowsIn(loaded, period);
    this.#rows.set(period, { loaded, rows });
    return rows;
  }

  #rowsIn(loaded: Loaded, period: RunPeriod): RunData | null {
    const { fromMs, toMs } = period;
    const { bars, others } = loaded;
    const traded = this.#symbolRows(loaded, period);
    const first = traded.startRows[0] ?? 0;
    if (first >= traded.rowRange.until) return null;
    const most = Math.max(loaded.warmUpBars, ...others.map(({ warmUpBars }) => warmUpBars));
    const before = warmUpSessions(fromMs, most, this.barMinutes);
    return {
      ...traded,
      data: bars,
      others: others.map((other) => ({
        symbol: other.symbol,
        data: other.bars,
        ...this.#symbolRows(other, period),
      })),
      firstIndex: first - traded.rowRange.from,
      sessions: sessionColumn([...before, ...sessionsBetween(fromMs, toMs + 1)]),
    };
  }

  /** Its first start row is that of the period. */
  #symbolRows({ bars, warmUpBars }: LoadedSymbol, { fromMs, toMs }: RunPeriod): SymbolRows {
    const first = rowFrom(bars, fromMs);
    const before = warmUpSessions(fromMs, warmUpBars, this.barMinutes);
    // A backtest reads its warm-up from whole sessions, of which a thin symbol may have too few bars.
    const earliestRow = (needed: number): number => {
      const session = before[before.length - warmUpSessionCount(needed, this.barMinutes)];
      return session === undefined ? first : rowFrom(bars, this.#readFromMs(session));
    };
    const startRows = Uint32Array.from({ length: warmUpBars + 1 }, (_, needed) =>
      Math.max(0, first - needed, earliestRow(needed)),
    );
    const until = Math.max(first, rowFrom(bars, toMs + 1));
    return { rowRange: { from: startRows[warmUpBars] ?? first, until }, startRows };
  }

  /** The moment from which a backtest reads the bars of its first session. */
  #readFromMs({ date, openMs }: UsEquitySession): number {
    return this.barMinutes >= DAY_MINUTES ? openMs - DAY_MS : newYorkMs(date, 0);
  }

  async #withWarmUp(needs: WarmUpNeeds): Promise<Loaded> {
    for (;;) {
      const current = this.#loaded;
      const loaded = await current;
      const all = withNeeds(loaded, needs);
      if (all === null) return loaded;
      // Another set may have started to load more meanwhile.
      if (current === this.#loaded) this.#loaded = this.#load(all);
    }
  }

  async #load({ warmUpBars, otherSymbols }: WarmUpNeeds): Promise<Loaded> {
    const { fromMs, toMs, dataType, acceptsIncomplete } = this.#terms;
    const chosen = await chooseRunData(
      this.#source,
      {
        symbol: this.symbol,
        barMinutes: this.barMinutes,
        warmUpBars,
        otherSymbols,
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
    const { bars, others, note } = chosen.data;
    return {
      bars,
      note,
      warmUpBars,
      others: others.map(({ symbol, data }, n) => ({
        symbol,
        bars: data,
        warmUpBars: otherSymbols[n]?.warmUpBars ?? 0,
      })),
    };
  }
}

/** What the first sets run on. */
interface PeriodStart extends WarmUpNeeds {
  readonly symbol: string;
  readonly barMinutes: number;
}

/** What must be loaded for further needs, with what is loaded; null when that is enough. */
function withNeeds({ warmUpBars, others }: Loaded, needs: WarmUpNeeds): WarmUpNeeds | null {
  const needed = (n: number): number => needs.otherSymbols[n]?.warmUpBars ?? 0;
  const isEnough =
    needs.warmUpBars <= warmUpBars && others.every((other, n) => needed(n) <= other.warmUpBars);
  if (isEnough) return null;
  return {
    warmUpBars: Math.max(warmUpBars, needs.warmUpBars),
    otherSymbols: others.map((other, n) => ({
      symbol: other.symbol,
      warmUpBars: Math.max(other.warmUpBars, needed(n)),
    })),
  };
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
