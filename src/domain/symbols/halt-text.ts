/** Longest reason of a halt that markets state and clients accept, in characters. */
export const MAX_HALT_REASON_LENGTH = 100;

/** That a halt may be unknown, with the New York time of day before which it began. */
export const unknownHaltText = (symbol: string, timeOfDay: string): string =>
  `Whether trading in ${symbol} is halted is unknown: a halt from before ${timeOfDay} New York time was not received. The next trade or status of the symbol shows it.`;

/** That a symbol is halted, and why: `is halted (Volatility pause)`; `is halted` with an empty reason, which is an unknown one. */
export const haltText = (reason: string): string => (reason === '' ? 'is halted' : `is halted (${reason})`);
