import type { WireReport } from '../types.ts';

/**
 * Every report once (by Serial), also when it arrives repeatedly or out of order. Serial 0 marks a reject that is not in the journal of the
 * server: each of them is kept, at its place of arrival.
 */
export interface TradeLog {
  /** False when the report was known. */
  add(report: WireReport): boolean;
  /** Newest first; the same array until something is added. */
  newestFirst(): readonly WireReport[];
  clear(): void;
}

/** An empty trade log. */
export function createTradeLog(): TradeLog {
  const known = new Set<number>();
  let ascending: { readonly report: WireReport; readonly serial: number }[] = [];
  let isSorted = true;
  let view: readonly WireReport[] | null = null;
  return {
    add(report) {
      const last = ascending.at(-1);
      if (report.Serial !== 0) {
        if (known.has(report.Serial)) return false;
        known.add(report.Serial);
        if (last !== undefined && last.serial > report.Serial) isSorted = false;
      }
      ascending.push({ report, serial: report.Serial === 0 ? (last?.serial ?? 0) : report.Serial });
      view = null;
      return true;
    },
    newestFirst() {
      // The sort is stable: what came without a serial stays behind its neighbour.
      if (!isSorted) ascending.sort((first, second) => first.serial - second.serial);
      isSorted = true;
      return (view ??= ascending.map(({ report }) => report).reverse());
    },
    clear() {
      known.clear();
      ascending = [];
      isSorted = true;
      view = null;
    },
  };
}
