import type { Result } from '../../../domain/assert/assert.ts';
import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { newYorkDate, newYorkMs } from '../../../domain/calendar/us-equity.ts';
import { toPriceE4 } from '../../../domain/money/price.ts';
import type { CostSettings } from '../../../domain/strategy/costs/settings.ts';
import { compareOrders, samePositionFromMs } from '../../../domain/strategy/gates/compare-orders.ts';
import { assumedSpread, doubledSpread, rateFills } from '../../../domain/strategy/gates/fills.ts';
import {
  CUT_COUNT,
  cutTimes,
  rateLookAhead,
  type CutComparison,
} from '../../../domain/strategy/gates/look-ahead.ts';
import { neighboursOf, rateParameters, type Neighbour } from '../../../domain/strategy/gates/parameters.ts';
import type { GateResult, OrderComparison } from '../../../domain/strategy/gates/types.ts';
import {
  HISTORY_FACTOR,
  rateWarmUp,
  type HistoryComparison,
} from '../../../domain/strategy/gates/warm-up.ts';
import { mergedParameters } from '../../../domain/strategy/merged-parameters.ts';
import type { RunSource } from '../data/run-data.ts';
import {
  PeriodData,
  type RunData,
  type RunPeriod,
  type SymbolRows,
} from '../optimizations/engine/period-data.ts';
import { SearchError } from '../optimizations/engine/search-error.ts';
import type { SetWorker } from '../optimizations/engine/set-runner.ts';
import type { Program, RunLimits, StrategyDescription } from '../runtime/types.ts';
import { AlteredRows } from './altered-rows.ts';
import { runChecked, type CheckedRun, type RunRows } from './checked-run.ts';

const DAY_MINUTES = 1440;
/** The run that begins later has the period without this part of its sessions. */
const LATER_SHARE = 0.25;

/** What is checked. */
export interface GateJob {
  readonly program: Program;
  readonly description: StrategyDescription;
  readonly limits: RunLimits;
  readonly period: RunPeriod;
}

export interface GateRunsParts {
  readonly market: RunSource;
  readonly worker: SetWorker;
  readonly signal: AbortSignal;
  /** Uniform in [0, 1), seeded, so that a check can be repeated. */
  readonly random: () => number;
  /** Runs of the check that have ended, and all that it has. */
  readonly onProgress: (doneCount: number, runCount: number) => void;
}

/** The results of a check, and what limits its data; else empty. */
export interface GateOutcome {
  readonly results: readonly GateResult[];
  readonly note: string;
}

/** Runs the backtests of a check one after the other. Throws a SearchError when there are no data, a backtest fails, or the check was interrupted. */
export async function runGates(parts: GateRunsParts, job: GateJob): Promise<GateOutcome> {
  const { primarySymbol: symbol, barMinutes, warmUpBars, otherSymbols } = job.description;
  const data = await PeriodData.open(
    parts.market,
    { ...job.period, dataType: 'AvailableMinute', acceptsIncomplete: true },
    parts.signal,
    {
      symbol,
      barMinutes,
      warmUpBars: warmUpBars * HISTORY_FACTOR,
      otherSymbols: otherSymbols.map((other) => ({
        symbol: other.symbol,
        warmUpBars: other.warmUpBars * HISTORY_FACTOR,
      })),
    },
  );
  return new GateRuns(parts, job, data).run();
}

class GateRuns {
  readonly #parts: GateRunsParts;
  readonly #job: GateJob;
  readonly #data: PeriodData;
  readonly #neighbours: readonly Neighbour[];
  #doneCount = 0;
  #runCount: number;

  constructor(parts: GateRunsParts, job: GateJob, data: PeriodData) {
    this.#parts = parts;
    this.#job = job;
    this.#data = data;
    this.#neighbours = neighboursOf(job.description.parameters);
    // The base run, more history, a later start, and two spreads.
    this.#runCount = 5 + CUT_COUNT + this.#neighbours.length;
  }

