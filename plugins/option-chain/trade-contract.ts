import type { ToolWindow } from '../../src/plugin-api/index.ts';
import type { Contract } from './model/contract.ts';
import type { OptionChainState } from './state.ts';

type ChainWindow = ToolWindow<OptionChainState>;

/** The arguments of a ticket for a contract: a purchase at the ask, a sale at the bid; without a price where there is none. */
export function ticketArguments(
  contract: Pick<Contract, 'symbol' | 'bid' | 'ask'>,
  side: 'Buy' | 'Sell',
): { readonly symbol: string; readonly side: 'Buy' | 'Sell'; readonly price?: number } {
  const price = side === 'Buy' ? contract.ask : contract.bid;
  return { symbol: contract.symbol, side, ...(price > 0 ? { price } : {}) };
}

/** Opens order entry for a contract; reports why when it may not be traded. */
export function tradeContract(
  window: Pick<ChainWindow, 'id' | 'platform'>,
  contract: Pick<Contract, 'symbol' | 'bid' | 'ask'>,
  side: 'Buy' | 'Sell',
): void {
  const { platform } = window;
  const verdict = platform.canTrade(contract.symbol);
  if (!verdict.ok) {
    platform.dialogs.toast({ message: verdict.message, tone: 'warning' });
    return;
  }
  platform.commands
    .run('order.place', { ...ticketArguments(contract, side), windowId: window.id })
    .catch((error: unknown) => {
      platform.dialogs.toast({
        message: error instanceof Error ? error.message : 'Order entry could not be opened.',
        tone: 'error',
      });
    });
}
