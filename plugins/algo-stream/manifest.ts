import { Bot, Columns3, FileInput, ListCollapse, Plus } from 'lucide-react';
import { hasPermission, Permission } from '../../src/domain/permissions.ts';
import { definePlugin, type ToolPlatform } from '../../src/plugin-api/index.ts';
import { algoStreamState, type AlgoStreamState } from './state.ts';

const failed = (platform: ToolPlatform) => () =>
  platform.dialogs.toast({
    message: 'AlgoStream could not be loaded. Reload the page and try again.',
    tone: 'error',
  });

/** AlgoStream: the user's strategies and public ones, with their backtests and live runs. */
export const algoStream = definePlugin<AlgoStreamState>({
  id: 'algo-stream',
  title: 'AlgoStream',
  summary: 'Write, backtest and run strategies',
  icon: Bot,
  permission: Permission.AlgoTrading,
  isSingleton: true,
  isHiddenInDemo: true,
  state: algoStreamState,
  linking: { sends: [], receives: [] },
  commands: [
    {
      id: 'add',
      title: 'Add strategy',
      icon: Plus,
      run: async (window) => {
        const { editStrategy } = await import('./dialogs/edit-strategy.tsx');
        await editStrategy(window.platform, null);
      },
    },
    {
      id: 'import',
      title: 'Import strategy',
      icon: FileInput,
      run: async (window) => {
        const { importStrategy } = await import('./files/ImportDialog.tsx');
        await importStrategy(window.platform);
      },
    },
    {
      id: 'collapse',
      title: 'Collapse or expand all',
      icon: ListCollapse,
      run: async (window) => {
        const { toggleAll } = await import('./groups.ts');
        toggleAll(window);
      },
    },
    {
      id: 'strategy-columns',
      title: 'Strategy columns',
      run: async (window) => {
        const { chooseStrategyColumns } = await import('./choose-columns.ts');
        await chooseStrategyColumns(window);
      },
    },
    {
      id: 'order-columns',
      title: 'Order columns',
      run: async (window) => {
        const { chooseOrderColumns } = await import('./choose-columns.ts');
        await chooseOrderColumns(window);
      },
    },
  ],
  toolbar: [
    'add',
    'import',
    'collapse',
    { title: 'Columns', icon: Columns3, commands: ['strategy-columns', 'order-columns'] },
  ],
  titleOf: () => 'AlgoStream',
  followsState: true,
  undo: {
    StrategyGrid: { Columns: 'columns', Sort: 'sorting' },
    OrderGrid: { Columns: 'columns', Sort: 'sorting' },
  },
  helpTopic: 'algo-stream',
  onPlatform(platform) {
    const { isDemo, permissionMask } = platform.session.get();
    if (isDemo || !hasPermission(permissionMask, Permission.AlgoTrading)) return undefined;
    let end = (): void => {};
    let isOver = false;
    // Questions of runs open wherever the user is in the workstation; their code is not part of the first load.
    import('./watch-platform.ts')
      .then(({ watchPlatform }) => {
        if (!isOver) end = watchPlatform(platform);
      })
      .catch(failed(platform));
    return () => {
      isOver = true;
      end();
    };
  },
  savedItemType: null,
  load: () => import('./AlgoStream.tsx'),
});
