import type { GridMenuItem } from '../../../src/ui/index.ts';
import { expandGroup } from '../groups.ts';
import type { AlgoStreamWindow, Strategy } from '../types.ts';

/** Opens the terms of a new search; once it has started, its results. */
async function optimize(window: AlgoStreamWindow, strategy: Strategy): Promise<void> {
  const { openOptimize } = await import('./OptimizeDialog.tsx');
  const optimizationId = await openOptimize(window.platform, strategy);
  if (optimizationId !== null) await showResults(window, strategy, optimizationId);
}

/** Opens the results of a search, of the newest one without an id; a set that is chosen there is run as a backtest. */
async function showResults(
  window: AlgoStreamWindow,
  strategy: Strategy,
  optimizationId?: string,
): Promise<void> {
  const { openResults } = await import('./ResultsDialog.tsx');
  await openResults({
    platform: window.platform,
    strategy,
    optimizationId,
    onStarted: () => expandGroup(window, strategy),
  });
}

/** Searches for parameters of a strategy. */
export const optimizeItems = (window: AlgoStreamWindow, strategy: Strategy): readonly GridMenuItem[] => [
  {
    id: 'optimize',
    label: 'Optimize…',
    run: () => {
      void optimize(window, strategy);
    },
  },
  {
    id: 'optimizations',
    label: 'Optimizations…',
    run: () => {
      void showResults(window, strategy);
    },
  },
];
