import { combinationName } from '../orders/combination-name.ts';
import type { OrderRecord } from './order-record.ts';

/** The line that the log gets when a multi-leg order is rejected: the order with its legs, and the reason as its row shows it. */
export function spreadRejectionText({ number, side, quantity, reason, spread }: OrderRecord): string {
  const legs = spread?.legs ?? [];
  const legsText = legs.map((leg) => `${leg.side} ${leg.ratio} ${leg.symbol}`).join(', ');
  return `Order ${number} (${side} ${quantity} ${combinationName(legs)}: ${legsText}) was rejected: ${reason}`;
}
