import {
  ALWAYS_ACTIVE,
  marketSymbol,
  type CommandArguments,
  type ToolPlatform,
} from '../../src/plugin-api/index.ts';
import { OrderForm } from './OrderForm.tsx';
import { ticketFrom, ticketOf, withPrices } from './ticket.ts';

const WIDTH_PX = 660;

/** Opens order entry as a dialog; resolves when it is closed. */
export async function openOrderEntry(platform: ToolPlatform, args: CommandArguments): Promise<void> {
  const initial = ticketFrom(args, { symbol: marketSymbol(platform) });
  await platform.dialogs.open<never>({
    title: 'Order entry',
    width: WIDTH_PX,
    content: ({ close }) => (
      <OrderForm platform={platform} initial={initial} window={ALWAYS_ACTIVE} onClose={() => close(null)} />
    ),
  });
}

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
  const initial = withPrices(ticketOf(order), args);
  await platform.dialogs.open<never>({
    title: 'Replace order',
    width: WIDTH_PX,
    content: ({ close }) => (
      <OrderForm
        platform={platform}
        initial={initial}
        window={ALWAYS_ACTIVE}
        onClose={() => close(null)}
        replaces={orderId}
      />
    ),
  });
}
