import { BriefcaseBusiness, Columns3 } from 'lucide-react';
import { definePlugin } from '../../src/plugin-api/index.ts';
import { tradeManagerState, type TradeManagerState } from './state.ts';

/** Trade Manager: open orders, trade log and positions of the account. */
export const tradeManager = definePlugin<TradeManagerState>({
  id: 'trade-manager',
  title: 'Trade Manager',
  icon: BriefcaseBusiness,
  permission: null,
  isSingleton: true,
  isHiddenInDemo: false,
  state: tradeManagerState,
  linking: { sends: ['instrument'], receives: [] },
  commands: [
    {
      id: 'columns',
      title: 'Columns',
      icon: Columns3,
      run: async (window) => {
        const { chooseColumns } = await import('./ColumnsDialog.tsx');
        await chooseColumns(window);
      },
    },
  ],
  toolbar: ['columns', 'link'],
  titleOf: () => 'Trade Manager',
  helpTopic: 'trade-manager',
  savedItemType: null,
  load: () => import('./TradeManager.tsx'),
});
