import type { GridMenuItem } from '../../../src/ui/index.ts';
import { expandGroup } from '../groups.ts';
import type { AlgoStreamWindow, Strategy } from '../types.ts';

/** Shows the versions of a strategy; a run that is chosen there is then selected in the list. */
async function showVersions(
  window: AlgoStreamWindow,
  strategy: Strategy,
  selectRow: (id: string) => void,
): Promise<void> {
  const { openVersions } = await import('./VersionsDialog.tsx');
  const run = await openVersions({ platform: window.platform, name: strategy.Name, canShowRuns: true });
  if (run === null) return;
  expandGroup(window, run.strategy);
  selectRow(run.id);
}

/** What is done with the code of a strategy of the user. */
export function sourceItems(
  window: AlgoStreamWindow,
  strategy: Strategy,
  selectRow: (id: string) => void,
): readonly GridMenuItem[] {
  return [
    {
      id: 'versions',
      label: 'Versions…',
      hasSeparator: true,
      run: () => {
        void showVersions(window, strategy, selectRow);
      },
    },
    {
      id: 'export',
      label: 'Export…',
      run: () => {
        void import('../files/export-strategy.ts').then(({ exportStrategy }) =>
          exportStrategy(window.platform, strategy),
        );
      },
    },
    {
      id: 'import',
      label: 'Import…',
      run: () => {
        void import('../files/ImportDialog.tsx').then(({ importStrategy }) =>
          importStrategy(window.platform, { preferred: strategy.Name }),
        );
      },
    },
  ];
}
