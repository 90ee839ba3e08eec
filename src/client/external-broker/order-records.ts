import {
  isOpenStatus,
  newReportsOf,
  type ExternalOrder,
  type ExternalReport,
} from '../../domain/orders/external-orders/index.ts';
import { HISTORY_ITEMS, type ApiOrder, type ApiReport } from '../../protocol/index.ts';
import type { ExternalBrokerHost } from '../trading-api/external-link.ts';
import type { WireReport } from '../types.ts';
import {
  settledReport,
  toApiOrder,
  toApiReport,
  toStoreOrder,
  toStoreReport,
  type OrderOwner,
} from './wire.ts';

/** What `OrderRecords` works with. */
export interface OrderRecordsDeps {
  readonly host: Pick<ExternalBrokerHost, 'book' | 'clock' | 'sendTrading'>;
  /** The signed-in user and the account that orders are shown for. */
  readonly owner: () => OrderOwner;
  /** Trading account at the broker; null while there is none. */
  readonly account: () => string | null;
  /** A multi-leg order is over, and one of its legs has filled without the others. Called once for each order. */
  readonly onUneven?: (order: ExternalOrder) => void;
  /** Every reading of orders at the broker, before it is taken. */
  readonly onRead?: (orders: readonly ExternalOrder[]) => void;
  /** The server's reports of earlier fills, before any order is read. */
  readonly onRestored?: (reports: readonly ApiReport[]) => void;
}

/** The log orders reports by serial numbers: this many reports of one millisecond keep their order. */
const SERIALS_OF_A_MS = 1000;
/** Orders and reports of one message, JSON characters: well below the largest frame that the server takes. */
const MAX_PART_CHARACTERS = 24_000;

interface Unsent {
  orders: readonly ApiOrder[];
  reports: readonly ApiReport[];
}

/** The orders of the external account as last read from the broker. Each change goes to the order store and to the server's record once. */
export class OrderRecords {
  readonly #deps: OrderRecordsDeps;
  readonly #orders = new Map<string, ApiOrder>();
  readonly #clientIds = new Map<string, string>();
  readonly #serials = new Map<string, number>();
  readonly #usedSerials = new Set<number>();
  /** Read at the broker, and not sent to the server yet. */
  #unsent: Unsent = { orders: [], reports: [] };

  constructor(deps: OrderRecordsDeps) {
    this.#deps = deps;
  }

  has(orderId: string): boolean {
    return this.#orders.has(orderId);
  }

  /** True for an order that this client sent. */
  hasClientId(orderId: string): boolean {
    return this.#clientIds.has(orderId);
  }

  get(orderId: string): ApiOrder | undefined {
    return this.#orders.get(orderId);
  }

