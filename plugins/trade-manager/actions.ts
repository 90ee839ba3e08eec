import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import {
  instrumentContext,
  placeOrder,
  type ToolPlatform,
  type ToolWindow,
} from '../../src/plugin-api/index.ts';
import type { GridMenuItem } from '../../src/ui/index.ts';
import { isLive } from '../../src/domain/orders/groups/states.ts';
import { groupName, legLines } from './group-labels.ts';
import { cancelQuestion, orderSummary } from './order-view.ts';
import { closingOrder } from './position-view.ts';
import type { OrderRow, WirePosition } from './rows.ts';
import type { TradeManagerState } from './state.ts';

type TradeManagerTool = ToolWindow<TradeManagerState>;

/** The entries of a row's menu that open order entry for a side; disabled where the symbol may not be traded. */
export function sideItems(tool: TradeManagerTool, symbol: string): readonly GridMenuItem[] {
  const isDisabled = !tool.platform.canTrade(symbol).ok;
  return (['Buy', 'Sell'] as const).map((side) => ({
    id: side.toLowerCase(),
    label: `${side} ${displaySymbol(symbol)}`,
    hasSeparator: side === 'Buy',
    isDisabled,
    run: () => placeOrder(tool, { symbol, side }),
  }));
}

/** The entry of a row's menu that opens order entry. */
export function tradeItem(tool: TradeManagerTool, symbol: string): GridMenuItem {
  const isDisabled = !tool.platform.canTrade(symbol).ok;
  return {
    id: 'trade',
    label: `Trade ${displaySymbol(symbol)}`,
    isDisabled,
    run: () => placeOrder(tool, { symbol }),
  };
}

/** Opens order entry filled in to close the position. */
export function closePosition(tool: TradeManagerTool, position: WirePosition): void {
  const order = closingOrder(position);
  if (order !== null) placeOrder(tool, { symbol: position.Symbol, ...order });
}

/** Cancels an order after a confirmation. Shows why the cancel could not be sent; its outcome comes as reports. */
export async function cancelOrder(
  { dialogs, orders }: Pick<ToolPlatform, 'dialogs' | 'orders'>,
  order: OrderRow,
): Promise<void> {
  const isSure = await dialogs.confirm({
    title: 'Cancel order',
    message: cancelQuestion(order),
    yes: 'Cancel order',
    no: 'Keep order',
  });
  if (!isSure) return;
  const result = orders.cancel(order.OrderId);
  if (!result.ok) dialogs.toast({ message: `The order was not cancelled: ${result.message}`, tone: 'error' });
}

/** Cancels the open orders of a group after a confirmation that names each of them. */
export async function cancelGroup(
  { dialogs, orders, groups }: Pick<ToolPlatform, 'dialogs' | 'orders' | 'groups'>,
  groupId: string,
): Promise<void> {
  const group = groups.get().groups.get(groupId);
  if (group === undefined || !isLive({ state: group.State }))
    return dialogs.toast({ message: 'This order group cannot be cancelled any more.', tone: 'error' });
  const isSure = await dialogs.confirm({
    title: 'Cancel order group',
    message: [
      `Please confirm you want to cancel ${groupName(group)}:`,
      ...legLines(group, orders.get().orders, true),
    ].join('\n'),
    yes: 'Cancel group',
    no: 'Keep group',
  });
  if (!isSure) return;
  const result = await groups.cancel(groupId);
  if (!result.ok)
    dialogs.toast({ message: `The order group was not cancelled: ${result.message}`, tone: 'error' });
}

/** Runs a command for the window; shows a message when it fails or does not exist. */
export function runCommand(
  tool: TradeManagerTool,
  id: string,
  args: Readonly<Record<string, unknown>>,
): void {
  tool.platform.commands.run(id, { ...args, windowId: tool.id }).catch((error: unknown) => {
    tool.platform.dialogs.toast({
      message: error instanceof Error ? error.message : 'That could not be done.',
      tone: 'error',
    });
  });
}

/** Cancels several orders after one question. */
export async function cancelOrders(tool: TradeManagerTool, chosen: readonly OrderRow[]): Promise<void> {
  const [first] = chosen;
  if (first === undefined) return;
  if (chosen.length === 1) return cancelOrder(tool.platform, first);
  const { dialogs, orders } = tool.platform;
  const isSure = await dialogs.confirm({
    title: 'Cancel orders',
    message: `${cancelQuestion(first)}\n${chosen.slice(1).map(orderSummary).join('\n')}`,
    yes: 'Cancel orders',
    no: 'Keep orders',
  });
  if (!isSure) return;
  const refused = chosen.map(({ OrderId }) => orders.cancel(OrderId)).find(({ ok }) => !ok);
  if (refused !== undefined && !refused.ok)
    dialogs.toast({ message: `Not every order was cancelled: ${refused.message}`, tone: 'error' });
}

export function activate(tool: TradeManagerTool, symbol: string): void {
  tool.publish(instrumentContext(symbol));
}
