import { Columns3, Plus, Table2 } from 'lucide-react';
import { Permission } from '../../src/domain/permissions.ts';
import { definePlugin } from '../../src/plugin-api/index.ts';
import { marketViewState, type MarketViewState } from './state.ts';
import { addSymbol } from './symbols.ts';
import { marketViewTitle } from './title.ts';

/** Market View: a watch-list grid of symbols with selectable columns. */
export const marketView = definePlugin<MarketViewState>({
  id: 'market-view',
  title: 'Market View',
  icon: Table2,
  permission: Permission.MarketView,
  isSingleton: false,
  isHiddenInDemo: false,
  state: marketViewState,
  linking: { sends: ['instrument'], receives: [] },
  commands: [
    {
      id: 'add-symbols',
      title: 'Add symbols',
      icon: Plus,
      run: async (window) => {
        const symbol = await window.platform.dialogs.symbolLookup({ title: 'Add symbols' });
        if (symbol === null) return;
        const message = await addSymbol(window, symbol);
        if (message !== null) window.platform.dialogs.toast({ message: `${symbol}: ${message}`, tone: 'warning' });
      },
    },
    {
      id: 'columns',
      title: 'Columns',
      icon: Columns3,
      run: async (window) => {
        const { chooseColumns } = await import('./ColumnsDialog.tsx');
        const columns = await chooseColumns(window.platform.dialogs, window.getState().Columns);
        if (columns !== null) window.update({ Columns: columns });
      },
    },
  ],
  toolbar: ['add-symbols', 'columns', 'link'],
  titleOf: marketViewTitle,
  helpTopic: 'market-view',
  savedItemType: 'MarketView',
  load: () => import('./MarketView.tsx'),
});
