import { newYorkMs } from '../../../../domain/calendar/us-equity.ts';
import type { MoneyE4 } from '../../../../domain/money/price.ts';
import { volatilityOf } from '../../../../domain/strategy/report/ratios.ts';
import { deflatedSharpe, type DeflatedSharpe } from '../../../../domain/strategy/search/deflated-sharpe.ts';
import { monteCarlo, type MonteCarlo } from '../../../../domain/strategy/search/monte-carlo.ts';
import { ranked, scoreOf, type ObjectiveName } from '../../../../domain/strategy/search/objectives.ts';
import { setFiguresOf } from '../../../../domain/strategy/search/set-figures.ts';
import type { SetReport } from '../../../../domain/strategy/search/set-report.ts';
import { createSearch, type SearchKind } from '../../../../domain/strategy/search/search.ts';
import type { Point, SearchSpace } from '../../../../domain/strategy/search/space.ts';
import {
  fallOf,
  joinedNets,
  walkForwardWindows,
  type DailyNet,
  type DatePeriod,
  type WalkForwardTerms,
  type WalkForwardWindow,
} from '../../../../domain/strategy/search/walk-forward.ts';
import type { Program } from '../../runtime/types.ts';
import { createRandom } from '../../../market/shared/random.ts';
import { SearchError } from './search-error.ts';
import type { KeptResults, SetResult } from './set-result.ts';
import type { RunPeriod } from './period-data.ts';
import { runSearch } from './run-search.ts';
import type { SetRunner, SetWorker } from './set-runner.ts';

const MINUTES_OF_DAY = 1440;
/** Trading days of a block that is drawn together. */
const BLOCK_DAYS = 5;

/** A set of a search and its result. */
export interface SearchedSet {
  /** 1 and up in a walk-forward; 0 = the whole period. */
  readonly window: number;
  readonly point: Point;
  readonly score: number | null;
  readonly result: SetResult;
}

/** The best set of the whole period. */
export interface BestSet {
  readonly point: Point;
  readonly score: number;
  readonly report: SetReport;
  /** Null when the Sharpe ratio of the set is. */
  readonly deflated: DeflatedSharpe | null;
  readonly draws: Draws | null;
}

/** Simulations of what else the results could have come to. */
export interface Draws {
  /** Closed trades, each drawn for itself; null without any. */
  readonly trades: MonteCarlo | null;
  /** Days, in blocks. */
  readonly days: MonteCarlo | null;
}

/** A search of a walk-forward, and the run of its best set on the days after it. */
export interface WindowResult extends WalkForwardWindow {
  /** Null when no set had a score: nothing was run then. */
  readonly best: { readonly point: Point; readonly score: number; readonly netE4: MoneyE4 } | null;
  /** Out of sample; a fault when the run failed there. */
  readonly outcome: SetResult | null;
}

export interface WalkForwardResult {
  readonly windows: readonly WindowResult[];
  readonly curve: readonly DailyNet[];
  readonly netE4: MoneyE4;
  readonly drawdownE4: MoneyE4;
  /** Of the joined days; null when they are too few or do not differ. */
  readonly sharpe: number | null;
  /** Net P&L a day out of sample, by that of the searches; null unless the searches made a profit. */
  readonly efficiency: number | null;
  readonly draws: Draws | null;
}

export interface OptimizationResult {
  readonly sets: readonly SearchedSet[];
  /** Null in a walk-forward, and when no set had a score. */
  readonly best: BestSet | null;
  readonly walkForward: WalkForwardResult | null;
}

/** How far a search is. */
export interface SearchProgress {
  readonly doneCount: number;
  /** Runs of all searches, without those out of sample. */
  readonly runCount: number;
  /** Sets that failed. */
  readonly failedCount: number;
  /** The best set so far; null while none has a score. */
  readonly best: { readonly point: Point; readonly score: number } | null;
}

/** What is searched, and how. */
export interface SearchTerms {
  readonly space: SearchSpace;
  readonly search: SearchKind;
  /** Of a random or Bayesian search. */
  readonly runCount: number;
  readonly objective: ObjectiveName;
  readonly minTrades: number;
  readonly walkForward: WalkForwardTerms | undefined;
  /** 0 = none. */
  readonly monteCarloRuns: number;
  /** Null = the most capital of each run. */
  readonly capitalE4: MoneyE4 | null;
  readonly searchSeed: number;
}

