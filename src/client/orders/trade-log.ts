import type { WireReport } from '../types.ts';

/** Every report once (by Serial), however often and in whatever order it comes. */
export interface TradeLog {
  /** False when the report was known. */
  add(report: WireReport): boolean;
  /** Newest first; the same array until something is added. */
  newestFirst(): readonly WireReport[];
  clear(): void;
}

export function createTradeLog(): TradeLog {
  const known = new Set<number>();
  let ascending: WireReport[] = [];
  let isSorted = true;
  let view: readonly WireReport[] | null = null;
  return {
    add(report) {
      if (known.has(report.Serial)) return false;
      known.add(report.Serial);
      const last = ascending.at(-1);
      if (last !== undefined && last.Serial > report.Serial) isSorted = false;
      ascending.push(report);
      view = null;
      return true;
    },
    newestFirst() {
      if (!isSorted) ascending.sort((one, other) => one.Serial - other.Serial);
      isSorted = true;
      return (view ??= ascending.toReversed());
    },
    clear() {
      known.clear();
      ascending = [];
      isSorted = true;
      view = null;
    },
  };
}
