/** Shares of the underlying that one option contract stands for. */
export const CONTRACT_SHARES = 100;
