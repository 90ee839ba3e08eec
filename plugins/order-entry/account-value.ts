import { multiplierOfSymbol } from '../../src/domain/portfolio/instruments.ts';
import { markPriceOf, type ToolPlatform, type WirePosition } from '../../src/plugin-api/index.ts';

/** Shares or contracts that are held; negative = short. */
export const heldQuantity = ({ LongQty, ShortQty }: Pick<WirePosition, 'LongQty' | 'ShortQty'>): number =>
  LongQty - ShortQty;

/** The symbols that the account holds. Their prices must be watched for `accountValueOf`. */
export const heldSymbols = ({ orders }: Pick<ToolPlatform, 'orders'>): readonly string[] =>
  [...orders.get().positions.values()]
    .filter((position) => heldQuantity(position) !== 0)
    .map(({ Symbol }) => Symbol);

/** Cash and what is held at its marks, dollars; null while one of them is unknown, and where orders go to an account elsewhere. */
export function accountValueOf({
  orders,
  symbols,
  tradingApi,
}: Pick<ToolPlatform, 'orders' | 'symbols' | 'tradingApi'>): number | null {
  const { balance, positions } = orders.get();
  if (balance === null || tradingApi.get().api === 'External') return null;
  let value = balance.Cash;
  for (const position of positions.values()) {
    const quantity = heldQuantity(position);
    if (quantity === 0) continue;
    const mark = markPriceOf(symbols, position.Symbol);
    if (mark === null) return null;
    value += quantity * mark * multiplierOfSymbol(position.Symbol);
  }
  return Math.round(value * 100) / 100;
}
