import {
  isOpenStatus,
  newReportsOf,
  type ExternalOrder,
  type ExternalReport,
} from '../../domain/orders/schwab/index.ts';
import { HISTORY_ITEMS, type ApiOrder, type ApiReport } from '../../protocol/index.ts';
import type { ExternalBrokerHost } from '../trading-api/external-link.ts';
import { toApiOrder, toApiReport, toDeskOrder, toDeskReport, type Desk } from './wire.ts';

/** What is known of the external account's orders: tells the desk and our server of every change, once. */
export interface OrderKeeper {
  has(orderId: string): boolean;
  /** True for an order that was sent from here. */
  isNamed(orderId: string): boolean;
  get(orderId: string): ApiOrder | undefined;
  /** Ids of orders that may still change. */
  openIds(): string[];
  /** Gives an order the client id it was sent with. */
  name(orderId: string, clientId: string): void;
  /** Takes what our server has on record. */
  recall(orders: readonly ApiOrder[], reports: readonly ApiReport[]): void;
  /** Takes orders as the broker shows them now: new reports are told one by one. True when more is filled than was known, so that positions are others. */
  hear(orders: readonly ExternalOrder[]): boolean;
  /** Takes orders of the past: they are shown and recorded, and nobody is told. True when all of it reached our server. */
  load(orders: readonly ExternalOrder[]): boolean;
  clear(): void;
}

export interface OrderKeeperDeps {
  readonly host: Pick<ExternalBrokerHost, 'book' | 'sendTrading'>;
  readonly desk: () => Desk;
  /** Trading account at the broker. */
  readonly account: () => string | null;
}

/** Reports of the log that are this many in one millisecond stay apart. */
const SERIALS_OF_A_MS = 1000;

export function createOrderKeeper({ host, desk, account }: OrderKeeperDeps): OrderKeeper {
  const orders = new Map<string, ApiOrder>();
  const clientIds = new Map<string, string>();
  const serials = new Map<string, number>();
  const used = new Set<number>();
  /** What our server was not told yet. */
  let unsaid: { readonly orders: ApiOrder[]; readonly reports: ApiReport[] } = { orders: [], reports: [] };

  const clientIdOf = (orderId: string): string => clientIds.get(orderId) ?? `ext-${orderId}`;

  /** Rises with time and is the same for the same report: the log sorts by it and drops what it knows. */
  function serialOf(reportId: string, timeMs: number): number {
    const known = serials.get(reportId);
    if (known !== undefined) return known;
    let serial = timeMs * SERIALS_OF_A_MS;
    while (used.has(serial)) serial += 1;
    used.add(serial);
    serials.set(reportId, serial);
    return serial;
  }

  /** Changes of one order since it was last seen. An answer that was overtaken by a newer one changes nothing. */
  function take(order: ExternalOrder): { record: ApiOrder | undefined; reports: ExternalReport[] } {
    const known = orders.get(order.orderId);
    if (known && (order.filled < known.Fill || (isOpenStatus(order.status) && !isOpenStatus(known.Status))))
      return { record: undefined, reports: [] };
    const reports = newReportsOf(order, serials);
    for (const { reportId, timeMs } of reports) serialOf(reportId, timeMs);
    const record = toApiOrder(order, clientIdOf(order.orderId));
    const isSame = JSON.stringify(known) === JSON.stringify(record);
    orders.set(order.orderId, record);
    return { record: isSame ? undefined : record, reports };
  }

  const toDesk = (report: ApiReport) =>
    toDeskReport(report, desk(), serialOf(report.ReportId, report.Timestamp));

  /** Sends what waits, history part by history part; what could not leave waits on. */
  function tell(): boolean {
    const TradingAccount = account();
    if (TradingAccount === null) return false;
    while (unsaid.orders.length > 0 || unsaid.reports.length > 0) {
      const part = {
        orders: unsaid.orders.slice(0, HISTORY_ITEMS),
        reports: unsaid.reports.slice(0, HISTORY_ITEMS),
      };
      if (
        !host.sendTrading('apiHistoryOrder', { TradingAccount, Orders: part.orders, Reports: part.reports })
      )
        return false;
      unsaid = { orders: unsaid.orders.slice(HISTORY_ITEMS), reports: unsaid.reports.slice(HISTORY_ITEMS) };
    }
    return true;
  }

  return {
    has: (orderId) => orders.has(orderId),
    isNamed: (orderId) => clientIds.has(orderId),
    get: (orderId) => orders.get(orderId),
    openIds: () =>
      [...orders.values()].filter(({ Status }) => isOpenStatus(Status)).map(({ OrderId }) => OrderId),
    name: (orderId, clientId) => void clientIds.set(orderId, clientId),
    recall(known, reports) {
      for (const order of known) {
        if (!order.ClientId.startsWith('ext-')) clientIds.set(order.OrderId, order.ClientId);
        if (!orders.has(order.OrderId)) orders.set(order.OrderId, order);
      }
      host.book.log(reports.map(toDesk));
      host.book.put(known.map((order) => toDeskOrder(orders.get(order.OrderId) ?? order, desk())));
    },
    hear(heard) {
      const TradingAccount = account();
      if (TradingAccount === null) return false;
      const isCaughtUp = tell();
      let hasFilled = false;
      for (const order of heard) {
        const filledBefore = orders.get(order.orderId)?.Fill ?? 0;
        const { record, reports } = take(order);
        if (record && record.Fill > filledBefore) hasFilled = true;
        const clientId = clientIdOf(order.orderId);
        for (const report of reports) {
          const said = toApiReport(report, clientId);
          // The store's own order follows the report; the order as the broker shows it has the last word.
          host.book.hear(toDesk(said));
          if (!isCaughtUp || !host.sendTrading('apiExecutionReport', { TradingAccount, Report: said }))
            unsaid.reports.push(said);
        }
        // What the desk shows may be ahead of the broker (a cancel that was sent) or behind it.
        const current = orders.get(order.orderId);
        if (current) host.book.put([toDeskOrder(current, desk())]);
        if (!record) continue;
        if (!isCaughtUp || !host.sendTrading('apiOrder', { TradingAccount, Order: record }))
          unsaid.orders.push(record);
      }
      return hasFilled;
    },
    load(past) {
      const records: ApiOrder[] = [];
      const said: ApiReport[] = [];
      for (const order of past) {
        const { record, reports } = take(order);
        if (record) records.push(record);
        said.push(...reports.map((report) => toApiReport(report, clientIdOf(order.orderId))));
      }
      host.book.log(said.map(toDesk));
      host.book.put(records.map((record) => toDeskOrder(record, desk())));
      unsaid.orders.push(...records);
      unsaid.reports.push(...said);
      return tell();
    },
    clear() {
      orders.clear();
      clientIds.clear();
      serials.clear();
      used.clear();
      unsaid = { orders: [], reports: [] };
    },
  };
}
