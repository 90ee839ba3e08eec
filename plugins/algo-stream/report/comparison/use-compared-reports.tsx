import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { MoneyE4 } from '../../../../src/domain/money/price.ts';
import type { Run } from '../../types.ts';
import type { ReportPlatform } from '../report-source.ts';
import { useReport, type FollowedReport } from '../use-report.ts';
import { letterOf, type ComparedRun } from './compared-run.ts';

const WAITING: FollowedReport = {
  state: { kind: 'loading', step: 'orders' },
  isReloading: false,
  reload: () => {},
};

interface RunReportProps {
  readonly platform: ReportPlatform;
  readonly run: Run;
  readonly baseE4: MoneyE4 | null;
  readonly onChange: (id: string, report: FollowedReport) => void;
}

/** Loads the report of one run. It renders nothing: a component, because the number of runs varies. */
function RunReport({ platform, run, baseE4, onChange }: RunReportProps) {
  const { state, isReloading, reload } = useReport(platform, run, baseE4);
  useEffect(
    () => onChange(run.id, { state, isReloading, reload }),
    [run.id, state, isReloading, reload, onChange],
  );
  return null;
}

/**
 * The reports of several runs, each with a state of its own: one that fails leaves the others as they are. `baseE4`: null = each run has its own capital base. `loaders`
 * must be rendered.
 */
export function useComparedReports(
  platform: ReportPlatform,
  runs: readonly Run[],
  baseE4: MoneyE4 | null,
): { readonly compared: readonly ComparedRun[]; readonly loaders: ReactNode } {
  const [reports, setReports] = useState<ReadonlyMap<string, typeof WAITING>>(new Map());
  const onChange = useCallback<RunReportProps['onChange']>(
    (id, report) => setReports((before) => new Map(before).set(id, report)),
    [],
  );
  const compared = useMemo(
    () =>
      runs.map((run, place): ComparedRun => ({
        ...(reports.get(run.id) ?? WAITING),
        run,
        place,
        letter: letterOf(place),
      })),
    [runs, reports],
  );
  const loaders = runs.map((run) => (
    <RunReport key={run.id} platform={platform} run={run} baseE4={baseE4} onChange={onChange} />
  ));
  return { compared, loaders };
}
