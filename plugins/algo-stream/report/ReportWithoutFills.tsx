import { useState } from 'react';
import { assumptionsLine } from '../../../src/domain/strategy/costs/assumptions.ts';
import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import { Button, Tabs, type TabItem } from '../../../src/ui/index.ts';
import { RunLogView } from '../dialogs/log.tsx';
import reports from '../dialogs/RunReports.module.css';
import { isBacktest, noOrdersText } from '../run-labels.ts';
import type { Run } from '../types.ts';
import { KeyFigures } from './KeyFigures.tsx';
import { PlotsTab } from './PlotsTab.tsx';
import styles from './Report.module.css';
import { ExportWithoutFills } from './ExportWithoutFills.tsx';
import { hasDrawn, type Drawing } from './use-drawing.ts';
import { useFocusOnTabs } from './use-focus-on-tabs.ts';

type TabId = 'log' | 'plots';

interface ReportWithoutFillsProps {
  readonly platform: Pick<ToolPlatform, 'strategies' | 'symbols'>;
  readonly run: Run;
  readonly drawing: Drawing;
  readonly reload: () => void;
}

/** The report of a run without fills: why it has none, its log, and what its code has drawn. There is nothing to compute figures from. */
export function ReportWithoutFills({ platform, run, drawing, reload }: ReportWithoutFillsProps) {
  const [tab, setTab] = useState<TabId>('log');
  const view = useFocusOnTabs(true);
  const reason = noOrdersText(run.instance, 'No order of this run was executed.');
  const items: readonly TabItem<TabId>[] = [
    { id: 'log', label: 'Log', content: <RunLogView platform={platform} run={run} isPane /> },
    // Last, because it comes later than the log: nothing moves.
    ...(drawing.kind === 'ready' && hasDrawn(drawing.annotations)
      ? [
          {
            id: 'plots',
            label: 'Plots',
            content: <PlotsTab platform={platform} run={run} annotations={drawing.annotations} />,
          } as const,
        ]
      : []),
  ];
  return (
    <div ref={view} className={styles.report}>
      <div className={reports.strip}>
        <span role="status">No fills</span>
        <ExportWithoutFills platform={platform} run={run} drawing={drawing} reason={reason} />
        <Button tone="quiet" onClick={reload}>
          Refresh
        </Button>
      </div>
      <p className={styles.reason}>{reason}</p>
      {isBacktest(run.instance) ? (
        <p className={styles.assumptions}>Assumptions: {assumptionsLine(run.instance.Costs)}.</p>
      ) : null}
      <div className={styles.body}>
        <KeyFigures report={null} />
        <Tabs<TabId> label="Parts of the report" value={tab} items={items} onChange={setTab} />
      </div>
    </div>
  );
}
