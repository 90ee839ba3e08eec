import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import type { GridMenuItem } from '../../../src/ui/index.ts';
import { isBacktest } from '../run-labels.ts';
import type { Run } from '../types.ts';

/** The schedule of a live run; a backtest has none. */
export function scheduleItems(
  platform: Pick<ToolPlatform, 'strategies' | 'dialogs' | 'exchangeMs'>,
  run: Run,
): readonly GridMenuItem[] {
  if (isBacktest(run.instance)) return [];
  return [
    {
      id: 'schedule',
      label: 'Schedule…',
      run: () => {
        void import('./ScheduleDialog.tsx').then(({ openSchedule }) => openSchedule(platform, run));
      },
    },
  ];
}
