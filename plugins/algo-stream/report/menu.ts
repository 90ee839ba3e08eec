import type { GridMenuItem } from '../../../src/ui/index.ts';
import type { AlgoStreamWindow, Run } from '../types.ts';

/** The performance report of a run. */
export const reportItem = (window: AlgoStreamWindow, run: Run): GridMenuItem => ({
  id: 'report',
  label: 'Report…',
  run: () => {
    void import('./ReportDialog.tsx').then(({ openReport }) => openReport(window, run));
  },
});
