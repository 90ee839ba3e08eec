import {
  CalendarRange,
  ChartLine,
  Clock,
  Download,
  FileSpreadsheet,
  Layers,
  LayoutTemplate,
  Move,
  NotebookPen,
  Table2,
} from 'lucide-react';
import type { WindowCommand } from '../../src/plugin-api/index.ts';
import { barSizeBoxOf } from './bar-size-box.ts';
import type { ChartState } from './state.ts';
import { chartArmingOf, toggleChartArming } from './trading/chart-arming.ts';

/** What can be done in the window of a chart. */
export const chartCommands: readonly WindowCommand<ChartState>[] = [
  {
    id: 'studies',
    title: 'Technical studies',
    icon: ChartLine,
    run: async (window) => {
      const { openStudies } = await import('./dialogs/StudiesDialog.tsx');
      await openStudies(window);
    },
  },
  {
    id: 'range',
    title: 'Symbol and date range',
    icon: CalendarRange,
    run: async (window) => {
      const { openRange } = await import('./dialogs/RangeDialog.tsx');
      await openRange(window);
    },
  },
  {
    id: 'drawings',
    title: 'List of drawings',
    icon: Layers,
    run: (window) => window.update({ ShowsDrawingList: !window.getState().ShowsDrawingList }),
  },
  {
    id: 'templates',
    title: 'Chart templates',
    icon: LayoutTemplate,
    run: async (window) => {
      const { openTemplates } = await import('./dialogs/templates.ts');
      await openTemplates(window);
    },
  },
  {
    id: 'bar-size',
    title: 'Bar size',
    icon: Clock,
    run: (window) => barSizeBoxOf(window).open(''),
  },
  {
    id: 'arm',
    title: 'Move dragged orders at once',
    icon: Move,
    isShown: ({ platform, getState }) => platform.canTrade(getState().Symbol).ok,
    isEnabled: ({ platform, getState }) => platform.canTrade(getState().Symbol).ok,
    isOn: ({ platform, id }) => chartArmingOf(platform).isArmed(id),
    run: toggleChartArming,
  },
  {
    id: 'save-picture',
    title: 'Save chart as picture',
    icon: Download,
    run: async (window) => {
      const { savePicture } = await import('./export/save.ts');
      await savePicture(window);
    },
  },
  {
    id: 'snapshot',
    title: 'Snapshot to trade journal',
    icon: NotebookPen,
    isEnabled: ({ platform }) => platform.commands.get('trade-journal.add-picture') !== undefined,
    run: async (window) => {
      const { snapshotToJournal } = await import('./export/save.ts');
      await snapshotToJournal(window);
    },
  },
  {
    id: 'save-csv',
    title: 'Save bars as CSV',
    icon: FileSpreadsheet,
    run: async (window) => {
      const { saveCsv } = await import('./export/save.ts');
      await saveCsv(window);
    },
  },
  {
    id: 'table',
    title: 'Show bars as a table',
    icon: Table2,
    run: async (window) => {
      const { openTable } = await import('./dialogs/TableDialog.tsx');
      await openTable(window);
    },
  },
];
