/** How a chain is cut and grouped for reading. */

/** The `count` strikes nearest to a price, ascending; of two equally near ones the lower. */
export function nearestStrikes(strikes: readonly number[], price: number, count: number): number[] {
  return [...new Set(strikes)]
    .sort((a, b) => Math.abs(a - price) - Math.abs(b - price) || a - b)
    .slice(0, Math.max(0, count))
    .sort((a, b) => a - b);
}

/** What an option needs to find its place in a chain. */
export interface ChainMember {
  readonly Type: 'Call' | 'Put';
  readonly Strike: number;
  /** Unix seconds. */
  readonly Expiration: number;
}

/** One strike of an expiration: either side may not be listed. */
export interface ChainRow<Option extends ChainMember> {
  readonly strike: number;
  readonly call: Option | undefined;
  readonly put: Option | undefined;
}

/** The rows of one expiration. */
export interface ChainGroup<Option extends ChainMember> {
  /** Unix seconds. */
  readonly expiration: number;
  readonly rows: readonly ChainRow<Option>[];
}

/** Options by expiration, earliest first, and by strike, call and put of a strike side by side. */
export function chainGroups<Option extends ChainMember>(options: readonly Option[]): ChainGroup<Option>[] {
  const byExpiration = new Map<number, Map<number, ChainRow<Option>>>();
  for (const option of options) {
    const rows = byExpiration.get(option.Expiration) ?? new Map<number, ChainRow<Option>>();
    byExpiration.set(option.Expiration, rows);
    const row = rows.get(option.Strike) ?? { strike: option.Strike, call: undefined, put: undefined };
    rows.set(option.Strike, option.Type === 'Call' ? { ...row, call: option } : { ...row, put: option });
  }
  return [...byExpiration]
    .map(([expiration, rows]) => ({
      expiration,
      rows: [...rows.values()].sort((a, b) => a.strike - b.strike),
    }))
    .sort((a, b) => a.expiration - b.expiration);
}

/** A calendar month with expirations. */
export interface MonthBucket {
  /** `YYYY-MM`. */
  readonly month: string;
  /** The first and the last expiration in it, Unix seconds: the range to request. */
  readonly from: number;
  readonly to: number;
  readonly expirations: readonly number[];
}

/** Expirations (Unix seconds of 16:00 New York) by calendar month, ascending. */
export function monthBuckets(expirations: readonly number[]): MonthBucket[] {
  const byMonth = new Map<string, number[]>();
  for (const expiration of [...new Set(expirations)].sort((a, b) => a - b)) {
    // 16:00 in New York is the same date in UTC.
    const month = new Date(expiration * 1000).toISOString().slice(0, 7);
    const bucket = byMonth.get(month);
    if (bucket) bucket.push(expiration);
    else byMonth.set(month, [expiration]);
  }
  return [...byMonth].map(([month, list]) => ({
    month,
    from: list[0] ?? 0,
    to: list.at(-1) ?? 0,
    expirations: list,
  }));
}
