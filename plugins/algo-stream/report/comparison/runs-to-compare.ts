import { formatSignedMoney } from '../../../../src/domain/columns/index.ts';
import { isStrategyRunning } from '../../../../src/domain/strategy/enumerations.ts';
import { MAX_COMPARED_RUNS } from '../../../../src/domain/strategy/report/comparison.ts';
import { groupsOf } from '../../groups.ts';
import { fromText, isBacktest, momentText, symbolsText, toText } from '../../run-labels.ts';
import type { Run, StrategiesState } from '../../types.ts';

/** A run in the list of those that can be compared, with the texts of its row. */
export interface RunChoice {
  readonly run: Run;
  readonly kind: string;
  /** Empty when its code was not saved. */
  readonly version: string;
  readonly symbol: string;
  readonly period: string;
  readonly net: string;
  readonly netDollars: number;
  readonly started: string;
  /** On one line. */
  readonly parameters: string;
}

/** `1/5/2026 to 1/30/2026`; of a live run from its start to its end, or to now. */
export function periodOfRun({ instance }: Run): string {
  if (isBacktest(instance)) return `${fromText(instance)} to ${toText(instance)}`;
  return `${momentText(instance.StartedAt)} to ${instance.FinishedAt === null ? 'now' : momentText(instance.FinishedAt)}`;
}

function choiceOf(run: Run): RunChoice {
  const { instance } = run;
  const netDollars = instance.Returns?.NetProfitLoss ?? 0;
  return {
    run,
    kind: isBacktest(instance) ? 'Backtest' : 'Live',
    version: instance.Version === null ? '' : `Version ${instance.Version}`,
    symbol: symbolsText(instance),
    period: periodOfRun(run),
    net: formatSignedMoney(netDollars),
    netDollars,
    started: momentText(instance.StartedAt),
    parameters: instance.Parameters.split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join(', '),
  };
}

/** The runs that can be compared, the newest first: finished ones with fills, and those that are chosen already. */
export function runsToCompare(state: StrategiesState, chosen: readonly Run[]): readonly RunChoice[] {
  const ids = new Set(chosen.map(({ id }) => id));
  return groupsOf(state)
    .flatMap(({ rows }) => rows)
    .filter(
      ({ id, instance: { Status, Returns } }) =>
        ids.has(id) || (Returns !== null && !isStrategyRunning(Status)),
    )
    .toSorted((run, other) => (other.instance.StartedAt ?? 0) - (run.instance.StartedAt ?? 0))
    .map(choiceOf);
}

/** The runs of which a text contains every part of the filter, whatever the case. */
export function filteredRuns(choices: readonly RunChoice[], filter: string): readonly RunChoice[] {
  const parts = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (parts.length === 0) return choices;
  return choices.filter(({ run, kind, version, symbol, period, parameters }) => {
    const text = [run.strategy.Name, kind, version, symbol, period, parameters].join(' ').toLowerCase();
    return parts.every((part) => text.includes(part));
  });
}

/** Why no further run can be chosen; null when one can. */
export const fullText = (count: number): string | null =>
  count < MAX_COMPARED_RUNS
    ? null
    : `${MAX_COMPARED_RUNS} runs are chosen, the most that can be compared. Clear one to choose another.`;
