import {
  formatInteger,
  formatMoney,
  formatPercent,
  formatSignedMoney,
  UNKNOWN_TEXT,
} from '../../domain/columns/index.ts';
import { fromE4, type MoneyE4 } from '../../domain/money/price.ts';
import type { MonteCarlo, Quantiles } from '../../domain/strategy/search/monte-carlo.ts';
import { OBJECTIVES, ranked, type ObjectiveName } from '../../domain/strategy/search/objectives.ts';
import { valueText, type Point, type SearchSpace } from '../../domain/strategy/search/space.ts';
import { aligned } from '../backtest-cli/report-text.ts';
import type { SetResult } from '../algostream/optimizations/engine/set-result.ts';
import type {
  BestSet,
  Draws,
  OptimizationResult,
  SearchedSet,
  WalkForwardResult,
} from '../algostream/optimizations/engine/optimization.ts';

/** Sets that are printed; all of them are in the result file. */
const MAX_PRINTED_SETS = 15;
const YEAR_DAYS = 252;

const share = (fraction: number): string => formatPercent(fraction * 100);
const ratio = (value: number | null): string => (value === null ? UNKNOWN_TEXT : value.toFixed(2));
const signed = (amountE4: MoneyE4): string => formatSignedMoney(fromE4(Math.round(amountE4)));
const money = (amountE4: MoneyE4 | null): string =>
  amountE4 === null ? UNKNOWN_TEXT : formatMoney(fromE4(Math.round(amountE4)));

/** A score as text: dollars where it is money. */
export const scoreText = (objective: ObjectiveName, score: number | null): string =>
  score !== null && (objective === 'net' || objective === 'expectancy')
    ? formatSignedMoney(score)
    : ratio(score);

/** What the search found, for a terminal. */
export function resultLines(
  space: SearchSpace,
  objective: ObjectiveName,
  { sets, best, walkForward }: OptimizationResult,
): string[] {
  const failed = sets.filter(({ result }) => result.fault !== undefined);
  const [first] = failed;
  return [
    ...(walkForward === null
      ? setLines(space, objective, sets)
      : walkForwardLines(space, objective, walkForward)),
    ...(first === undefined
      ? []
      : ['', `${formatInteger(failed.length)} sets failed, the first: ${first.result.fault}`]),
    ...(best === null ? [] : bestLines(best)),
  ];
}

const pointCells = (space: SearchSpace, point: Point): string[] =>
  space.map((axis, at) => valueText(axis, point[at] ?? 0));

function setLines(space: SearchSpace, objective: ObjectiveName, sets: readonly SearchedSet[]): string[] {
  // Net P&L and trades have columns of their own.
  const isNet = objective === 'net';
  const headers = [
    ...space.map(({ name }) => name),
    ...(isNet ? [] : [OBJECTIVES[objective].label]),
    'Net P&L',
    'Drawdown',
    'Trades',
    'Win rate',
  ];
  const rows = ranked(sets)
    .filter(({ score }) => score !== null)
    .slice(0, MAX_PRINTED_SETS)
    .map(({ point, score, result }) => [
      ...pointCells(space, point),
      ...(isNet ? [] : [scoreText(objective, score)]),
      ...figureCells(result),
    ]);
  return rows.length === 0 ? ['No set has a score.'] : aligned([headers, ...rows], new Set());
}

function figureCells({ figures }: SetResult): string[] {
  if (figures === undefined) return [UNKNOWN_TEXT, UNKNOWN_TEXT, UNKNOWN_TEXT, UNKNOWN_TEXT];
  const { netE4, drawdownE4, tradeCount, winRate } = figures;
  return [
    signed(netE4),
    money(drawdownE4),
    formatInteger(tradeCount),
    winRate === null ? UNKNOWN_TEXT : share(winRate),
  ];
}

function bestLines({ deflated, draws }: BestSet): string[] {
  const lines = draws === null ? [] : drawLines(draws);
  if (deflated === null || deflated.probability === null) return lines;
  const { trialCount, expectedMax, probability } = deflated;
  return [
    '',
    `Deflated Sharpe ratio of the best set: ${share(probability)}`,
    `  the probability that it has an edge after ${formatInteger(trialCount)} trials; without any, their best is expected at a Sharpe ratio of ${ratio(expectedMax * Math.sqrt(YEAR_DAYS))}`,
    ...lines,
  ];
}

function drawLines({ trades, days }: Draws): string[] {
  const rows = [
    ...(trades === null ? [] : drawRows('trades', trades)),
    ...(days === null ? [] : drawRows('days', days)),
  ];
  if (rows.length === 0) return [];
  const runs = trades?.runs ?? days?.runs ?? 0;
  return [
    '',
    `Monte Carlo, ${formatInteger(runs)} times`,
    ...aligned([['', '5 %', '50 %', '95 %', 'Lost'], ...rows], new Set([0])),
  ];
}

function drawRows(name: string, { net, drawdown, lossShare }: MonteCarlo): string[][] {
  const cells = ({ p5E4, p50E4, p95E4 }: Quantiles, text: (amountE4: MoneyE4) => string): string[] =>
    [p5E4, p50E4, p95E4].map(text);
  return [
    [`Net P&L, ${name} drawn again`, ...cells(net, signed), share(lossShare)],
    [`Drawdown, ${name} drawn again`, ...cells(drawdown, money), ''],
  ];
}

function walkForwardLines(
  space: SearchSpace,
  objective: ObjectiveName,
  { windows, netE4, drawdownE4, sharpe, efficiency, draws }: WalkForwardResult,
): string[] {
  const headers = [
    'Searched',
    'Run',
    ...space.map(({ name }) => name),
    `${OBJECTIVES[objective].label} searched`,
    'Net P&L',
    'Drawdown',
    'Trades',
    'Win rate',
  ];
  const rows = windows.map(({ inSample, outOfSample, best, outcome }) => [
    `${inSample.fromDate} to ${inSample.toDate}`,
    `${outOfSample.fromDate} to ${outOfSample.toDate}`,
    ...(best === null ? space.map(() => UNKNOWN_TEXT) : pointCells(space, best.point)),
    scoreText(objective, best?.score ?? null),
    ...figureCells(outcome ?? { fault: '' }),
  ]);
  const totals = [
    ['Net P&L out of sample', signed(netE4)],
    ['Drawdown, daily', money(drawdownE4)],
    ['Sharpe', ratio(sharpe)],
    ['Efficiency', efficiency === null ? UNKNOWN_TEXT : share(efficiency)],
  ];
  return [
    ...aligned([headers, ...rows], new Set([0, 1])),
    '',
    ...aligned(totals, new Set([0])),
    ...(draws === null ? [] : drawLines(draws)),
  ];
}