  async run(): Promise<GateOutcome> {
    const rows = await this.#data.rowsOf(this.#data.period, this.#job.description);
    if (rows === null) throw new SearchError({ kind: 'missing', status: 'BacktestingNoData' });
    const base = await this.#run(this.#beginning(rows));
    const results = [
      rateLookAhead(await this.#cuts(rows, base)),
      rateWarmUp({
        history: await this.#history(rows, base),
        ...(await this.#later(base)),
        orderCount: base.orders.length,
      }),
      await this.#fills(rows, base),
      await this.#parameters(rows, base),
    ];
    return { results, note: await this.#data.note() };
  }

  get #warmUpBars(): number {
    return this.#job.description.warmUpBars;
  }

  /** A run that must complete. */
  async #run(rows: RunRows, costs: CostSettings | null = null): Promise<CheckedRun> {
    const ran = await this.#result(this.#job.program, rows, costs);
    if (!ran.ok) throw new SearchError({ kind: 'refused', message: ran.error });
    return ran.value;
  }

  async #result(
    program: Program,
    rows: RunRows,
    costs: CostSettings | null = null,
  ): Promise<Result<CheckedRun, string>> {
    const { worker, signal } = this.#parts;
    const { limits, description } = this.#job;
    const run = { worker, symbol: description.primarySymbol, limits, signal };
    const result = await runChecked(run, program, rows, costs);
    this.#doneCount += 1;
    this.#parts.onProgress(this.#doneCount, this.#runCount);
    return result;
  }

