import type { OrderSide } from '../orders/enumerations.ts';
import type { Position } from '../portfolio/index.ts';
import type { OrderReason, OrderRecord } from './order-record.ts';

/** -1 = none. */
export interface OpeningLimits {
  readonly shareLimit: number;
  readonly dollarLimit: number;
}

interface Exposure {
  readonly position: Position;
  readonly open: readonly OrderRecord[];
  readonly lastPrice: number;
}

interface Opening {
  readonly side: OrderSide;
  readonly quantity: number;
  /** 0 = the order has none. */
  readonly price: number;
  /** Counts the position as closed: the order waits until it is. */
  readonly isAfterClosing: boolean;
}

/** How much is short that no market order is about to cover. */
export function uncoveredOf(position: Position, open: readonly OrderRecord[]): number {
  let left = Math.max(0, -position.quantity);
  for (const { side, type, quantity, filledQuantity, openingQuantity } of open)
    if (side === 'Buy' && type === 'Market') left -= Math.max(0, quantity - filledQuantity - openingQuantity);
  return Math.max(0, left);
}

/** How much of an opening quantity the limits leave. The reason says which limit left nothing. */
export function withinLimits(
  { shareLimit, dollarLimit }: OpeningLimits,
  exposure: Exposure,
  opening: Opening,
): { readonly quantity: number; readonly reason: OrderReason } {
  const { quantity } = opening;
  if (shareLimit < 0 && dollarLimit < 0) return { quantity, reason: '' };
  const { multiplier } = exposure.position;
  const isLong = opening.side === 'Buy';
  const held = opening.isAfterClosing
    ? 0
    : Math.max(0, isLong ? exposure.position.quantity : -exposure.position.quantity);
  const pending = pendingOpenings(exposure, isLong);
  let most = quantity;
  let reason: OrderReason = '';
  if (shareLimit >= 0 && shareLimit - held - pending.quantity < most)
    [most, reason] = [shareLimit - held - pending.quantity, 'The share limit is used up'];
  if (dollarLimit >= 0) {
    const price = opening.price > 0 ? opening.price : exposure.lastPrice;
    const used = held * multiplier * exposure.lastPrice + pending.dollars;
    const dollars = Math.floor((dollarLimit - used) / (price * multiplier));
    // Without a price nothing can be said to lie within the limit.
    if (!(dollars >= most)) [most, reason] = [dollars, 'The dollar limit is used up'];
  }
  return { quantity: most > 0 ? most : 0, reason };
}

/** What open orders of a side may still open. */
function pendingOpenings({ position, open, lastPrice }: Exposure, isLong: boolean) {
  let quantity = 0;
  let dollars = 0;
  for (const order of open) {
    if ((order.side === 'Buy') !== isLong || order.openingQuantity === 0) continue;
    const left = Math.min(order.openingQuantity, order.quantity - order.filledQuantity);
    quantity += left;
    dollars += left * position.multiplier * (order.price || order.stop || lastPrice);
  }
  return { quantity, dollars };
}
