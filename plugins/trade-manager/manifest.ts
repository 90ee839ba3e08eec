import { BriefcaseBusiness, Columns3 } from 'lucide-react';
import { definePlugin, TRADE_PERMISSION } from '../../src/plugin-api/index.ts';
import { exerciseCommand } from './exercise-command.ts';
import { tellExecutions } from './execution-toasts.ts';
import { tellSettlements } from './settlement-toasts.ts';
import { tradeManagerState, type TradeManagerState } from './state.ts';
import { tradingCommands } from './trading-commands.ts';

/** Trade Manager: open orders, trade log and positions of the account. */
export const tradeManager = definePlugin<TradeManagerState>({
  id: 'trade-manager',
  title: 'Trade Manager',
  summary: 'Orders, trades and positions',
  icon: BriefcaseBusiness,
  permission: TRADE_PERMISSION,
  isSingleton: true,
  isHiddenInDemo: false,
  state: tradeManagerState,
  linking: { sends: ['fdc3.instrument'], receives: [] },
  commands: [
    {
      id: 'columns',
      title: 'Columns',
      icon: Columns3,
      run: async (window) => {
        const { chooseColumns } = await import('./choose-columns.ts');
        await chooseColumns(window);
      },
    },
  ],
  toolbar: ['columns', 'link'],
  titleOf: () => 'Trade Manager',
  helpTopic: 'trade-manager',
  platformCommands: (platform) => [...tradingCommands(platform), exerciseCommand(platform)],
  onPlatform(platform) {
    const stops = [tellExecutions(platform), tellSettlements(platform)];
    return () => {
      for (const stop of stops) stop();
    };
  },
  savedItemType: null,
  load: () => import('./TradeManager.tsx'),
});
