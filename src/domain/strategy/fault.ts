/** An error of a strategy, with a message for its author. Thrown where the author's line is on the stack. */
export class StrategyError extends Error {
  override readonly name = 'StrategyError';
}
