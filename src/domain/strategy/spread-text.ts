import { combinationName } from '../orders/combination-name.ts';
import type { OrderRecord } from './order-record.ts';

/** The log line of a rejected multi-leg order: the order with its legs, and the reason. */
export function spreadRejectionText({ number, side, quantity, reason, spread }: OrderRecord): string {
  const legs = spread?.legs ?? [];
  const legsText = legs.map((leg) => `${leg.side} ${leg.ratio} ${leg.symbol}`).join(', ');
  return `Order ${number} (${side} ${quantity} ${combinationName(legs)}: ${legsText}) was rejected: ${reason}`;
}