export interface OptimizationParts {
  readonly terms: SearchTerms;
  readonly runner: SetRunner;
  /** Each runs one set at a time. */
  readonly workers: readonly SetWorker[];
  readonly programOf: (point: Point) => Program;
  /** The period of the data, and its sessions. */
  readonly period: RunPeriod;
  readonly dates: readonly string[];
  /** Undefined: the search cannot be continued. */
  readonly kept: KeptResults | undefined;
  /** A set has ended. */
  readonly onProgress: (progress: SearchProgress) => void;
}

/** One optimisation: a search over the whole period, or one for each window of a walk-forward. */
export class Optimization {
  readonly #parts: OptimizationParts;
  readonly #space: SearchSpace;
  readonly #windows: readonly WalkForwardWindow[] | undefined;
  readonly #sets: SearchedSet[] = [];
  #doneCount = 0;
  #failedCount = 0;
  #best: SearchProgress['best'] = null;

  /** Throws a SearchError when the period is too short for the walk-forward. */
  constructor(parts: OptimizationParts) {
    this.#parts = parts;
    this.#space = parts.terms.space;
    const { walkForward } = parts.terms;
    if (walkForward === undefined) return;
    const windows = walkForwardWindows(parts.dates, walkForward);
    if (!windows.ok) throw new SearchError({ kind: 'walk-forward', message: windows.error });
    this.#windows = windows.value;
  }

  get doneCount(): number {
    return this.#doneCount;
  }

  /** Runs of all searches, without those out of sample. */
  get runCount(): number {
    return this.#newSearch(0).runCount * (this.#windows?.length ?? 1);
  }

