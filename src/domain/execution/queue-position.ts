/** What is known of the place of a resting order in the queue at its price. Quantities in shares or contracts. */
export interface QueueFacts {
  /** Quantity that is filled before the order; null while it is unknown. */
  readonly ahead: number | null;
  /** Quantity that traded at the price since `ahead` was true. */
  readonly traded: number;
  /** Quantity displayed at the price now; 0 = unknown. */
  readonly displayed: number;
}

/**
 * The quantity ahead now. What trades at the price comes from the front, and what is displayed is the most that can be ahead: cancels of others
 * are seen only when they make the displayed size smaller than the estimate, so the true place is at this one or before it.
 */
export function quantityAhead({ ahead, traded, displayed }: QueueFacts): number | null {
  if (ahead === null) return displayed > 0 ? displayed : null;
  const left = Math.max(0, ahead - traded);
  return displayed > 0 ? Math.min(left, displayed) : left;
}
