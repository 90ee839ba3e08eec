import type { OrderType, PegType, TimeInForce } from './enumerations.ts';
import { ORDER_TYPES } from './order-types.ts';

/** How an order is worked beyond its type and time in force. */
export const ORDER_QUALIFIERS = ['None', 'OnOpen', 'OnClose', 'Reserve'] as const;
/** A qualifier of an order, as the wire names it. */
export type OrderQualifier = (typeof ORDER_QUALIFIERS)[number];

/** The currency of all orders: the product trades US markets only. */
export const ORDER_CURRENCY = 'USD';

/** The terms that qualifier and execution instructions follow from. Quantities are shares or contracts; 0 = the term is not used. */
export interface QualifiedTerms {
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly pegType: PegType;
  readonly quantity: number;
  readonly minQuantity: number;
  readonly displayQuantity: number;
}

/** Auction orders first: an auction ignores the displayed quantity. */
export function qualifierOf({ type, tif, quantity, displayQuantity }: QualifiedTerms): OrderQualifier {
  if (tif === 'AtOpening') return 'OnOpen';
  if (ORDER_TYPES[type].isClosingAuction) return 'OnClose';
  return displayQuantity > 0 && displayQuantity < quantity ? 'Reserve' : 'None';
}

/**
 * Execution instructions in the letters of FIX tag 18, separated by spaces: R = primary peg, M = midpoint peg, G = all or none.
 * Empty when the order has none.
 */
export function execInstOf({ type, pegType, quantity, minQuantity }: QualifiedTerms): string {
  const letters: string[] = [];
  if (ORDER_TYPES[type].isPegged) letters.push(pegType === 'Midpoint' ? 'M' : 'R');
  if (minQuantity > 0 && minQuantity === quantity) letters.push('G');
  return letters.join(' ');
}
