import type { OrderSide } from '../orders/enumerations.ts';
import type { Position } from '../portfolio/index.ts';
import type { OrderReason, OrderRecord } from './order-record.ts';

/** Limits of the position that a run may open, in shares (contracts) and dollars; -1 = no limit. */
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

/** Shares that are short and that no open market order covers. */
export function uncoveredOf(position: Position, open: readonly OrderRecord[]): number {
  let left = Math.max(0, -position.quantity);
  for (const { side, type, quantity, filledQuantity, openingQuantity } of open)
    if (side === 'Buy' && type === 'Market') left -= Math.max(0, quantity - filledQuantity - openingQuantity);
  return Math.max(0, left);
}

/** The part of an opening quantity that the limits allow, and the reason when they allow less. */
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
  let allowed = quantity;
  let reason: OrderReason = '';
  if (shareLimit >= 0 && shareLimit - held - pending.quantity < allowed)
    [allowed, reason] = [shareLimit - held - pending.quantity, 'The share limit is reached'];
  if (dollarLimit >= 0) {
    const price = opening.price > 0 ? opening.price : exposure.lastPrice;
    const used = held * multiplier * exposure.lastPrice + pending.dollars;
    const dollars = Math.floor((dollarLimit - used) / (price * multiplier));
    // Without a price the value is unknown, and nothing may be opened.
    if (!(dollars >= allowed)) [allowed, reason] = [dollars, 'The dollar limit is reached'];
  }
  return { quantity: allowed > 0 ? allowed : 0, reason };
}

/** Quantity and dollars that the open orders of a side may still open. */
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
