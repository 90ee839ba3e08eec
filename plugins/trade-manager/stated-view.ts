import { formatQuantity } from '../../src/domain/columns/index.ts';
import { fromE4 } from '../../src/domain/money/price.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import { formatTime, type StatedAccount } from '../../src/plugin-api/index.ts';
import { totalOf } from './position-view.ts';

export type StatedPosition = StatedAccount['positions'][number];

/** Dollars of an amount that a broker states; null where it does not. */
export const dollarsOf = (amountE4: number | null): number | null =>
  amountE4 === null ? null : fromE4(amountE4);

/** Open profit of all positions, dollars; null while there is one and none is stated. */
export const openProfitOf = ({ positions }: Pick<StatedAccount, 'positions'>): number | null =>
  totalOf(positions.map(({ openPlE4 }) => dollarsOf(openPlE4)));

/** The order that closes a position as far as whole shares do; null where none does, or the symbol is no stock. */
export function closingOrderOf({
  quantity,
  isStock,
}: StatedPosition): { readonly side: 'Buy' | 'Sell'; readonly quantity: number } | null {
  const whole = Math.floor(Math.abs(quantity));
  return whole === 0 || !isStock ? null : { side: quantity > 0 ? 'Sell' : 'Buy', quantity: whole };
}

/** `Close SPY position`, `Close 10 of 10.5 SPY`: orders are for whole shares. */
export function closingLabel({ symbol, quantity }: StatedPosition): string {
  const name = displaySymbol(symbol);
  const size = Math.abs(quantity);
  return Number.isInteger(size)
    ? `Close ${name} position`
    : `Close ${formatQuantity(Math.floor(size))} of ${formatQuantity(size)} ${name}`;
}

/** Whose figures these are and of when, with why there are no later ones. */
export function sourceText(name: string, { readMs, problem, unreadable }: StatedAccount): string {
  const source = `As ${name} stated it at ${formatTime(readMs, 'HH:mm:ss')} New York time.`;
  const missing =
    unreadable === 0
      ? ''
      : ` ${unreadable} ${unreadable === 1 ? 'position' : 'positions'} could not be read and ${unreadable === 1 ? 'is' : 'are'} missing.`;
  return `${source}${missing}${problem === null ? '' : ` Not read since: ${problem}.`}`;
}