  async run(): Promise<OptimizationResult> {
    const { period } = this.#parts;
    if (this.#windows !== undefined) {
      const walkForward = await this.#walkForward(this.#windows);
      return { sets: this.#sets, best: null, walkForward };
    }
    const sets = await this.#search(0, period);
    return { sets: this.#sets, best: await this.#bestOf(sets), walkForward: null };
  }

  #newSearch(window: number) {
    const { search, runCount, searchSeed } = this.#parts.terms;
    const random = createRandom(searchSeed, 'search', window);
    return createSearch(search, this.#space, { runCount, random });
  }

  /** The sets of one search, best first. */
  async #search(window: number, period: RunPeriod): Promise<readonly SearchedSet[]> {
    const search = this.#newSearch(window);
    const runCount = this.runCount;
    const sets = await runSearch(
      search,
      this.#parts.workers.map((runtime) => async (point: Point) => {
        const result = await this.#resultOf(runtime, window, point, period);
        const score = this.#scoreOf(result);
        this.#count(point, score, result, runCount);
        return { window, score, result };
      }),
    );
    this.#sets.push(...sets);
    return ranked(sets);
  }

  #count(point: Point, score: number | null, { fault }: SetResult, runCount: number): void {
    if (score !== null && (this.#best === null || score > this.#best.score)) this.#best = { point, score };
    if (fault !== undefined) this.#failedCount += 1;
    this.#doneCount += 1;
    this.#parts.onProgress({
      doneCount: this.#doneCount,
      runCount,
      failedCount: this.#failedCount,
      best: this.#best,
    });
  }

  #scoreOf({ figures }: SetResult): number | null {
    const { objective, minTrades } = this.#parts.terms;
    return figures === undefined ? null : scoreOf(objective, minTrades, figures);
  }

  async #resultOf(runtime: SetWorker, window: number, point: Point, period: RunPeriod): Promise<SetResult> {
    const { kept } = this.#parts;
    const known = kept?.known(window, point);
    if (known !== undefined) return known;
    const report = await this.#reportOf(runtime, point, period);
    const result: SetResult = report.ok ? { figures: setFiguresOf(report.value) } : { fault: report.error };
    await kept?.add(window, point, result);
    return result;
  }

  #reportOf(runtime: SetWorker, point: Point, period: RunPeriod) {
    const { runner, programOf } = this.#parts;
    return runner.run(runtime, programOf(point), period);
  }

  /** Runs the best set once more, for its days and trades. */
  async #bestOf(sets: readonly SearchedSet[]): Promise<BestSet | null> {
    const { workers, period } = this.#parts;
    const [best] = sets;
    const [runtime] = workers;
    if (best === undefined || best.score === null || runtime === undefined) return null;
    const report = await this.#reportOf(runtime, best.point, period);
    if (!report.ok) return null;
    const moments = sets.map(({ result }) => result.figures?.moments ?? null).filter((some) => some !== null);
    const bestMoments = best.result.figures?.moments ?? null;
    return {
      point: best.point,
      score: best.score,
      report: report.value,
      deflated: bestMoments === null ? null : deflatedSharpe(bestMoments, moments),
      draws: this.#draws([report.value]),
    };
  }

  #draws(reports: readonly SetReport[]): Draws | null {
    const { monteCarloRuns: runs, searchSeed } = this.#parts.terms;
    if (runs === 0) return null;
    const trades = reports.flatMap((report) =>
      report.trades.filter(({ closedMs }) => closedMs !== null).map(({ netE4 }) => netE4),
    );
    const days = reports.flatMap((report) => dailyProfitsOf(report));
    return {
      trades: monteCarlo(trades, { runs, blockLength: 1, random: createRandom(searchSeed, 'trades') }),
      days: monteCarlo(days, { runs, blockLength: BLOCK_DAYS, random: createRandom(searchSeed, 'days') }),
    };
  }

  async #walkForward(windows: readonly WalkForwardWindow[]): Promise<WalkForwardResult> {
    const results: WindowResult[] = [];
    const reports: SetReport[] = [];
    for (const [at, window] of windows.entries()) {
      const [best] = await this.#search(at + 1, this.#periodOf(window.inSample));
      const netE4 = best?.result.figures?.netE4;
      if (best === undefined || best.score === null || netE4 === undefined) {
        results.push({ ...window, best: null, outcome: null });
        continue;
      }
      const { point, score } = best;
      const report = await this.#outOfSample(point, window.outOfSample);
      if (report.ok) reports.push(report.value);
      results.push({
        ...window,
        best: { point, score, netE4 },
        outcome: report.ok ? { figures: setFiguresOf(report.value) } : { fault: report.error },
      });
    }
    return { windows: results, ...this.#joined(results, reports) };
  }

  #outOfSample(point: Point, period: DatePeriod) {
    const [runtime] = this.#parts.workers;
    if (runtime === undefined) throw new Error('there is no worker');
    return this.#reportOf(runtime, point, this.#periodOf(period));
  }

  /** Whole days, which end with the data. */
  #periodOf({ fromDate, toDate }: DatePeriod): RunPeriod {
    const { fromMs, toMs } = this.#parts.period;
    return {
      fromMs: Math.max(fromMs, newYorkMs(fromDate, 0)),
      toMs: Math.min(toMs, newYorkMs(toDate, MINUTES_OF_DAY) - 1),
    };
  }

  #joined(
    results: readonly WindowResult[],
    reports: readonly SetReport[],
  ): Omit<WalkForwardResult, 'windows'> {
    const curve = joinedNets(reports.map(({ days }) => days));
    const nets = curve.map(({ netE4 }) => netE4);
    const baseE4 = this.#parts.terms.capitalE4 ?? Math.max(0, ...reports.map((report) => report.baseE4));
    return {
      curve,
      netE4: nets.at(-1) ?? 0,
      drawdownE4: fallOf(nets),
      sharpe: sharpeOf(nets, baseE4),
      efficiency: this.#efficiencyOf(results),
      draws: this.#draws(reports),
    };
  }

  #efficiencyOf(results: readonly WindowResult[]): number | null {
    let [insideE4, insideDays, outsideE4, outsideDays] = [0, 0, 0, 0];
    for (const { inSample, outOfSample, best, outcome } of results) {
      if (best === null || outcome?.figures === undefined) continue;
      insideE4 += best.netE4;
      insideDays += this.#dayCount(inSample);
      outsideE4 += outcome.figures.netE4;
      outsideDays += this.#dayCount(outOfSample);
    }
    return insideE4 > 0 && outsideDays > 0 ? outsideE4 / outsideDays / (insideE4 / insideDays) : null;
  }

  #dayCount({ fromDate, toDate }: DatePeriod): number {
    return this.#parts.dates.filter((date) => date >= fromDate && date <= toDate).length;
  }
}

/** What each day made. */
function dailyProfitsOf({ days }: Pick<SetReport, 'days'>): MoneyE4[] {
  return days.map(({ netE4 }, at) => netE4 - (days[at - 1]?.netE4 ?? 0));
}

/** Fewer days are not annualised, as in a report. */
const MIN_ANNUALISED_DAYS = 20;

/** Sharpe ratio of a year from the net profit at the close of each day; null where the equity falls to 0 or below. */
function sharpeOf(nets: readonly MoneyE4[], baseE4: MoneyE4): number | null {
  if (nets.length < MIN_ANNUALISED_DAYS) return null;
  const returns: number[] = [];
  let equityE4 = baseE4;
  for (const netE4 of nets) {
    if (equityE4 <= 0) return null;
    returns.push((baseE4 + netE4) / equityE4 - 1);
    equityE4 = baseE4 + netE4;
  }
  return volatilityOf(returns).sharpe;
}
