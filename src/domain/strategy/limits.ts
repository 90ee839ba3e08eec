/** Label of the largest number of shares or dollars of a run: 'no limit' or 'max {n}' (spec tools.md §9 "AlgoStream"). -1 = none; of a run with both, which no dialog makes, the shares. */
export function tradeLimitLabel(shareLimit: number, dollarLimit: number): string {
  const limit = shareLimit >= 0 ? shareLimit : dollarLimit;
  return limit < 0 ? 'no limit' : `max ${limit}`;
}

/** What the dialog for a public strategy starts with (spec tools.md §9) and accepts (§5). */
export const PUBLIC_LIMITS = {
  defaultDollars: 100,
  defaultShares: 1,
  minDollars: 0.01,
  minShares: 1,
} as const;

/** -1: no limit. */
export const NO_LIMIT = -1;
