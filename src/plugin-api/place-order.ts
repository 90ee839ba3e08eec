import type { ToolPlatform } from './types.ts';

/** Initial values of the order ticket. Without a side it buys; without a price it is a market order. */
export interface TicketStart {
  readonly symbol: string;
  readonly side?: 'Buy' | 'Sell';
  /** Shares or contracts. */
  readonly quantity?: number;
  /** Limit price, dollars. */
  readonly price?: number;
  /** Stop price, dollars: makes it a stop order. */
  readonly stopPrice?: number;
}

/** Opens the order ticket from a tool's window. When that fails, shows why in a message. */
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
