import { Columns3, Gauge } from 'lucide-react';
import { chooseColumns, definePlugin, TRADE_PERMISSION } from '../../src/plugin-api/index.ts';
import { executionQualityState, type ExecutionQualityState } from './state.ts';

const NEW_COLUMN_WIDTH_PX = 80;

/** Execution Quality: what the orders of a day cost against the market of their arrival. */
export const executionQuality = definePlugin<ExecutionQualityState>({
  id: 'execution-quality',
  title: 'Execution Quality',
  summary: 'What the orders of a day cost against the market',
  icon: Gauge,
  permission: TRADE_PERMISSION,
  isSingleton: false,
  isHiddenInDemo: true,
  state: executionQualityState,
  linking: { sends: [], receives: [] },
  commands: [
    {
      id: 'columns',
      title: 'Columns',
      icon: Columns3,
      run: async (tool) => {
        const { qualityColumns } = await import('./quality-columns.ts');
        const Columns = await chooseColumns(tool.platform.dialogs, {
          setType: 'ExecutionQualityColumns',
          columns: qualityColumns.map(({ id, header, title = header }) => ({
            id,
            label: header,
            help: title,
          })),
          present: () => tool.getState().Columns,
          defaults: executionQualityState.initial.Columns.map(({ Id }) => Id),
          settingOf: (Id) => ({ Id, Width: NEW_COLUMN_WIDTH_PX }),
        });
        if (Columns !== null) tool.update({ Columns });
      },
    },
  ],
  toolbar: ['columns'],
  titleOf: () => 'Execution Quality',
  followsState: true,
  undo: { Columns: 'columns', Sort: 'sorting' },
  helpTopic: 'execution-quality',
  savedItemType: null,
  load: () => import('./ExecutionQuality.tsx'),
});