  all(): ApiOrder[] {
    return [...this.#orders.values()];
  }

  /** True for an order that may still change. */
  isOpen(orderId: string): boolean {
    const order = this.#orders.get(orderId);
    return order !== undefined && isOpenStatus(order.Status);
  }

  /** Ids of orders that may still change. */
  openIds(): string[] {
    return [...this.#orders.values()]
      .filter(({ Status }) => isOpenStatus(Status))
      .map(({ OrderId }) => OrderId);
  }

  /** Sets the client id that an order was sent with. */
  setClientId(orderId: string, clientId: string): void {
    this.#clientIds.set(orderId, clientId);
  }

  /** Takes over what the server has on record. */
  restore(known: readonly ApiOrder[], reports: readonly ApiReport[]): void {
    const { host, owner, onRestored } = this.#deps;
    onRestored?.(reports);
    for (const order of known) {
      if (!order.ClientId.startsWith('ext-')) this.#clientIds.set(order.OrderId, order.ClientId);
      if (!this.#orders.has(order.OrderId)) this.#orders.set(order.OrderId, order);
    }
    host.book.log(reports.map((report) => this.#storeReport(report)));
    host.book.put(known.map((order) => toStoreOrder(this.#orders.get(order.OrderId) ?? order, owner())));
  }

  /** Takes orders as the broker shows them now and publishes each new report. True when more is filled than before, so that positions have changed. */
  update(read: readonly ExternalOrder[]): boolean {
    const TradingAccount = this.#deps.account();
    if (TradingAccount === null) return false;
    this.#deps.onRead?.(read);
    const isCaughtUp = this.#sendUnsent();
    let hasFilled = false;
    for (const order of read) if (this.#updateOne(order, TradingAccount, isCaughtUp)) hasFilled = true;
    return hasFilled;
  }

  /** Takes orders of the past: they are shown, logged and recorded, and no listener is notified. True when all of it reached the server. */
  load(past: readonly ExternalOrder[]): boolean {
    const { host, owner, onRead } = this.#deps;
    onRead?.(past);
    const records: ApiOrder[] = [];
    const reports: ApiReport[] = [];
    for (const order of past) {
      const taken = this.#take(order);
      if (taken.record) records.push(taken.record);
      reports.push(...taken.reports.map((report) => toApiReport(report, this.#clientIdOf(order.orderId))));
    }
    host.book.log(reports.map((report) => this.#storeReport(report)));
    host.book.put(records.map((record) => toStoreOrder(record, owner())));
    this.#unsent = {
      orders: [...this.#unsent.orders, ...records],
      reports: [...this.#unsent.reports, ...reports],
    };
    return this.#sendUnsent();
  }

  /** Replaces an order by what the user has accepted of the broker, with a report that says why. */
  settle(order: ApiOrder, ReportType: 'OrderCanceled' | 'NothingDone', message: string): void {
    const { account, host, owner } = this.#deps;
    const TradingAccount = account();
    if (TradingAccount === null) return;
    const Timestamp = host.clock.nowMs();
    this.#orders.set(order.OrderId, order);
    const Report = settledReport(order, { ReportType, Timestamp, Message: message });
    host.book.apply(this.#storeReport(Report));
    host.book.put([toStoreOrder(order, owner())]);
    this.#unsent = {
      orders: [...this.#unsent.orders, order],
      reports: [...this.#unsent.reports, Report],
    };
    this.#sendUnsent();
  }

  clear(): void {
    this.#orders.clear();
    this.#clientIds.clear();
    this.#serials.clear();
    this.#usedSerials.clear();
    this.#unsent = { orders: [], reports: [] };
  }

  /** True when the order has filled more than before. */
  #updateOne(order: ExternalOrder, TradingAccount: string, isCaughtUp: boolean): boolean {
    const { host, owner, onUneven } = this.#deps;
    const before = this.#orders.get(order.orderId);
    const { record, reports } = this.#take(order);
    const clientId = this.#clientIdOf(order.orderId);
    for (const report of reports) {
      const Report = toApiReport(report, clientId);
      // The store's own order follows the report; the order as the broker shows it has the last word.
      host.book.apply(this.#storeReport(Report));
      if (!isCaughtUp || !host.sendTrading('apiExecutionReport', { TradingAccount, Report }))
        this.#unsent = { ...this.#unsent, reports: [...this.#unsent.reports, Report] };
    }
    // The order store may be ahead of the broker (a cancel that was sent) or behind it.
    const current = this.#orders.get(order.orderId);
    if (current) host.book.put([toStoreOrder(current, owner())]);
    if (!record) return false;
    if (!isCaughtUp || !host.sendTrading('apiOrder', { TradingAccount, Order: record }))
      this.#unsent = { ...this.#unsent, orders: [...this.#unsent.orders, record] };
    const wasOpen = before === undefined || isOpenStatus(before.Status);
    if (order.apart !== undefined && wasOpen && !isOpenStatus(order.status)) onUneven?.(order);
    return record.Fill > (before?.Fill ?? 0);
  }

  /** Changes of one order since it was last read. An answer that was overtaken by a newer one changes nothing. */
  #take(order: ExternalOrder): { record: ApiOrder | undefined; reports: ExternalReport[] } {
    const known = this.#orders.get(order.orderId);
    if (known && (order.filled < known.Fill || (isOpenStatus(order.status) && !isOpenStatus(known.Status))))
      return { record: undefined, reports: [] };
    if (order.clientId !== undefined) this.#clientIds.set(order.orderId, order.clientId);
    const reports = newReportsOf(order, this.#serials);
    for (const { reportId, timeMs } of reports) this.#serialOf(reportId, timeMs);
    const record = toApiOrder(order, this.#clientIdOf(order.orderId));
    const isSame = JSON.stringify(known) === JSON.stringify(record);
    this.#orders.set(order.orderId, record);
    return { record: isSame ? undefined : record, reports };
  }

  #clientIdOf(orderId: string): string {
    return this.#clientIds.get(orderId) ?? `ext-${orderId}`;
  }

  #storeReport(report: ApiReport): WireReport {
    return toStoreReport(report, this.#deps.owner(), this.#serialOf(report.ReportId, report.Timestamp));
  }

  /** Rises with time and is the same for the same report: the log sorts by it and drops repetitions. */
  #serialOf(reportId: string, timeMs: number): number {
    const known = this.#serials.get(reportId);
    if (known !== undefined) return known;
    let serial = timeMs * SERIALS_OF_A_MS;
    while (this.#usedSerials.has(serial)) serial += 1;
    this.#usedSerials.add(serial);
    this.#serials.set(reportId, serial);
    return serial;
  }

  /** Sends what waits to the server, a part at a time; what could not be sent waits until the next call. */
  #sendUnsent(): boolean {
    const TradingAccount = this.#deps.account();
    if (TradingAccount === null) return false;
    while (this.#unsent.orders.length > 0 || this.#unsent.reports.length > 0) {
      const Orders = firstPart(this.#unsent.orders);
      const Reports = firstPart(this.#unsent.reports);
      if (!this.#deps.host.sendTrading('apiHistoryOrder', { TradingAccount, Orders, Reports })) return false;
      this.#unsent = {
        orders: this.#unsent.orders.slice(Orders.length),
        reports: this.#unsent.reports.slice(Reports.length),
      };
    }
    return true;
  }
}

/** As many of the first items as fit one message, at least one. */
function firstPart<Item>(items: readonly Item[]): Item[] {
  const part: Item[] = [];
  let characters = 0;
  for (const item of items.slice(0, HISTORY_ITEMS)) {
    characters += JSON.stringify(item).length;
    if (part.length > 0 && characters > MAX_PART_CHARACTERS) break;
    part.push(item);
  }
  return part;
}
