/**
 * How a distance was requested that is known in dollars only once the group is placed. Atr: a multiple of the average true range. Risk: of a stop, dollars that the whole
 * quantity of the entry loses between its fill and the stop.
 */
export const STATED_BASES = ['Atr', 'Risk'] as const;

/** A distance as it was requested. The exit that has it is an `Offset`, whose amount follows when the group is placed and is 0 until then. */
export interface StatedDistance {
  readonly basis: (typeof STATED_BASES)[number];
  /** The multiple or the dollars, in 1/10,000. */
  readonly amountE4: number;
}
