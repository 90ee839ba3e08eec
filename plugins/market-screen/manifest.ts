import { Columns3, Filter, FolderOpen, RefreshCw, ScanSearch } from 'lucide-react';
import { Permission } from '../../src/domain/permissions.ts';
import {
  chooseColumns,
  definePlugin,
  followSaves,
  isChangedSinceSaved,
  markOf,
  SYMBOL_COLUMN_SETS,
  symbolColumnChoices,
  type ToolWindow,
} from '../../src/plugin-api/index.ts';
import { DEFAULT_COLUMNS, fromSaved, marketScreenState, toSaved, type MarketScreenState } from './state.ts';
import { marketScreenTitle } from './title.ts';

const SAVED_TYPE = 'MarketScreen';

async function manageSaves(window: ToolWindow<MarketScreenState>): Promise<void> {
  const done = await window.platform.dialogs.saves({
    toolType: SAVED_TYPE,
    title: 'Saved filters',
    currentName: window.getState().FileName,
    data: () => toSaved(window.getState()),
    onGone: () => window.update({ FileName: null, SavedAs: null }),
  });
  if (done === null) return;
  if (done.kind === 'saved') {
    window.update({ FileName: done.name, SavedAs: markOf(done.data) });
    return;
  }
  const loaded = fromSaved(done.data);
  if (loaded === null)
    await window.platform.dialogs.alert({
      title: 'Saved filters',
      message: `"${done.name}" has no filters that MarketScreen can read. Nothing was changed.`,
    });
  else
    window.update({
      ...loaded,
      FileName: done.name,
      SavedAs: markOf(toSaved({ ...window.getState(), ...loaded })),
    });
}

async function chooseGridColumns(window: ToolWindow<MarketScreenState>): Promise<void> {
  const Columns = await chooseColumns(window.platform.dialogs, {
    setType: SYMBOL_COLUMN_SETS,
    columns: symbolColumnChoices(window.platform.columns),
    present: () => window.getState().Columns,
    defaults: DEFAULT_COLUMNS,
  });
  if (Columns !== null) window.update({ Columns });
}

/** MarketScreen: finds the stocks that pass filters, and shows them in a grid with live prices. */
export const marketScreen = definePlugin<MarketScreenState>({
  id: 'market-screen',
  title: 'MarketScreen',
  summary: 'Find symbols by filters',
  icon: ScanSearch,
  permission: Permission.MarketScreen,
  isSingleton: false,
  isHiddenInDemo: false,
  state: marketScreenState,
  toolbarPlace: 3,
  linking: { sends: ['fdc3.instrument'], receives: ['fdc3.instrument'], current: () => [] },
  commands: [
    { id: 'saves', title: 'Manage saved filters', icon: FolderOpen, run: manageSaves },
    { id: 'columns', title: 'Columns', icon: Columns3, run: chooseGridColumns },
    {
      id: 'filters',
      title: 'Filters',
      icon: Filter,
      run: async (window) => {
        const [{ chooseFilters }, { screenOf }] = await Promise.all([
          import('./FilterDialog.tsx'),
          import('./screen-run.ts'),
        ]);
        const filters = await chooseFilters(
          window.platform.dialogs,
          screenOf(window),
          window.getState().Filters,
        );
        if (filters !== null) window.update({ Filters: filters });
      },
    },
    {
      id: 'reload',
      title: 'Reload',
      icon: RefreshCw,
      isEnabled: (window) => window.getState().Filters.length > 0,
      run: async (window) => {
        const { screenOf } = await import('./screen-run.ts');
        return screenOf(window).run(window.getState().Filters);
      },
    },
  ],
  toolbar: ['saves', 'columns', 'filters', 'reload', 'link'],
  titleOf: ({ FileName }) => marketScreenTitle(FileName, 0),
  isChanged: (state) => isChangedSinceSaved(state, toSaved(state)),
  followsState: true,
  undo: { Filters: 'filters', Columns: 'columns', Sort: 'sorting' },
  newWindows: { names: 'columns and sorting', from: ({ Columns, Sort }) => ({ Columns, Sort }) },
  helpTopic: 'market-screen',
  savedItemType: SAVED_TYPE,
  onPlatform: (platform) =>
    followSaves<MarketScreenState>(platform, {
      toolId: 'market-screen',
      savedType: SAVED_TYPE,
      content: { dataOf: toSaved, read: fromSaved },
    }),
  load: () => import('./MarketScreen.tsx'),
});