  /** Leaves out runs that were counted. */
  #skip(count: number): void {
    this.#runCount -= count;
  }

  async #cuts(rows: RunData, { orders }: CheckedRun): Promise<CutComparison[]> {
    const lastMs = rows.data.value('timeMs', rows.rowRange.until - 1);
    // No bar follows the others, so there is nothing to alter.
    const followed = orders.filter(({ sentMs, isExit }) => !isExit && sentMs - this.#barMs < lastMs);
    const times = cutTimes(followed, this.#parts.random);
    this.#skip(CUT_COUNT - times.length);
    const cuts: CutComparison[] = [];
    for (const cutMs of times) {
      const cut = await this.#run(this.#alteredAfter(rows, cutMs));
      const window = { fromMs: Number.NEGATIVE_INFINITY, toMs: cutMs };
      cuts.push({ cutMs, ...compareOrders(orders, cut.orders, window) });
    }
    return cuts;
  }

  /** Length of a bar at whose end orders are sent, ms: days end with their session, and trades have no length. */
  get #barMs(): number {
    const { barMinutes } = this.#job.description;
    return barMinutes >= DAY_MINUTES ? 0 : barMinutes * MINUTE_MS;
  }

  /** The rows up to the bar at whose end an order was sent, then altered ones until the end of the day of the next bar. */
  #alteredAfter(rows: RunData, cutMs: number): RunRows {
    const { data, others, sessions } = rows;
    const alteredFromMs = cutMs - this.#barMs + 1;
    const firstAltered = rowFrom(data, alteredFromMs);
    const dayEndMs = newYorkMs(newYorkDate(data.value('timeMs', firstAltered)), DAY_MINUTES);
    const altered = (base: RunData['data'], { rowRange, startRows }: SymbolRows, warmUpBars: number) => {
      const from = startRows[warmUpBars] ?? rowRange.from;
      const until = Math.min(rowRange.until, rowFrom(base, dayEndMs));
      return new AlteredRows(base, { from, until, alteredFrom: rowFrom(base, alteredFromMs) });
    };
    const { warmUpBars, otherSymbols } = this.#job.description;
    return {
      data: altered(data, rows, warmUpBars),
      others: others.map((other, n) => ({
        symbol: other.symbol,
        data: altered(other.data, other, otherSymbols[n]?.warmUpBars ?? 0),
      })),
      firstIndex: firstRowOf(rows) - (rows.startRows[warmUpBars] ?? rows.rowRange.from),
      sessions,
    };
  }

  /** The rows of a run that gets so many times the bars that its studies need before the period. */
  #beginning(rows: RunData, factor = 1): RunRows {
    const { data, others, sessions } = rows;
    const { warmUpBars, otherSymbols } = this.#job.description;
    const rangeOf = ({ rowRange, startRows }: SymbolRows, needed: number) => ({
      from: startRows[needed * factor] ?? rowRange.from,
      until: rowRange.until,
    });
    const rowRange = rangeOf(rows, warmUpBars);
    return {
      data,
      others: others.map((other, n) => ({
        symbol: other.symbol,
        data: other.data,
        rowRange: rangeOf(other, otherSymbols[n]?.warmUpBars ?? 0),
      })),
      sessions,
      rowRange,
      firstIndex: firstRowOf(rows) - rowRange.from,
      keepsData: true,
    };
  }

  async #history(rows: RunData, base: CheckedRun): Promise<HistoryComparison | null> {
    const needed = this.#warmUpBars;
    const first = firstRowOf(rows);
    const baseFrom = rows.startRows[needed] ?? first;
    const moreFrom = rows.startRows[needed * HISTORY_FACTOR] ?? baseFrom;
    if (moreFrom >= baseFrom || base.orders.length === 0) {
      this.#skip(1);
      return null;
    }
    const more = await this.#run(this.#beginning(rows, HISTORY_FACTOR));
    const all = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };
    return {
      ...compareOrders(base.orders, more.orders, all),
      baseBars: first - baseFrom,
      moreBars: first - moreFrom,
    };
  }

  async #later(
    base: CheckedRun,
  ): Promise<{ readonly later: OrderComparison | null | undefined; readonly laterDate: string }> {
    const { dates, period } = this.#data;
    const laterDate = dates[Math.max(1, Math.floor(dates.length * LATER_SHARE))];
    const fromMs = laterDate === undefined ? 0 : newYorkMs(laterDate, 0);
    const rows =
      laterDate === undefined || base.orders.length === 0
        ? null
        : await this.#data.rowsOf({ ...period, fromMs }, this.#job.description);
    if (rows === null || laterDate === undefined) {
      this.#skip(1);
      return { later: undefined, laterDate: '' };
    }
    const run = await this.#run(this.#beginning(rows));
    const sameFromMs = samePositionFromMs(base.orders, run.orders, fromMs);
    const later =
      sameFromMs === null
        ? null
        : compareOrders(base.orders, run.orders, { fromMs: sameFromMs, toMs: Number.POSITIVE_INFINITY });
    return { later, laterDate };
  }

  async #fills(rows: RunData, base: CheckedRun): Promise<GateResult> {
    const lastPriceE4 = toPriceE4(rows.data.value('close', rows.rowRange.until - 1));
    const spread = assumedSpread(this.#data.symbol, lastPriceE4);
    if (base.filledCount === 0) {
      this.#skip(2);
      return rateFills({ base, half: base, whole: base, spread });
    }
    const begun = this.#beginning(rows);
    const half = await this.#run(begun, spread);
    const whole = await this.#run(begun, doubledSpread(spread));
    return rateFills({ base, half, whole, spread });
  }

  async #parameters(rows: RunData, base: CheckedRun): Promise<GateResult> {
    if (base.filledCount === 0) {
      this.#skip(this.#neighbours.length);
      return rateParameters({ base, neighbours: [] });
    }
    const neighbours = [];
    for (const neighbour of this.#neighbours)
      neighbours.push({ ...neighbour, result: await this.#neighbour(rows, neighbour) });
    return rateParameters({ base, neighbours });
  }

  /** Null when the code refuses the value, or other data would be needed for it. */
  async #neighbour(rows: RunData, { name, value }: Neighbour): Promise<CheckedRun | null> {
    const { code, parameters } = this.#job.program;
    const line = { text: `${name} = ${value}`, argument: name };
    const varied = { code, parameters: mergedParameters(parameters, [line]).text };
    // Its studies may need fewer or more bars than those of the base run.
    const ran = await this.#result(varied, { ...rows, keepsData: true });
    if (!ran.ok) return null;
    const { primarySymbol, barMinutes, otherSymbols } = ran.value.described ?? this.#job.description;
    const isSameData =
      primarySymbol === this.#data.symbol &&
      barMinutes === this.#data.barMinutes &&
      otherSymbols.map(({ symbol }) => symbol).join() === this.#data.otherSymbols.join();
    return isSameData ? ran.value : null;
  }
}

/** The row with which the period begins. */
const firstRowOf = ({ startRows, rowRange }: Pick<RunData, 'startRows' | 'rowRange'>): number =>
  startRows[0] ?? rowRange.from;

/** The first row that starts at or after a moment; the length if there is none. */
function rowFrom(data: RunData['data'], timeMs: number): number {
  let [low, high] = [0, data.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (data.value('timeMs', middle) < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
