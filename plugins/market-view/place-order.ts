import type { ToolWindow } from '../../src/plugin-api/index.ts';
import type { MarketViewState } from './state.ts';

/** Opens order entry for a symbol; says so when there is none on this desk. */
export function placeOrder(
  window: ToolWindow<MarketViewState>,
  order: { readonly symbol: string; readonly side?: 'Buy' | 'Sell' },
): void {
  window.platform.commands.run('order.place', { ...order, windowId: window.id }).catch((error: unknown) => {
    window.platform.dialogs.toast({
      message: error instanceof Error ? error.message : 'Order entry could not be opened.',
      tone: 'error',
    });
  });
}
