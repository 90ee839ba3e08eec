import type { CommandArguments, ToolPlatform } from '../../src/plugin-api/index.ts';
import { showNewTicket, showReplaceTicket } from './ticket-panel.tsx';
import { ticketOf, withPrices } from './ticket.ts';

/** Opens order entry in a panel, or goes to the one that is open; resolves when it has the focus. */
export const openOrderEntry = (platform: ToolPlatform, args: CommandArguments): Promise<void> =>
  showNewTicket(platform, args);

/** Opens order entry on an open order, to replace it; says so when there is no such order. */
export async function openReplace(platform: ToolPlatform, args: CommandArguments): Promise<void> {
  const orderId = typeof args['orderId'] === 'string' ? args['orderId'] : '';
  const order = platform.orders.get().orders.get(orderId);
  if (order === undefined) {
    platform.dialogs.toast({ message: 'There is no such order to replace.', tone: 'warning' });
    return;
  }
  const verdict = platform.canTrade(order.Symbol);
  if (!verdict.ok) {
    platform.dialogs.toast({ message: verdict.message, tone: 'error' });
    return;
  }
  await showReplaceTicket(platform, args, orderId, withPrices(ticketOf(order), args));
}
