import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import type { GridMenuItem } from '../../../src/ui/index.ts';
import { isBacktest } from '../run-labels.ts';
import type { Run } from '../types.ts';

/** The comparison of a live run with its backtests; a backtest has none. */
export function reconciliationItems(
  platform: Pick<ToolPlatform, 'strategies' | 'dialogs'>,
  run: Run,
): readonly GridMenuItem[] {
  if (isBacktest(run.instance)) return [];
  return [
    {
      id: 'reconciliation',
      label: 'Reconciliation…',
      run: () => {
        void import('./ReconciliationDialog.tsx').then(({ openReconciliation }) =>
          openReconciliation(platform, run),
        );
      },
    },
  ];
}
