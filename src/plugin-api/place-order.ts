import type { ToolPlatform } from './types.ts';

/** What the order ticket starts with. Without a side it is a purchase, without a price a market order. */
export interface TicketStart {
  readonly symbol: string;
  readonly side?: 'Buy' | 'Sell';
  /** Shares or contracts. */
  readonly quantity?: number;
  /** Limit price, dollars. */
  readonly price?: number;
}

/** Opens the order ticket from a window of a tool. Shows the reason as a message when it cannot be opened. */
export function placeOrder(
  tool: { readonly id: string; readonly platform: Pick<ToolPlatform, 'commands' | 'dialogs'> },
  start: TicketStart,
): void {
  const { commands, dialogs } = tool.platform;
  commands.run('order.place', { ...start, windowId: tool.id }).catch((error: unknown) => {
    dialogs.toast({
      message: error instanceof Error ? error.message : 'Order entry could not be opened.',
      tone: 'error',
    });
  });
}
