import { useMemo, useState } from 'react';
import {
  formatInteger,
  formatMoney,
  formatPercent,
  formatSignedMoney,
} from '../../src/domain/columns/index.ts';
import { UNKNOWN_TEXT, type ToolPlatform } from '../../src/plugin-api/index.ts';
import { Button, EmptyState, ErrorState, Skeleton } from '../../src/ui/index.ts';
import { KeyFigures } from '../algo-stream/report/KeyFigures.tsx';
import { PlotsTab } from '../algo-stream/report/PlotsTab.tsx';
import type { TradeExcursions } from '../algo-stream/report/read-excursions.ts';
import { openReport, useShowOnChart } from '../algo-stream/report/ReportDialog.tsx';
import { equityPlot } from '../algo-stream/report/report-panes.ts';
import { TimePlot } from '../algo-stream/report/TimePlot.tsx';
import { TradesTab } from '../algo-stream/report/TradesTab.tsx';
import { hasDrawn, useDrawing, type Drawing } from '../algo-stream/report/use-drawing.ts';
import { reportedRun, useReport, type LoadedReport } from '../algo-stream/report/use-report.ts';
import { noOrdersText, runTitle } from '../algo-stream/run-labels.ts';
import type { Returns, Run } from '../algo-stream/types.ts';
import styles from './StrategyEditor.module.css';

const NO_EXCURSIONS: TradeExcursions = new Map();

interface Figure {
  readonly label: string;
  readonly text: string;
  readonly direction?: 'up' | 'down' | undefined;
}

function headline({
  NetProfitLoss,
  TradeCount,
  ProfitablePercent,
  MaxDrawdown,
  Roi,
}: Returns): readonly Figure[] {
  const direction = NetProfitLoss === 0 ? undefined : NetProfitLoss > 0 ? 'up' : 'down';
  return [
    { label: 'Net P&L', text: formatSignedMoney(NetProfitLoss), direction },
    { label: 'ROI', text: Roi === null ? UNKNOWN_TEXT : formatPercent(Roi * 100) },
    { label: 'Max drawdown', text: MaxDrawdown === null ? UNKNOWN_TEXT : formatMoney(MaxDrawdown) },
    { label: 'Trades', text: formatInteger(TradeCount) },
    {
      label: 'Profitable',
      text: ProfitablePercent === null ? UNKNOWN_TEXT : formatPercent(ProfitablePercent * 100),
    },
  ];
}

function Headline({ run, platform }: { readonly run: Run; readonly platform: ToolPlatform }) {
  const { Returns: returns } = run.instance;
  if (returns === null) return null;
  return (
    <div className={styles.strip}>
      <dl className={styles.headline}>
        {headline(returns).map(({ label, text, direction }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-direction={direction}>{text}</dd>
          </div>
        ))}
      </dl>
      <Button tone="quiet" onClick={() => void openReport({ platform }, run)}>
        Report…
      </Button>
    </div>
  );
}

interface LoadedProps {
  readonly platform: ToolPlatform;
  readonly loaded: LoadedReport;
  readonly drawing: Drawing;
}

function Loaded({ platform, loaded, drawing }: LoadedProps) {
  const { report, source } = loaded;
  const [selected, setSelected] = useState<number | null>(null);
  const { panes, times } = useMemo(() => equityPlot(report, false), [report]);
  const showOnChart = useShowOnChart({ platform }, loaded);
  return (
    // It scrolls, so the keyboard must reach it: its plot, its grid and its figures take the focus.
    <div className={styles.results}>
      <div className={styles.equity}>
        <TimePlot label="Equity and drawdown by day" panes={panes} times={times} />
      </div>
      <div className={styles.trades}>
        <TradesTab
          report={report}
          symbol={source.symbol}
          byTrade={NO_EXCURSIONS}
          exportName={`${runTitle(source.run.strategy, source.run.instance)}, trades`}
          selectedNumber={selected}
          onSelect={setSelected}
          showOnChart={showOnChart}
        />
      </div>
      <div className={styles.figures}>
        <KeyFigures report={report} />
      </div>
      {/* Last, because it comes later than the others: nothing moves. */}
      {drawing.kind === 'ready' && hasDrawn(drawing.annotations) ? (
        <div className={styles.plots}>
          <PlotsTab platform={platform} run={source.run} annotations={drawing.annotations} />
        </div>
      ) : null}
    </div>
  );
}

/** Summary, equity, trades and figures of a run that has ended. Mount it again for another run. */
export default function ResultsPane({
  platform,
  run,
}: {
  readonly platform: ToolPlatform;
  readonly run: Run;
}) {
  // The run as it was when the pane was mounted: later events of it change nothing here.
  const [opened] = useState(run);
  const { state, reload } = useReport(platform, opened, null);
  const drawing = useDrawing(platform, reportedRun(state));
  if (state.kind === 'loading') return <Skeleton label="Loading the results" />;
  if (state.kind === 'failed')
    return <ErrorState title="The results could not be loaded" text={state.message} onRetry={reload} />;
  return (
    <div className={styles.pane}>
      <Headline run={run} platform={platform} />
      {state.kind === 'none' ? (
        <>
          <EmptyState
            title="No trades"
            text={noOrdersText(run.instance, 'This run has no fills: no order of it was executed.')}
          />
          {drawing.kind === 'ready' && hasDrawn(drawing.annotations) ? (
            <div className={styles.drawn}>
              <PlotsTab platform={platform} run={state.run} annotations={drawing.annotations} />
            </div>
          ) : null}
        </>
      ) : (
        <Loaded platform={platform} loaded={state} drawing={drawing} />
      )}
    </div>
  );
}
