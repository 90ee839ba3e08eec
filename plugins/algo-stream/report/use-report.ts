import { useCallback, useEffect, useState } from 'react';
import type { MoneyE4 } from '../../../src/domain/money/price.ts';
import { reportInSteps } from '../../../src/domain/strategy/report/report.ts';
import type { StrategyReport } from '../../../src/domain/strategy/report/types.ts';
import type { Run } from '../types.ts';
import {
  loadReportSource,
  reportInput,
  runNow,
  type ReportPlatform,
  type ReportSource,
  type ReportStep,
} from './report-source.ts';
import { runInSlices } from './run-in-slices.ts';

/** A report with the data that it was computed from. */
export interface LoadedReport {
  readonly source: ReportSource;
  readonly report: StrategyReport;
}

/** `none`: the run has no fills; `run` is its present state. A report stays on screen while it is loaded again, or computed with another capital base. */
export type ReportState =
  | { readonly kind: 'loading'; readonly step: ReportStep }
  | { readonly kind: 'none'; readonly run: Run }
  | { readonly kind: 'failed'; readonly message: string }
  | ({ readonly kind: 'ready' } & LoadedReport);

/** A report that is followed. */
export interface FollowedReport {
  readonly state: ReportState;
  /** A report that is on screen is being loaded again. */
  readonly isReloading: boolean;
  readonly reload: () => void;
}

/** The run that a report shows; null while it is loading, and after a failure. */
export function reportedRun(state: ReportState): Run | null {
  if (state.kind === 'none') return state.run;
  return state.kind === 'ready' ? state.source.run : null;
}

const failed = (error: unknown): ReportState => ({
  kind: 'failed',
  message: error instanceof Error ? error.message : 'The server did not answer.',
});

/** The report of a run as it was when the view opened, or when `reload` was called. */
export function useReport(platform: ReportPlatform, run: Run, baseE4: MoneyE4 | null): FollowedReport {
  const [attempt, setAttempt] = useState(0);
  const [source, setSource] = useState<ReportSource | null>(null);
  const [state, setState] = useState<ReportState>({ kind: 'loading', step: 'orders' });
  useEffect(() => {
    const leaving = new AbortController();
    const show = (next: ReportState): void => {
      if (!leaving.signal.aborted) setState(next);
    };
    setSource(null);
    setState((before) => (before.kind === 'ready' ? before : { kind: 'loading', step: 'orders' }));
    const onStep = (step: ReportStep): void => {
      if (!leaving.signal.aborted)
        setState((before) => (before.kind === 'ready' ? before : { kind: 'loading', step }));
    };
    loadReportSource(platform, run, leaving.signal, onStep)
      .then((loaded) => {
        if (loaded === null) show({ kind: 'none', run: runNow(platform, run) });
        else if (!leaving.signal.aborted) setSource(loaded);
      })
      .catch((error: unknown) => show(failed(error)));
    return () => leaving.abort();
  }, [platform, run, attempt]);
  useEffect(() => {
    if (source === null) return undefined;
    const leaving = new AbortController();
    setState((before) => (before.kind === 'ready' ? before : { kind: 'loading', step: 'figures' }));
    runInSlices(reportInSteps(reportInput(source, baseE4)), leaving.signal)
      .then((report) => {
        if (report !== null && !leaving.signal.aborted) setState({ kind: 'ready', source, report });
      })
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) setState(failed(error));
      });
    return () => leaving.abort();
  }, [source, baseE4]);
  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  return { state, isReloading: state.kind === 'ready' && state.source !== source, reload };
}
