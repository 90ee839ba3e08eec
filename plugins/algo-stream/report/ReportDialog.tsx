import { useCallback, useEffect, useMemo, useState } from 'react';
import { formatInteger } from '../../../src/domain/columns/index.ts';
import { fromE4 } from '../../../src/domain/money/price.ts';
import { assumptionsLine } from '../../../src/domain/strategy/costs/assumptions.ts';
import { isStrategyRunning } from '../../../src/domain/strategy/enumerations.ts';
import { ROLLING_DAYS } from '../../../src/domain/strategy/report/rolling.ts';
import type { ReportTrade } from '../../../src/domain/strategy/report/types.ts';
import { displaySymbol } from '../../../src/domain/symbols/symbol.ts';
import { formatTime } from '../../../src/plugin-api/index.ts';
import {
  Button,
  Checkbox,
  EmptyState,
  ErrorState,
  NumberField,
  Skeleton,
  Tabs,
  type TabItem,
} from '../../../src/ui/index.ts';
import reports from '../dialogs/RunReports.module.css';
import { isBacktest, runTitle, symbolsText } from '../run-labels.ts';
import { showTrade, SHOW_TRADES } from '../show-trades.ts';
import type { AlgoStreamWindow, Run } from '../types.ts';
import { compareRuns } from './comparison/compare-runs.ts';
import { ExcursionsTab } from './ExcursionsTab.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { KeyFigures } from './KeyFigures.tsx';
import { MonthTable } from './MonthTable.tsx';
import { PlotsTab } from './PlotsTab.tsx';
import { equityPlot, rollingPlot } from './report-panes.ts';
import { defaultBaseE4, type ReportStep } from './report-source.ts';
import { ReportWithoutFills } from './ReportWithoutFills.tsx';
import { TimePlot } from './TimePlot.tsx';
import { TradesTab } from './TradesTab.tsx';
import { hasDrawn, useDrawing, type Drawing } from './use-drawing.ts';
import { useExcursions, type Excursions } from './use-excursions.ts';
import { useFocusOnTabs } from './use-focus-on-tabs.ts';
import { reportedRun, useReport, type LoadedReport } from './use-report.ts';
import { BASE_PROBLEM, useTypedBase } from './use-typed-base.ts';
import styles from './Report.module.css';

type TabId = 'equity' | 'months' | 'trades' | 'excursions' | 'rolling' | 'plots';

interface ReportProps {
  readonly window: Pick<AlgoStreamWindow, 'platform'>;
  readonly run: Run;
  readonly onClose: () => void;
}

const STEP_TEXTS: Readonly<Record<ReportStep, string>> = {
  orders: 'Loading the orders of the run, step 1 of 3',
  bars: 'Loading daily bars, step 2 of 3',
  figures: 'Computing the figures, step 3 of 3',
};

