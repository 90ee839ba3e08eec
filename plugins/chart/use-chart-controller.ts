import { useEffect, useState, type RefObject } from 'react';
import type { ToolWindow } from '../../src/plugin-api/index.ts';
import { ChartController } from './chart-controller.ts';
import { addChart } from './charts.ts';
import type { FeedStatus } from './data/chart-feed.ts';
import type { ChartState } from './state.ts';

export interface MountedChart {
  /** Null until the chart is on the page. */
  readonly controller: ChartController | null;
  readonly status: FeedStatus;
  /** False when the range has no trades. */
  readonly hasBars: boolean;
}

/** The chart of a window in an element of its own. */
export function useChartController(
  window: ToolWindow<ChartState>,
  root: RefObject<HTMLElement | null>,
): MountedChart {
  const { platform } = window;
  const [controller, setController] = useState<ChartController | null>(null);
  const [status, setStatus] = useState<FeedStatus>({ kind: 'idle' });
  const [hasBars, setHasBars] = useState(true);
  useEffect(() => {
    if (root.current === null) return undefined;
    let isEmpty = false;
    const made: ChartController = new ChartController(window, root.current, {
      onStatus(next) {
        setStatus(next);
        isEmpty = next.kind === 'ready' && !made.model.hasPrices();
        setHasBars(!isEmpty);
      },
      onTick() {
        if (!isEmpty || !made.model.hasPrices()) return;
        isEmpty = false;
        setHasBars(true);
      },
      onStudy: (id) => openParameters(window, id),
      onProblem: (message) => platform.dialogs.toast({ message, tone: 'warning' }),
    });
    const remove = addChart(window.id, made);
    setController(made);
    return () => {
      remove();
      made.dispose();
    };
  }, [window, platform, root]);
  return { controller, status, hasBars };
}

function openParameters(window: ToolWindow<ChartState>, id: string): void {
  import('./dialogs/StudiesDialog.tsx')
    .then(({ openStudyParameters }) => openStudyParameters(window, id))
    .catch(() =>
      window.platform.dialogs.toast({
        message: 'The parameters could not be loaded. Reload the page and try again.',
        tone: 'error',
      }),
    );
}
