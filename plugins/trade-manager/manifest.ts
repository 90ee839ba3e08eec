import { BriefcaseBusiness, Columns3 } from 'lucide-react';
import { definePlugin, TRADE_PERMISSION } from '../../src/plugin-api/index.ts';
import { exerciseCommand } from './exercise-command.ts';
import { reportExecutions } from './execution-toasts.ts';
import { tradeManagerState, type TradeManagerState } from './state.ts';
import { loadTradingActions, tradingCommands } from './trading-commands.ts';

/** Trade Manager: open orders, trade log and positions of the account. */
export const tradeManager = definePlugin<TradeManagerState>({
  id: 'trade-manager',
  title: 'Trade Manager',
  summary: 'Orders, trades and positions',
  icon: BriefcaseBusiness,
  permission: TRADE_PERMISSION,
  isSingleton: true,
  isHiddenInDemo: false,
  firstDeskPlace: 2,
  state: tradeManagerState,
  linking: { sends: ['fdc3.instrument'], receives: [] },
  commands: [
    {
      id: 'columns',
      title: 'Columns',
      icon: Columns3,
      run: async (window) => {
        const { chooseTabColumns } = await import('./choose-columns.ts');
        await chooseTabColumns(window);
      },
    },
  ],
  toolbar: ['columns', 'link'],
  titleOf: () => 'Trade Manager',
  followsState: true,
  undo: {
    Positions: { Columns: 'columns', Sort: 'sorting', ShowFlat: 'rows shown' },
    TradeLog: { Columns: 'columns', Sort: 'sorting', ShowExecutionsOnly: 'rows shown' },
    OpenOrders: { Columns: 'columns', Sort: 'sorting' },
  },
  helpTopic: 'trade-manager',
  platformCommands: (platform) => [...tradingCommands(platform), exerciseCommand(platform)],
  onPlatform(platform) {
    const isOver = new AbortController();
    const stopExecutions = reportExecutions(platform);
    // Where this fails, the command that needs it loads it and reports the failure.
    loadTradingActions().catch(() => {});
    // What comes before it is loaded is found when it begins.
    void import('./later-toasts.ts').then(({ startLaterToasts }) => {
      if (isOver.signal.aborted) return;
      const stop = startLaterToasts(platform);
      isOver.signal.addEventListener('abort', stop, { once: true });
    });
    return () => {
      stopExecutions();
      isOver.abort();
    };
  },
  savedItemType: null,
  load: () => import('./TradeManager.tsx'),
});
