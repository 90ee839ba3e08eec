import type { CommandArguments, ToolPlatform } from '../../src/plugin-api/index.ts';
import { OrderForm } from './OrderForm.tsx';
import { DEFAULT_SYMBOL } from './state.ts';
import { ticketFrom } from './ticket.ts';

/** Opens order entry as a dialog; resolves when it is closed. */
export async function openOrderEntry(platform: ToolPlatform, args: CommandArguments): Promise<void> {
  const initial = ticketFrom(args, { symbol: DEFAULT_SYMBOL });
  await platform.dialogs.open<never>({
    title: 'Order entry',
    width: 380,
    content: ({ close }) => <OrderForm platform={platform} initial={initial} isActive onClose={() => close(null)} />,
  });
}
