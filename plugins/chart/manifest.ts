import { CalendarRange, ChartCandlestick, ChartLine, Download, FileSpreadsheet, Table2 } from 'lucide-react';
import { Permission } from '../../src/domain/permissions.ts';
import { definePlugin } from '../../src/plugin-api/index.ts';
import { chartState, type ChartState } from './state.ts';
import { chartTitle } from './title.ts';

/** Chart: the path of a price with studies, in candles, bars, lines and more. */
export const chart = definePlugin<ChartState>({
  id: 'chart',
  title: 'Chart',
  icon: ChartCandlestick,
  permission: Permission.Chart,
  isSingleton: false,
  isHiddenInDemo: false,
  state: chartState,
  linking: { sends: ['fdc3.instrument', 'tapedeck.interval', 'tapedeck.crosshair'], receives: ['fdc3.instrument', 'tapedeck.interval', 'tapedeck.crosshair'] },
  commands: [
    {
      id: 'studies', title: 'Technical studies', icon: ChartLine,
      run: async (window) => { const { openStudies } = await import('./dialogs/StudiesDialog.tsx'); await openStudies(window); },
    },
    {
      id: 'range', title: 'Symbol and date range', icon: CalendarRange,
      run: async (window) => { const { openRange } = await import('./dialogs/RangeDialog.tsx'); await openRange(window); },
    },
    {
      id: 'save-picture', title: 'Save chart as picture', icon: Download,
      run: async (window) => { const { savePicture } = await import('./export/save.ts'); await savePicture(window); },
    },
    {
      id: 'save-csv', title: 'Save bars as CSV', icon: FileSpreadsheet,
      run: async (window) => { const { saveCsv } = await import('./export/save.ts'); await saveCsv(window); },
    },
    {
      id: 'table', title: 'Show bars as a table', icon: Table2,
      run: async (window) => { const { openTable } = await import('./dialogs/TableDialog.tsx'); await openTable(window); },
    },
  ],
  toolbar: ['link'],
  titleOf: (state) => chartTitle(state),
  helpTopic: 'chart',
  savedItemType: null,
  load: () => import('./ChartTool.tsx'),
});
