import * as v from 'valibot';
import { fromE4, type Dollars, type MoneyE4 } from '../../../domain/money/price.ts';
import type { MonteCarlo, Quantiles } from '../../../domain/strategy/search/monte-carlo.ts';
import { scoreOf, type SetFigures } from '../../../domain/strategy/search/objectives.ts';
import { valueText, type Point, type SearchSpace } from '../../../domain/strategy/search/space.ts';
import { strategyOptimizations } from '../../../protocol/index.ts';
import type { ListedOptimization, StoredSet } from '../../storage/strategy-optimization-store.ts';
import { publicById } from '../library/public-strategies.ts';
import type { StrategyDescription } from '../runtime/types.ts';
import type { CheckedSearch } from './checked-search.ts';
import type { BestSet } from './engine/optimization.ts';
import { setResultSchema, type SetResult } from './engine/set-result.ts';
import type { WireOptimization, WireOptimizationSet } from './optimization-service.ts';

type WireBest = NonNullable<WireOptimization['Best']>;

const YEAR_DAYS = 252;
const MESSAGE_CHARACTERS = 2_000;
const bodySchema = strategyOptimizations.optimizationStatus.body.entries.Optimization;

const dollars = (amountE4: MoneyE4): Dollars => fromE4(Math.round(amountE4));
const dollarsOrNull = (amountE4: MoneyE4 | null): Dollars | null =>
  amountE4 === null ? null : dollars(amountE4);

/** The values of a set, in the sequence of the axes. */
const valuesOf = (space: SearchSpace, point: Point): string[] =>
  space.map((axis, at) => valueText(axis, point[at] ?? 0));

/** A search as it is stored; undefined when it cannot be read. Its name is that of the strategy now. */
export function readOptimization(stored: ListedOptimization): WireOptimization | undefined {
  const body = v.safeParse(bodySchema, parsed(stored.body));
  const name = stored.name ?? publicById(stored.strategyId)?.name;
  return body.success && name !== undefined ? { ...body.output, Name: name } : undefined;
}

/** The result of a stored set; undefined when it cannot be read. */
export function readSetResult({ body }: Pick<StoredSet, 'body'>): SetResult | undefined {
  const result = v.safeParse(setResultSchema, parsed(body));
  return result.success ? result.output : undefined;
}

/** The point of a stored set. */
export const pointOfSet = ({ point }: Pick<StoredSet, 'point'>): Point => point.split(',').map(Number);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A stored set as it is sent; undefined when it cannot be read. */
export function wireSet(
  { space, objective, minTrades }: Pick<CheckedSearch['terms'], 'space' | 'objective' | 'minTrades'>,
  stored: StoredSet,
): WireOptimizationSet | undefined {
  const result = readSetResult(stored);
  if (result === undefined) return undefined;
  const { figures, fault = '' } = result;
  return {
    Serial: stored.serial,
    Values: valuesOf(space, pointOfSet(stored)),
    Score: figures === undefined ? null : scoreOf(objective, minTrades, figures),
    Figures: figures === undefined ? null : wireFigures(figures),
    Fault: fault.slice(0, MESSAGE_CHARACTERS),
  };
}

const wireFigures = (figures: SetFigures): NonNullable<WireOptimizationSet['Figures']> => ({
  Net: dollars(figures.netE4),
  Drawdown: dollarsOrNull(figures.drawdownE4),
  Capital: dollars(figures.baseE4),
  Trades: figures.tradeCount,
  WinRate: figures.winRate,
  ProfitFactor: figures.profitFactor,
  Expectancy: dollarsOrNull(figures.expectancyE4),
  Cagr: figures.cagr,
  Volatility: figures.volatility,
  Sharpe: figures.sharpe,
  Sortino: figures.sortino,
  Calmar: figures.calmar,
});

/** The best set of a search that has not ended. */
export const wireBestSoFar = (
  space: SearchSpace,
  { point, score }: { readonly point: Point; readonly score: number },
): WireBest => ({
  Values: valuesOf(space, point),
  Score: score,
  Deflated: null,
  DrawnTrades: null,
  DrawnDays: null,
});

/** The best set of a search that has run to its end. */
export const wireBest = (space: SearchSpace, { point, score, deflated, draws }: BestSet): WireBest => ({
  Values: valuesOf(space, point),
  Score: score,
  Deflated: deflated && {
    Trials: deflated.trialCount,
    ExpectedMaxSharpe: deflated.expectedMax * Math.sqrt(YEAR_DAYS),
    Probability: deflated.probability,
  },
  DrawnTrades: draws?.trades ? wireDraws(draws.trades) : null,
  DrawnDays: draws?.days ? wireDraws(draws.days) : null,
});

const quantiles = ({ p5E4, p50E4, p95E4 }: Quantiles) => ({
  P5: dollars(p5E4),
  P50: dollars(p50E4),
  P95: dollars(p95E4),
});

const wireDraws = ({ runs, net, drawdown, lossShare }: MonteCarlo) => ({
  Runs: runs,
  Net: quantiles(net),
  Drawdown: quantiles(drawdown),
  LossShare: lossShare,
});

/** The declared parameters of a description. */
export const wireParameters = ({ parameters }: StrategyDescription) =>
  parameters.map(({ name, value }) => ({ Name: name, Kind: kindOf(value), Value: String(value) }));

function kindOf(value: number | string | boolean): 'Number' | 'Text' | 'YesNo' {
  if (typeof value === 'number') return 'Number';
  return typeof value === 'boolean' ? 'YesNo' : 'Text';
}
