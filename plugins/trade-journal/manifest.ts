import { Columns3, Eraser, NotebookPen } from 'lucide-react';
import {
  type Command,
  definePlugin,
  type ToolPlatform,
  TRADE_PERMISSION,
} from '../../src/plugin-api/index.ts';
import { NOTES_TYPE } from './notes-type.ts';
import { NO_FILTER, tradeJournalState, type TradeJournalState } from './state.ts';

/** Charts run it with a picture of theirs; see docs/chart-trades.md. */
function addPictureCommand(platform: ToolPlatform): Command {
  return {
    id: 'trade-journal.add-picture',
    title: 'Add a picture to the trade journal',
    needsArguments: true,
    isEnabled: ({ symbol, png }) => typeof symbol === 'string' && typeof png === 'string',
    run: async ({ symbol, png }) => {
      const { addChartPicture } = await import('./add-chart-picture.ts');
      await addChartPicture(platform, String(symbol), String(png));
    },
  };
}

/** Trade Journal: round trips with notes, realised gains and tax lots. */
export const tradeJournal = definePlugin<TradeJournalState>({
  id: 'trade-journal',
  title: 'Trade Journal',
  summary: 'Round trips with notes, realised gains and tax lots',
  icon: NotebookPen,
  permission: TRADE_PERMISSION,
  isSingleton: false,
  isHiddenInDemo: false,
  isShownOnOpen: true,
  state: tradeJournalState,
  linking: { sends: [], receives: [] },
  commands: [
    {
      id: 'columns',
      title: 'Columns of the round trips',
      icon: Columns3,
      run: async (window) => {
        const { chooseTripColumns } = await import('./choose-trip-columns.ts');
        await chooseTripColumns(window);
      },
    },
    {
      id: 'clear-filter',
      title: 'Clear the filter',
      icon: Eraser,
      isEnabled: (window) => JSON.stringify(window.getState().Filter) !== JSON.stringify(NO_FILTER),
      run: (window) => window.update({ Filter: NO_FILTER }),
    },
  ],
  toolbar: ['columns', 'clear-filter'],
  titleOf: () => 'Trade Journal',
  followsState: true,
  undo: { Columns: 'columns', Sort: 'sorting' },
  helpTopic: 'trade-journal',
  platformCommands: (platform) => [addPictureCommand(platform)],
  savedItemType: NOTES_TYPE,
  load: () => import('./TradeJournal.tsx'),
});
