import { reportOf, type ReportSource } from '../../domain/orders/core/report.ts';
import type { BookOrder } from '../../domain/orders/core/types.ts';
import type { AccountHistory, KnownReport, OrderView, Report } from './brokerage.ts';

/** What a history reads from: the report sources and open orders of one account. */
export interface LedgerHistoryParts {
  /** Report sources of the account, serials rising. */
  readonly sources: readonly ReportSource[];
  readonly openOrders: readonly BookOrder[];
  readonly sinceMs: number;
  /** Whether an order belongs to the span from `sinceMs`. */
  readonly isSeen: (order: BookOrder) => boolean;
  readonly viewOf: (order: BookOrder) => OrderView;
  readonly known: KnownReport | undefined;
}

/** Records passed over before the clock is read again. */
const RECORDS_PER_CHECK = 64;

/** The history of an account as the ledger holds it. */
export class LedgerHistory implements AccountHistory {
  readonly #parts: LedgerHistoryParts;
  readonly #end: number;
  /** The known report is one of this account, and what follows it is left. */
  readonly isKnown: boolean;
  readonly #listed = new Set<string>();
  #openAt = 0;
  #orderAt: number;
  #reportAt: number;

  constructor(parts: LedgerHistoryParts) {
    this.#parts = parts;
    this.#end = parts.sources.length;
    const knownAt = parts.known ? indexOf(parts.sources, parts.known) : undefined;
    this.isKnown = knownAt !== undefined;
    this.#orderAt = this.#reportAt = knownAt === undefined ? 0 : knownAt + 1;
  }

  get hasMoreOrders(): boolean {
    return this.#openAt < this.#parts.openOrders.length || this.#orderAt < this.#end;
  }

  get hasMoreReports(): boolean {
    return this.#reportAt < this.#end;
  }

  nextOrders(max: number, mayContinue: () => boolean): readonly OrderView[] {
    const { sources, openOrders, sinceMs, isSeen, viewOf } = this.#parts;
    const found: OrderView[] = [];
    const take = (order: BookOrder | undefined): void => {
      if (!order || this.#listed.has(order.orderId)) return;
      this.#listed.add(order.orderId);
      found.push(viewOf(order));
    };
    for (let passed = 1; this.hasMoreOrders && found.length < max; passed += 1) {
      if (this.#openAt < openOrders.length) take(openOrders[this.#openAt++]);
      else {
        const { event, order } = sources[this.#orderAt++] ?? {};
        if (order && (event?.timeMs ?? 0) >= sinceMs && isSeen(order)) take(order);
      }
      if (passed % RECORDS_PER_CHECK === 0 && !mayContinue()) break;
    }
    return found;
  }

  nextReports(max: number, mayContinue: () => boolean): readonly Report[] {
    const { sources, sinceMs, isSeen } = this.#parts;
    const found: Report[] = [];
    for (let passed = 1; this.hasMoreReports && found.length < max; passed += 1) {
      const item = sources[this.#reportAt++];
      if (item && item.event.timeMs >= sinceMs && (item.order === undefined || isSeen(item.order)))
        found.push(reportOf(item));
      if (passed % RECORDS_PER_CHECK === 0 && !mayContinue()) break;
    }
    return found;
  }
}

/** Index of the known report; undefined when this journal does not hold it. */
function indexOf(sources: readonly ReportSource[], known: KnownReport): number | undefined {
  let low = 0;
  let high = sources.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sources[middle]?.serial ?? 0) < known.serial) low = middle + 1;
    else high = middle;
  }
  const found = sources[low];
  if (found?.serial !== known.serial) return undefined;
  const { clientId, timeMs } = reportOf(found);
  return clientId === known.clientId && timeMs === known.timeMs ? low : undefined;
}
