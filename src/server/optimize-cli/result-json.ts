import { fromE4, type Dollars, type MoneyE4 } from '../../domain/money/price.ts';
import { assumptionsLine } from '../../domain/strategy/costs/assumptions.ts';
import type { MonteCarlo, Quantiles } from '../../domain/strategy/search/monte-carlo.ts';
import type { SetFigures } from '../../domain/strategy/search/objectives.ts';
import {
  combinationsOf,
  valueText,
  type Point,
  type SearchSpace,
} from '../../domain/strategy/search/space.ts';
import type { DailyNet } from '../../domain/strategy/search/walk-forward.ts';
import type { SetResult } from '../algostream/optimizations/engine/set-result.ts';
import type {
  BestSet,
  Draws,
  OptimizationResult,
  SearchedSet,
  WalkForwardResult,
  WindowResult,
} from '../algostream/optimizations/engine/optimization.ts';
import type { OptimizeArguments } from './optimize-arguments.ts';

/** Goes up when a field changes its meaning or is removed. */
const RESULT_VERSION = 1;
/** Trading days of a year. */
const YEAR_DAYS = 252;

/** The parts of a result file. */
export interface OptimizationParts {
  readonly given: OptimizeArguments;
  /** The text that all sets have. */
  readonly parameters: string;
  readonly symbol: string;
  readonly barMinutes: number;
  readonly note: string;
  readonly result: OptimizationResult;
}

/** The result file of `--json` (docs/algostream/optimize.md). Money in dollars, ratios as fractions. */
export function optimizationJson({
  given,
  parameters,
  symbol,
  barMinutes,
  note,
  result: { sets, best, walkForward },
}: OptimizationParts): string {
  const space = given.searched.map(({ axis }) => axis);
  const result = {
    format: 'tapedeck-optimization',
    version: RESULT_VERSION,
    file: given.file,
    parameters,
    symbol,
    barMinutes,
    from: given.fromDate,
    to: given.toDate,
    market:
      given.dataFolder === undefined
        ? { kind: 'simulated', seed: given.seed }
        : { kind: 'recorded', folder: given.dataFolder, seed: given.seed },
    costs: given.costs,
    assumptions: assumptionsLine(given.costs),
    note,
    search: {
      kind: given.search,
      seed: given.searchSeed,
      combinations: combinationsOf(space).toString(),
      parameters: given.searched.map(({ axis, argument }) => ({ name: axis.name, argument })),
    },
    objective: given.objective,
    minTrades: given.minTrades,
    capital: given.capitalE4 === null ? null : fromE4(given.capitalE4),
    sets: sets.map((set) => setJson(space, set)),
    best: best && bestJson(space, best),
    walkForward: walkForward && walkForwardJson(space, walkForward),
  };
  return `${JSON.stringify(result, null, 2)}\n`;
}

const dollars = (amountE4: MoneyE4): Dollars => fromE4(Math.round(amountE4));
const dollarsOrNull = (amountE4: MoneyE4 | null): Dollars | null =>
  amountE4 === null ? null : dollars(amountE4);

const valuesJson = (space: SearchSpace, point: Point): Record<string, string> =>
  Object.fromEntries(space.map((axis, at) => [axis.name, valueText(axis, point[at] ?? 0)]));

function setJson(space: SearchSpace, { window, point, score, result }: SearchedSet) {
  return { window, values: valuesJson(space, point), score, ...resultJson(result) };
}

const resultJson = ({ figures, fault }: SetResult) => ({
  figures: figures === undefined ? null : figuresJson(figures),
  fault: fault ?? null,
});

function figuresJson(figures: SetFigures) {
  const { tradeCount, winRate, profitFactor, cagr, volatility, sharpe, sortino, calmar } = figures;
  return {
    net: dollars(figures.netE4),
    drawdown: dollarsOrNull(figures.drawdownE4),
    capital: dollars(figures.baseE4),
    trades: tradeCount,
    winRate,
    profitFactor,
    expectancy: dollarsOrNull(figures.expectancyE4),
    cagr,
    volatility,
    sharpe,
    sortino,
    calmar,
  };
}

function bestJson(space: SearchSpace, { point, score, report, deflated, draws }: BestSet) {
  return {
    values: valuesJson(space, point),
    score,
    deflatedSharpe: deflated && {
      trials: deflated.trialCount,
      expectedMaxSharpe: deflated.expectedMax * Math.sqrt(YEAR_DAYS),
      probability: deflated.probability,
    },
    monteCarlo: draws && drawsJson(draws),
    curve: curveJson(report.days),
  };
}

const curveJson = (days: readonly DailyNet[]) =>
  days.map(({ date, netE4 }) => ({ date, net: dollars(netE4) }));

const drawsJson = ({ trades, days }: Draws) => ({
  trades: trades && monteCarloJson(trades),
  days: days && monteCarloJson(days),
});

const quantilesJson = ({ p5E4, p50E4, p95E4 }: Quantiles) => ({
  p5: dollars(p5E4),
  p50: dollars(p50E4),
  p95: dollars(p95E4),
});

const monteCarloJson = ({ runs, net, drawdown, lossShare }: MonteCarlo) => ({
  runs,
  net: quantilesJson(net),
  drawdown: quantilesJson(drawdown),
  lossShare,
});

function windowJson(space: SearchSpace, { inSample, outOfSample, best, outcome }: WindowResult) {
  return {
    inSample: { from: inSample.fromDate, to: inSample.toDate },
    outOfSample: { from: outOfSample.fromDate, to: outOfSample.toDate },
    best: best && { values: valuesJson(space, best.point), score: best.score, net: dollars(best.netE4) },
    ...(outcome === null ? { figures: null, fault: null } : resultJson(outcome)),
  };
}

function walkForwardJson(space: SearchSpace, result: WalkForwardResult) {
  return {
    windows: result.windows.map((window) => windowJson(space, window)),
    net: dollars(result.netE4),
    drawdown: dollars(result.drawdownE4),
    sharpe: result.sharpe,
    efficiency: result.efficiency,
    monteCarlo: result.draws && drawsJson(result.draws),
    curve: curveJson(result.curve),
  };
}
