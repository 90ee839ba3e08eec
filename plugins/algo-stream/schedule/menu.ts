import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import type { GridMenuItem } from '../../../src/ui/index.ts';
import { isBacktest, runTitle } from '../run-labels.ts';
import type { Run } from '../types.ts';

type Platform = Pick<ToolPlatform, 'strategies' | 'dialogs' | 'exchangeMs'>;

/** The schedule of a live run; a backtest has none. */
export function scheduleItems(platform: Platform, run: Run): readonly GridMenuItem[] {
  if (isBacktest(run.instance)) return [];
  const removal = {
    id: 'remove-schedule',
    label: 'Remove schedule…',
    run: () => {
      void removeSchedule(platform, run);
    },
  };
  return [
    {
      id: 'schedule',
      label: 'Schedule…',
      run: () => {
        void import('./ScheduleDialog.tsx').then(({ openSchedule }) => openSchedule(platform, run));
      },
    },
    ...(run.instance.Schedule === null ? [] : [removal]),
  ];
}

async function removeSchedule({ strategies, dialogs }: Platform, { strategy, instance }: Run): Promise<void> {
  const title = 'Remove schedule';
  const isSure = await dialogs.confirm({
    title,
    message: `Remove the schedule of "${runTitle(strategy, instance)}"? It no longer starts or stops by itself. A run that is running continues.`,
    yes: 'Remove',
    no: 'Keep',
  });
  if (!isSure) return;
  const outcome = await strategies.setSchedule(strategy.Name, instance.InstanceId, null);
  if (!outcome.ok) await dialogs.alert({ title, message: outcome.message });
}
