import { openSizeDialog, placeOrder, type ToolWindow } from '../../src/plugin-api/index.ts';

/** Calculates the quantity of a limit order, from dollars, a share of the account or the loss at a stop, and opens the ticket with it. */
export async function placeSized(
  window: Pick<ToolWindow<unknown>, 'id' | 'platform'>,
  order: { readonly symbol: string; readonly side: 'Buy' | 'Sell'; readonly price: number },
): Promise<void> {
  const quantity = await openSizeDialog(window.platform, { order, priceOf: () => order.price });
  if (quantity !== null) placeOrder(window, { ...order, quantity });
}
