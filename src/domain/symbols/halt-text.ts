/** Longest reason of a halt that markets state and clients accept, in characters. */
export const MAX_HALT_REASON_LENGTH = 100;

/** That a symbol is halted, and why: `is halted (Volatility pause)`; `is halted` with an empty reason, which is an unknown one. */
export const haltText = (reason: string): string => (reason === '' ? 'is halted' : `is halted (${reason})`);
