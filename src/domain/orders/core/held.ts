import type { MoneyE4 } from '../../money/price.ts';
import type { BookOrder } from './types.ts';

/** Shares still to be filled. */
export const leavesOf = (order: BookOrder): number => order.quantity - order.filled;

/** Shares of an open order that hold buying power. */
export const openingLeft = (order: BookOrder): number => Math.min(order.openingQuantity, leavesOf(order));

/** Shares that count as resting: none of an alternate, because another order of its group counts for both. */
export const countedLeaves = (order: BookOrder): number => (order.isAlternate ? 0 : leavesOf(order));

/** Buying power that an open order holds. */
export const heldBy = (order: BookOrder): MoneyE4 => (order.isAlternate ? 0 : requiredBy(order));

/** Buying power that an open order needs, whether it or another order of its group holds it. */
export const requiredBy = (order: BookOrder): MoneyE4 => openingLeft(order) * order.reserveE4;
