import type { OrderSide } from '../orders/enumerations.ts';
import type { Position } from '../portfolio/index.ts';
import type { OrderReason, OrderRecord } from './order-record.ts';

/** Limits of the position that a run may open, in shares (contracts) and dollars; -1 = no limit. */
export interface OpeningLimits {
  readonly shareLimit: number;
  readonly dollarLimit: number;
}

/** Position and open orders of a run in one symbol. */
export interface SymbolExposure {
  readonly position: Position;
  readonly open: readonly OrderRecord[];
  /** Dollars; NaN = unknown. */
  readonly lastPrice: number;
}

/** What a run holds and may still open: shares (contracts), and dollars, NaN = unknown. */
export interface Exposure {
  readonly quantity: number;
  readonly dollars: number;
}

/** No position and no order. */
export const NO_EXPOSURE: Exposure = { quantity: 0, dollars: 0 };

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

/** What a run holds in a symbol, long or short, with what its open orders may still open on either side. */
export function exposureIn(exposure: SymbolExposure): Exposure {
  const { position, lastPrice } = exposure;
  const held = Math.abs(position.quantity);
  const [long, short] = [pendingOpenings(exposure, true), pendingOpenings(exposure, false)];
  return {
    quantity: held + long.quantity + short.quantity,
    // Without a position its price does not matter.
    dollars: (held === 0 ? 0 : held * position.multiplier * lastPrice) + long.dollars + short.dollars,
  };
}

/** The part of an opening quantity that the limits allow, and the reason when they allow less. */
export function withinLimits(
  { shareLimit, dollarLimit }: OpeningLimits,
  exposure: SymbolExposure & { readonly elsewhere: Exposure },
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
  const { elsewhere } = exposure;
  let allowed = quantity;
  let reason: OrderReason = '';
  const shares = shareLimit - elsewhere.quantity - held - pending.quantity;
  if (shareLimit >= 0 && shares < allowed) [allowed, reason] = [shares, 'The share limit is reached'];
  if (dollarLimit >= 0) {
    const price = opening.price > 0 ? opening.price : exposure.lastPrice;
    const used = elsewhere.dollars + held * multiplier * exposure.lastPrice + pending.dollars;
    const dollars = Math.floor((dollarLimit - used) / (price * multiplier));
    // Without a price the value is unknown, and nothing may be opened.
    if (!(dollars >= allowed)) [allowed, reason] = [dollars, 'The dollar limit is reached'];
  }
  return { quantity: allowed > 0 ? allowed : 0, reason };
}

/** Quantity and dollars that the open orders of a side may still open. */
function pendingOpenings({ position, open, lastPrice }: SymbolExposure, isLong: boolean) {
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
