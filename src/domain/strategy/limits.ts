/** Label of the largest number of shares or dollars of a run: 'no limit' or 'max {n}' (spec tools.md §9 "AlgoStream"). -1 = no limit. The share limit takes precedence when both are set, which no dialog does. */
export function tradeLimitLabel(shareLimit: number, dollarLimit: number): string {
  const limit = shareLimit >= 0 ? shareLimit : dollarLimit;
  return limit < 0 ? 'no limit' : `max ${limit}`;
}

/** Defaults (spec tools.md §9) and minimums (§5) of the start dialog of a public strategy. */
export const PUBLIC_LIMITS = {
  defaultDollars: 100,
  defaultShares: 1,
  minDollars: 0.01,
  minShares: 1,
} as const;

/** Value of a share or dollar limit that is not set. */
export const NO_LIMIT = -1;

/** Symbols that a strategy can read and trade beside the symbol of the run. */
export const MAX_SECURITIES = 8;