function Loading({ step, onCancel }: { readonly step: ReportStep; readonly onCancel: () => void }) {
  return (
    <div className={styles.loading}>
      <Skeleton label="Loading the report" rows={12} />
      <div className={styles.wait}>
        <p role="status">{STEP_TEXTS[step]}</p>
        <Button data-autofocus="" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function EquityTab({ report }: Pick<LoadedReport, 'report'>) {
  const [isLog, setLog] = useState(false);
  const { panes, times } = useMemo(() => equityPlot(report, isLog), [report, isLog]);
  return (
    <div className={styles.tab}>
      <div className={styles.tabTools}>
        <Checkbox label="Log axis" isChecked={isLog} onChange={setLog} />
      </div>
      <TimePlot label="Equity and drawdown by day" panes={panes} times={times} />
    </div>
  );
}

function RollingTab({ report }: Pick<LoadedReport, 'report'>) {
  const { panes, times } = useMemo(() => rollingPlot(report), [report]);
  if (times.length === 0)
    return (
      <EmptyState
        title="No rolling figures"
        text={`They need ${ROLLING_DAYS} trading days with a capital base; this run has ${formatInteger(report.days.length)}.`}
      />
    );
  return <TimePlot label={`Figures of the last ${ROLLING_DAYS} days`} panes={panes} times={times} />;
}

/** Shows a trade on a chart; null when the chart tool is not there. */
export function useShowOnChart(
  { platform }: Pick<AlgoStreamWindow, 'platform'>,
  { source }: Pick<LoadedReport, 'source'>,
): ((trade: ReportTrade) => void) | null {
  const hasChart = platform.commands.get(SHOW_TRADES) !== undefined;
  const { run, orders } = source;
  const show = useCallback(
    ({ openedMs, closedMs, symbol }: ReportTrade) => {
      const toMs = closedMs ?? source.toMs;
      void showTrade(platform, run, orders, { fromMs: openedMs, toMs, symbol });
    },
    [platform, run, orders, source],
  );
  return hasChart ? show : null;
}

function ReportTabs({
  window,
  loaded,
  excursions,
  drawing,
}: {
  readonly window: Pick<AlgoStreamWindow, 'platform'>;
  readonly loaded: LoadedReport;
  readonly excursions: Excursions;
  readonly drawing: Drawing;
}) {
  const { report, source } = loaded;
  const [tab, setTab] = useState<TabId>('equity');
  const [selected, setSelected] = useState<number | null>(null);
  const showOnChart = useShowOnChart(window, loaded);
  const { state, start } = excursions;
  const needsExcursions = (tab === 'trades' || tab === 'excursions') && report.trades.length > 0;
  // Idle is also what they are after the report was loaded again.
  useEffect(() => {
    if (needsExcursions && state.kind === 'idle') start();
  }, [needsExcursions, state.kind, start]);
  const items: readonly TabItem<TabId>[] = [
    { id: 'equity', label: 'Equity', content: <EquityTab report={report} /> },
    { id: 'months', label: 'Months', content: <MonthTable report={report} /> },
    {
      id: 'trades',
      label: 'Trades',
      count: report.trades.length,
      content: (
        <TradesTab
          report={report}
          symbol={source.symbol}
          byTrade={excursions.byTrade}
          exportName={`${runTitle(source.run.strategy, source.run.instance)}, trades`}
          selectedNumber={selected}
          onSelect={setSelected}
          showOnChart={showOnChart}
        />
      ),
    },
    {
      id: 'excursions',
      label: 'MAE and MFE',
      content: (
        <ExcursionsTab
          report={report}
          excursions={excursions}
          onOpen={(number) => {
            setSelected(number);
            setTab('trades');
          }}
        />
      ),
    },
    { id: 'rolling', label: 'Rolling', content: <RollingTab report={report} /> },
    // Last, because it comes later than the others: nothing moves.
    ...(drawing.kind === 'ready' && hasDrawn(drawing.annotations)
      ? [
          {
            id: 'plots',
            label: 'Plots',
            content: (
              <PlotsTab platform={window.platform} run={source.run} annotations={drawing.annotations} />
            ),
          } as const,
        ]
      : []),
  ];
  return <Tabs<TabId> label="Parts of the report" value={tab} items={items} onChange={setTab} />;
}

/** `SPY, 2026-01-05 to 2026-01-30, 19 trading days`. */
function periodText({ source, report }: LoadedReport): string {
  const [first, last] = [formatTime(report.fromMs, 'YYYY-MM-DD'), formatTime(report.toMs, 'YYYY-MM-DD')];
  const count = report.days.length;
  const { instance } = source.run;
  // A run of an earlier release may not say what it trades.
  const symbols = instance.PrimarySymbol === '' ? displaySymbol(source.symbol) : symbolsText(instance);
  return `${symbols}, ${first} to ${last}, ${formatInteger(count)} trading ${count === 1 ? 'day' : 'days'}`;
}

export function Report({ window, run, onClose }: ReportProps) {
  const base = useTypedBase();
  const { state, isReloading, reload } = useReport(window.platform, run, base.baseE4);
  const loaded = useMemo(() => (state.kind === 'ready' ? state : null), [state]);
  const excursions = useExcursions(window.platform, loaded);
  const drawing = useDrawing(window.platform, reportedRun(state));
  const view = useFocusOnTabs(state.kind === 'ready');
  if (state.kind === 'loading') return <Loading step={state.step} onCancel={onClose} />;
  if (state.kind === 'failed')
    return <ErrorState title="The report could not be loaded" text={state.message} onRetry={reload} />;
  if (state.kind === 'none')
    return (
      <ReportWithoutFills platform={window.platform} run={state.run} drawing={drawing} reload={reload} />
    );
  return (
    <div ref={view} className={styles.report}>
      <div className={reports.strip}>
        <span role="status">
          {!base.isValid ? BASE_PROBLEM : isReloading ? 'Loading new figures…' : periodText(state)}
        </span>
        <span className={styles.caption} aria-hidden>
          Capital base
        </span>
        <div className={styles.base}>
          <NumberField
            label="Capital base, dollars"
            isLabelHidden
            hasSteppers={false}
            decimals={2}
            value={base.typed === undefined ? fromE4(defaultBaseE4(state.source)) : base.typed}
            onChange={base.type}
          />
        </div>
        <ExportMenu loaded={state} excursions={excursions} drawing={drawing} />
        <Button tone="quiet" onClick={() => void compareRuns(window, { run: state.source.run })}>
          Compare…
        </Button>
        {isStrategyRunning(state.source.run.instance.Status) ? (
          <Button tone="quiet" disabled={isReloading} focusableWhenDisabled onClick={reload}>
            Refresh
          </Button>
        ) : null}
      </div>
      {isBacktest(run.instance) ? (
        <p className={styles.assumptions}>Assumptions: {assumptionsLine(run.instance.Costs)}.</p>
      ) : null}
      <div className={styles.body}>
        <KeyFigures report={state.report} />
        <ReportTabs window={window} loaded={state} excursions={excursions} drawing={drawing} />
      </div>
    </div>
  );
}

/** Opens the performance report of a run. */
export async function openReport(window: Pick<AlgoStreamWindow, 'platform'>, run: Run): Promise<void> {
  await window.platform.dialogs.open<never>({
    title: `Report - ${runTitle(run.strategy, run.instance)}`,
    width: 1320,
    resizableFrom: 780,
    content: ({ close }) => <Report window={window} run={run} onClose={() => close(null)} />,
  });
}
