import { COMPARED_FACTS, type ComparedReport } from '../../../../src/domain/strategy/report/csv-files.ts';
import type { StrategyReport } from '../../../../src/domain/strategy/report/types.ts';
import { formatTime } from '../../../../src/plugin-api/index.ts';
import type { Run } from '../../types.ts';
import type { FollowedReport } from '../use-report.ts';

/** A run of a comparison with what is known of its report. */
export interface ComparedRun extends FollowedReport {
  /** Place of the run in the comparison: it chooses the colour. */
  readonly place: number;
  /** `A`, `B`, …: distinguishes runs of one strategy. */
  readonly letter: string;
  readonly run: Run;
}

/** A run whose report is there. */
export interface ReadyRun extends ComparedRun {
  readonly report: StrategyReport;
}

const LETTERS = 'ABCDEFGH';
export const letterOf = (place: number): string => LETTERS[place] ?? '';

/** `A Cross`: unique in the comparison. */
export const comparedName = ({ letter, run }: Pick<ComparedRun, 'letter' | 'run'>): string =>
  `${letter} ${run.strategy.Name}`;

export const reportOfRun = ({ state }: Pick<ComparedRun, 'state'>): StrategyReport | null =>
  state.kind === 'ready' ? state.report : null;

export const readyRuns = (runs: readonly ComparedRun[]): readonly ReadyRun[] =>
  runs.flatMap((run) => {
    const report = reportOfRun(run);
    return report === null ? [] : [{ ...run, report }];
  });

/** The period of a report: `2026-01-05 to 2026-01-30`. */
export const reportPeriod = ({ fromMs, toMs }: StrategyReport): string =>
  `${formatTime(fromMs, 'YYYY-MM-DD')} to ${formatTime(toMs, 'YYYY-MM-DD')}`;

/** A run as the CSV file of the comparison has it. */
export function comparedReport(compared: ComparedRun): ComparedReport {
  const { strategy, instance } = compared.run;
  const report = reportOfRun(compared);
  const facts: Readonly<Record<(typeof COMPARED_FACTS)[number], string | number | null>> = {
    Strategy: strategy.Name,
    Version: instance.Version,
    Symbol: compared.state.kind === 'ready' ? compared.state.source.symbol : instance.PrimarySymbol,
    From: report && formatTime(report.fromMs, 'YYYY-MM-DD'),
    To: report && formatTime(report.toMs, 'YYYY-MM-DD'),
    Account: instance.Account,
    Parameters: instance.Parameters,
  };
  return { name: comparedName(compared), facts: COMPARED_FACTS.map((fact) => facts[fact]), report };
}
