import { placeOrder, type TicketStart, type ToolWindow } from '../../src/plugin-api/index.ts';
import type { Contract } from './model/contract.ts';
import type { OptionChainState } from './state.ts';

/** The arguments of a ticket for a contract: a purchase at the ask, a sale at the bid; without a price where there is none. */
export function ticketArguments(
  contract: Pick<Contract, 'symbol' | 'bid' | 'ask'>,
  side: 'Buy' | 'Sell',
): TicketStart {
  const price = side === 'Buy' ? contract.ask : contract.bid;
  return { symbol: contract.symbol, side, ...(price > 0 ? { price } : {}) };
}

/** Opens order entry for a contract; reports why when it may not be traded. */
export function tradeContract(
  tool: Pick<ToolWindow<OptionChainState>, 'id' | 'platform'>,
  contract: Pick<Contract, 'symbol' | 'bid' | 'ask'>,
  side: 'Buy' | 'Sell',
): void {
  const { platform } = tool;
  const verdict = platform.canTrade(contract.symbol);
  if (verdict.ok) placeOrder(tool, ticketArguments(contract, side));
  else platform.dialogs.toast({ message: verdict.message, tone: 'warning' });
}
