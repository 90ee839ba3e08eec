import { ArrowLeftRight, Hourglass, Keyboard, Search } from 'lucide-react';
import {
  type Command,
  type CommandArguments,
  type ToolPlatform,
  definePlugin,
  TEMPLATE_SAVE_TYPE,
  TRADE_PERMISSION,
  instrumentContext,
} from '../../src/plugin-api/index.ts';
import { followHeldOrders, heldLabel, heldOrdersOf, undoHeldOnLeave } from './held-orders.ts';
import { armedKeys, hotkeysOf } from './hotkeys.ts';
import { forgetTickets } from './kept-tickets.ts';
import { loadDefaultTemplate } from './default-template.ts';
import { orderEntryState, type OrderEntryState } from './state.ts';
import type { Side } from './ticket.ts';

async function openDialog(platform: ToolPlatform, args: CommandArguments): Promise<void> {
  const { openOrderEntry } = await import('./open-order-entry.ts');
  await openOrderEntry(platform, args);
}

function orderCommands(platform: ToolPlatform): readonly Command[] {
  // A demo's ticket opens: it says that trading needs a subscription.
  const canOpen = () => platform.session.get().isDemo || platform.canTrade().ok;
  const withSide = (id: string, side: Side): Command => ({
    id,
    title: `${side}…`,
    icon: ArrowLeftRight,
    isEnabled: canOpen,
    run: (args) => openDialog(platform, { ...args, side }),
  });
  return [
    // Arguments: symbol, side ('Buy' | 'Sell' | 'Short'), quantity (shares), price (dollars; makes a limit order), stopPrice (dollars; makes a stop). All optional.
    {
      id: 'order.place',
      title: 'Place order…',
      icon: ArrowLeftRight,
      key: 'F9',
      isEnabled: canOpen,
      run: (args) => openDialog(platform, args),
    },
    withSide('order.buy', 'Buy'),
    withSide('order.sell', 'Sell'),
    withSide('order.short', 'Short'),
    // Arguments: orderId; price and stopPrice (dollars) fill in new ones. Lists of orders run it; without an order there is nothing to replace.
    {
      id: 'order.replace',
      title: 'Replace order…',
      icon: ArrowLeftRight,
      needsArguments: true,
      isEnabled: ({ orderId }) => typeof orderId === 'string' && canOpen(),
      run: async (args) => {
        const { openReplace } = await import('./open-order-entry.ts');
        await openReplace(platform, args);
      },
    },
    // For tools whose clicks trade. Arguments: symbol, side, quantity; price (limit) or stopPrice (stop), dollars.
    {
      id: 'order.send',
      title: 'Send order at once',
      needsArguments: true,
      isEnabled: ({ symbol }) => typeof symbol === 'string' && canOpen(),
      run: async (args) => {
        const { sendAtOnce } = await import('./send-at-once.ts');
        await sendAtOnce(platform, args);
      },
    },
    // Arguments: orderId; price or stopPrice, dollars. Or groupId, figure ('Condition' | 'TrailStart') and price: a figure that the group has not used yet.
    {
      id: 'order.move',
      title: 'Move order at once',
      needsArguments: true,
      isEnabled: ({ orderId, groupId }) =>
        (typeof orderId === 'string' || typeof groupId === 'string') && canOpen(),
      run: async (args) => {
        if (typeof args['groupId'] === 'string') {
          const { moveFigureAtOnce } = await import('./move-figure.ts');
          await moveFigureAtOnce(platform, args);
          return;
        }
        const { moveAtOnce } = await import('./send-at-once.ts');
        await moveAtOnce(platform, args);
      },
    },
    ...keyCommands(platform, canOpen),
  ];
}

const keyCommands = (platform: ToolPlatform, isEnabled: () => boolean): readonly Command[] => [
  {
    id: 'order.hotkeys',
    title: 'Order keys on or off…',
    icon: Keyboard,
    isEnabled,
    isOn: () => hotkeysOf(platform).get().isArmed,
    run: () => hotkeysOf(platform).toggle(),
  },
  {
    id: 'order.edit-keys',
    title: 'Edit order keys…',
    icon: Keyboard,
    editsKeys: true,
    isEnabled,
    run: async () => {
      const { openKeysEditor } = await import('./hotkeys/KeysEditor.tsx');
      await openKeysEditor(platform);
    },
  },
];

/** Order entry: a ticket above the windows for every tool, by the `order.…` commands, and a window for those who want it always open. */
export const orderEntry = definePlugin<OrderEntryState>({
  id: 'order-entry',
  title: 'Order Entry',
  summary: 'A ticket that stays open',
  icon: ArrowLeftRight,
  permission: TRADE_PERMISSION,
  isSingleton: false,
  isHiddenInDemo: false,
  firstDeskPlace: 3,
  state: orderEntryState,
  linking: { sends: ['fdc3.instrument'], receives: ['fdc3.instrument'] },
  commands: [
    {
      id: 'symbol',
      title: 'Symbol',
      icon: Search,
      run: async (window) => {
        const symbol = await window.platform.dialogs.symbolLookup({
          title: 'Symbol',
          initial: window.getState().Symbol,
        });
        if (symbol === null) return;
        window.update({ Symbol: symbol });
        window.publish(instrumentContext(symbol));
      },
    },
  ],
  toolbar: ['symbol', 'link'],
  titleOf: ({ Symbol }) => (Symbol === '' ? 'Order Entry' : `Order Entry - ${Symbol}`),
  helpTopic: 'order-entry',
  platformCommands: orderCommands,
  modes: (platform) => [
    { id: 'order-keys', icon: Keyboard, command: 'order.hotkeys', shown: armedKeys(hotkeysOf(platform)) },
    {
      id: 'held-orders',
      icon: Hourglass,
      command: 'order.undo-held',
      shown: heldLabel(heldOrdersOf(platform)),
    },
  ],
  onPlatform: (platform) => {
    loadDefaultTemplate(platform);
    const endHeld = followHeldOrders(platform, heldOrdersOf(platform));
    const endLeave = undoHeldOnLeave(heldOrdersOf(platform));
    return () => {
      heldOrdersOf(platform).undoAll('You were signed out.');
      endHeld();
      endLeave();
      hotkeysOf(platform).end();
      forgetTickets(platform);
    };
  },
  savedItemType: TEMPLATE_SAVE_TYPE,
  load: () => import('./OrderEntryWindow.tsx'),
});
