import { useEffect } from 'react';
import type { WirePosition } from '../client/types.ts';
import { multiplierOfSymbol } from '../domain/portfolio/instruments.ts';
import { useReadable } from './hooks.ts';
import { markPriceOf } from './mark-price.ts';
import type { ToolPlatform } from './types.ts';

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
  if (balance === null || tradingApi.get().capabilities.lacks.positions !== undefined) return null;
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

/** Watches the prices of what the account holds while `isNeeded`, so that `accountValueOf` knows them. */
export function useHeldPrices(platform: ToolPlatform, isNeeded: boolean): void {
  const { symbols } = platform;
  const held = useReadable(platform.orders, () => heldSymbols(platform).join(' '));
  const watched = isNeeded ? held : '';
  useEffect(() => (watched === '' ? undefined : symbols.watch(watched.split(' '))), [symbols, watched]);
}
