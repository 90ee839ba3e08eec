import { useEffect, useState } from 'react';
import { Button, Menu } from '../../../src/ui/index.ts';
import { NEEDS_EXCURSIONS, saveReport, type ReportFile } from './save-report.ts';
import type { Drawing } from './use-drawing.ts';
import { readingText, type Excursions } from './use-excursions.ts';
import type { LoadedReport } from './use-report.ts';

const FILES: readonly { readonly id: ReportFile; readonly label: string }[] = [
  { id: 'html', label: 'HTML page' },
  { id: 'json', label: 'JSON' },
  { id: 'figures', label: 'Figures as CSV' },
  { id: 'days', label: 'Daily equity as CSV' },
  { id: 'trades', label: 'Trades as CSV' },
];

/** Saves the report as a file. A file with MAE and MFE waits until they are read; without bars they are empty. */
export function ExportMenu({
  loaded,
  excursions,
  drawing,
}: {
  readonly loaded: LoadedReport;
  readonly excursions: Excursions;
  readonly drawing: Drawing;
}) {
  const { state, byTrade, start } = excursions;
  const [waiting, setWaiting] = useState<ReportFile | null>(null);
  const isReading = state.kind === 'reading';
  const isDrawingLoaded = drawing.kind !== 'loading';
  useEffect(() => {
    if (waiting === null || isReading || (waiting === 'json' && !isDrawingLoaded)) return;
    setWaiting(null);
    saveReport(waiting, loaded, byTrade, drawing.kind === 'ready' ? drawing.annotations : undefined);
  }, [waiting, isReading, isDrawingLoaded, drawing, loaded, byTrade]);
  const choose = (file: ReportFile): void => {
    if (NEEDS_EXCURSIONS.has(file) && loaded.report.trades.length > 0) start();
    setWaiting(file);
  };
  return (
    <>
      {waiting !== null && isReading ? <span role="status">{readingText(state)}</span> : null}
      <Menu
        label="Export"
        align="end"
        trigger={<Button tone="quiet">Export</Button>}
        entries={FILES.map(({ id, label }) => ({
          id,
          label,
          isDisabled: id === 'trades' && loaded.report.trades.length === 0,
          run: () => choose(id),
        }))}
      />
    </>
  );
}
