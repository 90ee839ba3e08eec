import type { GridMenuItem } from '../../../../src/ui/index.ts';
import type { AlgoStreamWindow } from '../../types.ts';
import type { ComparisonStart } from './compare-runs.ts';

/** The comparison of reports. */
export const compareItem = (window: AlgoStreamWindow, start: ComparisonStart): GridMenuItem => ({
  id: 'compare',
  label: 'Compare reports…',
  run: () => {
    void import('./compare-runs.ts').then(({ compareRuns }) => compareRuns(window, start));
  },
});
