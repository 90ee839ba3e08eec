/** An error in the code or the parameters of a strategy, with a message for its author. Throw it while the author's line is on the call stack. */
export class StrategyError extends Error {
  override readonly name = 'StrategyError';
}
