import {
  formatInteger,
  formatPercent,
  formatSignedMoney,
  UNKNOWN_TEXT,
} from '../../../src/domain/columns/index.ts';
import { OBJECTIVES, type ObjectiveName } from '../../../src/domain/strategy/search/objectives.ts';
import { mergedParameters } from '../../../src/domain/strategy/merged-parameters.ts';
import type { RunTerms } from '../dialogs/start-form.ts';
import { momentText } from '../run-labels.ts';
import type { Search, SearchSet } from '../types.ts';

const MONEY: ReadonlySet<ObjectiveName> = new Set(['net', 'expectancy']);

/** A score as text: dollars where it is money. */
export const scoreText = (objective: ObjectiveName, score: number | null): string =>
  score === null ? UNKNOWN_TEXT : MONEY.has(objective) ? formatSignedMoney(score) : score.toFixed(2);

/** `fast 5, slow 20`. */
export const valuesText = ({ Terms: { Ranges } }: Search, values: readonly string[]): string =>
  Ranges.map(({ Name }, at) => `${Name} ${values[at] ?? ''}`).join(', ');

/** A search in the choice of searches. */
export const searchTitle = ({ StartedAt, Symbol, RunCount, Terms: { Objective } }: Search): string =>
  `${momentText(StartedAt)}, ${Symbol}, ${OBJECTIVES[Objective].label}, ${formatInteger(RunCount)} sets`;

/** How far a search is, or how it ended. */
export function stateText({ State, DoneCount, RunCount, FailedCount, Message }: Search): string {
  const failed = FailedCount === 0 ? '' : `, ${formatInteger(FailedCount)} failed`;
  const done = `${formatInteger(DoneCount)} of ${formatInteger(RunCount)} sets${failed}`;
  switch (State) {
    case 'Running':
      return `Running: ${done}`;
    case 'Completed':
      return `Completed: ${done}${Message === '' ? '' : `. ${Message}`}`;
    case 'Stopped':
      return `Stopped after ${done}`;
    case 'Failed':
      return `Failed: ${Message}`;
  }
}

/** The best set and its score; without one what to do about it. */
export function bestText(search: Search): string {
  const { Best, Terms } = search;
  if (Best === null && search.State === 'Running') return 'No set has a score yet.';
  if (Best === null) {
    const trades = Terms.MinTrades === 1 ? 'trade' : 'trades';
    return `No set has a score: each needs at least ${formatInteger(Terms.MinTrades)} closed ${trades}. Choose a longer period, other ranges or a higher limit.`;
  }
  return `Best: ${valuesText(search, Best.Values)}, ${OBJECTIVES[Terms.Objective].label} ${scoreText(Terms.Objective, Best.Score)}`;
}

/** What the best score is worth after the selection; empty when it is not known. */
export function deflatedText({ Best }: Search): string {
  const deflated = Best?.Deflated;
  if (deflated === undefined || deflated === null || deflated.Probability === null) return '';
  return `Deflated Sharpe ratio ${formatPercent(deflated.Probability * 100)} after ${formatInteger(deflated.Trials)} trials; without an edge their best is expected at ${deflated.ExpectedMaxSharpe.toFixed(2)}`;
}

/** The terms of the backtest with the values of a set. */
export function backtestTerms({ Terms }: Search, { Values }: Pick<SearchSet, 'Values'>): RunTerms {
  const lines = Terms.Ranges.map(({ Name }, at) => ({
    text: `${Name} = ${Values[at] ?? ''}`,
    argument: Name,
  }));
  return {
    ...Terms,
    Parameters: mergedParameters(Terms.Parameters, lines)
      .text.replace(/\n{2,}/g, '\n')
      .replace(/^\n/, ''),
    BacktestFrom: Terms.From,
    BacktestTo: Terms.To,
    Costs: Terms.Costs ?? null,
    Guards: null,
    AtRestart: 'Stop',
    Schedule: null,
  };
}
