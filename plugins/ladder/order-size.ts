import { accountValueOf, sizeOf, type ToolPlatform } from '../../src/plugin-api/index.ts';
import { quantityFieldOf, type LadderState } from './state.ts';

/** How the quantity of an order is found, for the user. */
export const SIZE_CHOICES = [
  { value: 'Quantity', label: 'Quantity' },
  { value: 'Value', label: 'Dollars' },
  { value: 'AccountShare', label: '% of account' },
  { value: 'Risk', label: '$ at risk' },
] as const satisfies readonly { value: LadderState['Size']['By']; label: string }[];

/** The quantity of an order, or why there is none. */
export type LadderSized =
  { readonly quantity: number } | { readonly quantity: null; readonly problem: string };

/** An order of the ladder that has no quantity yet. */
export interface LadderOrder {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  /** Limit or stop price, dollars. */
  readonly price: number;
}

/**
 * The quantity of an order at a row, by the rule of the window. The stop that risk is counted to lies `StopDistance` on the losing side of the order's price.
 * The prices of what the account holds must be watched for a share of its value.
 */
export function ladderSize(
  platform: Pick<ToolPlatform, 'orders' | 'symbols' | 'tradingApi'>,
  state: Pick<LadderState, 'Quantity' | 'Contracts' | 'Size'>,
  { symbol, side, price }: LadderOrder,
): LadderSized {
  const { Size } = state;
  if (Size.By === 'Quantity') return { quantity: state[quantityFieldOf(symbol)] };
  const isBuy = side === 'buy';
  const { StopDistance } = Size;
  // To the cent: the difference of two doubles may have more decimals.
  const stop =
    StopDistance === null ? null : Math.round((price - (isBuy ? 1 : -1) * StopDistance) * 100) / 100;
  if (Size.By === 'Risk' && !(StopDistance !== null && StopDistance > 0))
    return { quantity: null, problem: 'Enter the distance of the stop' };
  if (Size.By === 'Risk' && stop !== null && stop <= 0)
    return { quantity: null, problem: 'The stop would be below zero' };
  const sized = sizeOf(
    { by: Size.By, amount: Size.Amount, stop },
    { symbol, side: isBuy ? 'Buy' : 'Sell' },
    { price, accountValue: Size.By === 'AccountShare' ? accountValueOf(platform) : null },
  );
  return sized.quantity === null ? { quantity: null, problem: sized.text } : { quantity: sized.quantity };
}
