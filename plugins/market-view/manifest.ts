import { Columns3, FolderOpen, ListPlus, Plus, Table2, Upload } from 'lucide-react';
import { Permission } from '../../src/domain/permissions.ts';
import { DEFAULT_MARKET_VIEW_COLUMNS } from '../../src/domain/columns/index.ts';
import {
  chooseColumns,
  definePlugin,
  followSaves,
  isChangedSinceSaved,
  SYMBOL_COLUMN_SETS,
  symbolColumnChoices,
  symbolProblemsText,
} from '../../src/plugin-api/index.ts';
import { listToSave, manageSaves, readSavedList, SAVED_TYPE } from './saved-list.ts';
import { marketViewState, type MarketViewState } from './state.ts';
import { addList, importSymbols, starterSymbols } from './symbols.ts';
import { marketViewTitle } from './title.ts';

/** Market View: a watch-list grid of symbols with selectable columns. */
export const marketView = definePlugin<MarketViewState>({
  id: 'market-view',
  title: 'Market View',
  summary: 'Watch lists with live prices',
  icon: Table2,
  permission: Permission.MarketView,
  isSingleton: false,
  isHiddenInDemo: false,
  toolbarPlace: 1,
  firstDeskPlace: 1,
  state: marketViewState,
  firstState: (market) => ({ ...marketViewState.initial, Symbols: starterSymbols(market) }),
  linking: { sends: ['fdc3.instrument'], receives: ['fdc3.instrument'], current: () => [] },
  commands: [
    {
      id: 'add-symbols',
      title: 'Add symbols',
      icon: Plus,
      run: async (window) => {
        const { dialogs } = window.platform;
        const symbols = await dialogs.symbolList({ title: 'Add symbols' });
        if (symbols === null) return;
        const message = symbolProblemsText(await addList(window, symbols));
        if (message !== '') dialogs.toast({ message, tone: 'warning' });
      },
    },
    { id: 'import-symbols', title: 'Import symbols', icon: Upload, run: importSymbols },
    { id: 'manage-saves', title: 'Manage saved lists', icon: FolderOpen, run: manageSaves },
    {
      id: 'columns',
      title: 'Columns',
      icon: Columns3,
      run: async (window) => {
        const Columns = await chooseColumns(window.platform.dialogs, {
          setType: SYMBOL_COLUMN_SETS,
          columns: symbolColumnChoices(window.platform.columns),
          present: () => window.getState().Columns,
          defaults: DEFAULT_MARKET_VIEW_COLUMNS,
        });
        if (Columns !== null) window.update({ Columns });
      },
    },
  ],
  toolbar: [
    { title: 'Add symbols', icon: ListPlus, commands: ['add-symbols', 'import-symbols'] },
    'manage-saves',
    'columns',
    'link',
  ],
  titleOf: (state) => marketViewTitle(state),
  isChanged: (state) => isChangedSinceSaved(state, listToSave(state)),
  followsState: true,
  undo: { Symbols: 'symbols', Columns: 'columns', Sort: 'sorting' },
  newWindows: { names: 'columns and sorting', from: ({ Columns, Sort }) => ({ Columns, Sort }) },
  helpTopic: 'market-view',
  savedItemType: SAVED_TYPE,
  onPlatform: (platform) =>
    followSaves<MarketViewState>(platform, {
      toolId: 'market-view',
      savedType: SAVED_TYPE,
      content: { dataOf: listToSave, read: readSavedList },
    }),
  load: () => import('./MarketView.tsx'),
});
