import { Download, Eraser, FolderOpen, ListChecks, Plus, Upload } from 'lucide-react';
import {
  type Command,
  definePlugin,
  isChangedSinceSaved,
  type OrderTicket,
  type ToolPlatform,
  TRADE_PERMISSION,
} from '../../src/plugin-api/index.ts';
import { basketState, basketToSave, MAX_ORDERS, SAVED_TYPE, type BasketState } from './state.ts';

const actions = () => import('./basket-actions.ts');

function stageCommand(platform: ToolPlatform): Command {
  return {
    // Argument: order, as it would be sent. The ticket runs it.
    id: 'basket.stage',
    title: 'Stage order in a basket',
    needsArguments: true,
    isEnabled: ({ order }) => typeof order === 'object' && order !== null && platform.canTrade().ok,
    run: async ({ order }) => {
      const [{ stageOrder }, { stagedOrderOf }] = await Promise.all([actions(), import('./staged-order.ts')]);
      // The ticket passes an order as it sends it.
      await stageOrder(platform, stagedOrderOf(order as OrderTicket));
    },
  };
}

/** Basket: a list of staged orders that are checked, sent and cancelled together. */
export const basket = definePlugin<BasketState>({
  id: 'basket',
  title: 'Basket',
  summary: 'Stage orders and send them together',
  icon: ListChecks,
  permission: TRADE_PERMISSION,
  isSingleton: false,
  isHiddenInDemo: true,
  isShownOnOpen: true,
  state: basketState,
  linking: { sends: [], receives: [] },
  commands: [
    {
      id: 'add',
      title: 'Add order',
      icon: Plus,
      isEnabled: (window) => window.getState().Rows.length < MAX_ORDERS,
      run: async (window) => {
        const [{ openOrderDialog }, { addOrders }] = await Promise.all([
          import('./OrderDialog.tsx'),
          actions(),
        ]);
        const order = await openOrderDialog(window.platform, null);
        if (order !== null) addOrders(window, [order]);
      },
    },
    {
      id: 'import',
      title: 'Import orders from CSV',
      icon: Upload,
      run: async (window) => {
        const [{ openImportDialog }, { addOrders }] = await Promise.all([
          import('./ImportDialog.tsx'),
          actions(),
        ]);
        const orders = await openImportDialog(window.platform, MAX_ORDERS - window.getState().Rows.length);
        if (orders !== null) addOrders(window, orders);
      },
    },
    {
      id: 'export',
      title: 'Export orders to CSV',
      icon: Download,
      isEnabled: (window) => window.getState().Rows.length > 0,
      run: async (window) => (await actions()).exportOrders(window),
    },
    {
      id: 'manage-saves',
      title: 'Saved baskets',
      icon: FolderOpen,
      run: async (window) => (await actions()).manageSaves(window),
    },
    {
      id: 'remove-sent',
      title: 'Remove sent orders from the list',
      icon: Eraser,
      isEnabled: ({ getState }) => {
        const { Rows, Sent } = getState();
        return Rows.some(({ Id }) => Object.hasOwn(Sent, Id));
      },
      run: async (window) => (await actions()).removeSent(window),
    },
  ],
  toolbar: ['add', 'import', 'export', 'manage-saves', 'remove-sent'],
  titleOf: ({ FileName }) => (FileName === null ? 'Basket' : `Basket - ${FileName}`),
  isChanged: (state) => isChangedSinceSaved(state, basketToSave(state)),
  followsState: true,
  undo: { Rows: 'orders' },
  helpTopic: 'basket',
  platformCommands: (platform) => [stageCommand(platform)],
  onPlatform: (platform) => () => void actions().then(({ stopRuns }) => stopRuns(platform)),
  savedItemType: SAVED_TYPE,
  load: () => import('./BasketTool.tsx'),
});
