import { useMemo, useState } from 'react';
import { isStrategyRunning } from '../../../../src/domain/strategy/enumerations.ts';
import { comparisonCsv } from '../../../../src/domain/strategy/report/csv-files.ts';
import type { ToolPlatform } from '../../../../src/plugin-api/index.ts';
import { Button, EmptyState, NumberField, Select, Skeleton } from '../../../../src/ui/index.ts';
import { downloadCsv } from '../../../../src/ui/grid/export-text.ts';
import strips from '../../dialogs/RunReports.module.css';
import type { Run } from '../../types.ts';
import report from '../Report.module.css';
import type { ReportPlatform } from '../report-source.ts';
import { TimePlot } from '../TimePlot.tsx';
import { BASE_PROBLEM, useTypedBase } from '../use-typed-base.ts';
import { comparedName, comparedReport, readyRuns, type ComparedRun } from './compared-run.ts';
import { comparisonPlot, type CurveKind } from './comparison-panes.ts';
import { ComparisonTable } from './ComparisonTable.tsx';
import { useComparedReports } from './use-compared-reports.tsx';
import styles from './Comparison.module.css';

const CURVES: readonly { readonly value: CurveKind; readonly label: string }[] = [
  { value: 'equity', label: 'Equity, dollars' },
  { value: 'return', label: 'Return, per cent' },
];

const isLoading = ({ state }: ComparedRun): boolean => state.kind === 'loading';
const isReloading = (run: ComparedRun): boolean => run.isReloading;

/** Whether the run had not ended when its figures were loaded: there may be new ones. */
const mayHaveNewFigures = ({ run, state }: ComparedRun): boolean =>
  isStrategyRunning((state.kind === 'ready' ? state.source.run : run).instance.Status);

/** `2 of 3 runs loaded` while they are, `3 runs` then, `Loading new figures…` while they are loaded again. */
function progressText(runs: readonly ComparedRun[]): string {
  if (runs.some(isReloading)) return 'Loading new figures…';
  const loading = runs.filter(isLoading).length;
  return loading === 0 ? `${runs.length} runs` : `${runs.length - loading} of ${runs.length} runs loaded`;
}

/** What keeps runs out of the comparison, one sentence each. */
const problemsOf = (runs: readonly ComparedRun[]): readonly string[] =>
  runs.flatMap((run) => {
    if (run.state.kind === 'failed')
      return [`${comparedName(run)} could not be loaded: ${run.state.message}`];
    return run.state.kind === 'none' ? [`${comparedName(run)} has no fills, so it has no report.`] : [];
  });

function Curves({ runs, kind }: { readonly runs: readonly ComparedRun[]; readonly kind: CurveKind }) {
  const ready = useMemo(() => readyRuns(runs), [runs]);
  const { panes, times } = useMemo(() => comparisonPlot(ready, kind), [ready, kind]);
  if (ready.length > 0)
    return <TimePlot label="Curves and drawdowns of the runs" panes={panes} times={times} hasWideLegend />;
  return runs.some(isLoading) ? (
    <Skeleton label="Loading the reports" rows={10} />
  ) : (
    <EmptyState title="No curves" text="None of these runs has a report." />
  );
}

/** Loads the figures of runs that have not ended again; there is none without such a run. */
function RefreshButton({ runs }: { readonly runs: readonly ComparedRun[] }) {
  const running = runs.filter(mayHaveNewFigures);
  if (running.length === 0) return null;
  return (
    <Button
      tone="quiet"
      disabled={runs.some(isReloading)}
      focusableWhenDisabled
      onClick={() => running.forEach(({ reload }) => reload())}
    >
      Refresh
    </Button>
  );
}

/** `onChoose` closes the comparison to choose other runs. */
function Comparison({
  platform,
  runs,
  onChoose,
}: {
  readonly platform: ReportPlatform;
  readonly runs: readonly Run[];
  readonly onChoose: () => void;
}) {
  const base = useTypedBase();
  const { compared, loaders } = useComparedReports(platform, runs, base.baseE4);
  const [kind, setKind] = useState<CurveKind>('equity');
  const problems = problemsOf(compared);
  return (
    <div className={report.report}>
      {loaders}
      <div className={strips.strip}>
        <span role="status">{base.isValid ? progressText(compared) : BASE_PROBLEM}</span>
        <span className={report.caption} aria-hidden>
          Capital base, empty: each its own
        </span>
        <div className={report.base}>
          <NumberField
            label="Capital base of all runs, dollars; empty = each its own"
            isLabelHidden
            hasSteppers={false}
            decimals={2}
            value={base.typed ?? null}
            onChange={base.type}
          />
        </div>
        <div className={styles.kind}>
          <Select label="Curves" isLabelHidden value={kind} options={CURVES} onChange={setKind} />
        </div>
        <Button tone="quiet" data-autofocus="" onClick={onChoose}>
          Choose runs…
        </Button>
        <Button
          tone="quiet"
          disabled={compared.some(isLoading)}
          focusableWhenDisabled
          onClick={() =>
            downloadCsv(document, 'Comparison of reports', comparisonCsv(compared.map(comparedReport)))
          }
        >
          Export to CSV
        </Button>
        <RefreshButton runs={compared} />
      </div>
      <div role="alert">
        {problems.map((problem) => (
          <p key={problem} className={styles.problem}>
            {problem}
          </p>
        ))}
      </div>
      <div className={styles.curves}>
        <Curves runs={compared} kind={kind} />
      </div>
      <ComparisonTable runs={compared} />
    </div>
  );
}

/** Shows the reports of runs side by side. Resolves with true when the user wants to choose other runs. */
export async function openComparison(
  platform: Pick<ToolPlatform, 'dialogs'> & ReportPlatform,
  runs: readonly Run[],
): Promise<boolean> {
  const isToChoose = await platform.dialogs.open<true>({
    title: `Comparison of ${runs.length} reports`,
    width: 1320,
    resizableFrom: 800,
    content: ({ close }) => <Comparison platform={platform} runs={runs} onChoose={() => close(true)} />,
  });
  return isToChoose === true;
}
