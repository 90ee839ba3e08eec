import { isOver } from '../../domain/orders/open-orders.ts';
import type { WireOrder, WireReport } from '../types.ts';
import { applyReport, isRequestRefusal, orderOfReport } from './apply-report.ts';
import { isCancelRefusal, type OpenRequest } from './open-requests.ts';

/** The account's orders as far as this client knows: the server's, and those of another service. */
export interface OrderBook {
  /** By OrderId; by ClientId until the server has named the order. */
  all(): Map<string, WireOrder>;
  get(orderId: string): WireOrder | undefined;
  ofClientId(clientId: string): WireOrder | undefined;
  /** An order as it stands now; who said so makes no difference. */
  put(order: WireOrder): void;
  /** An order that the server lists, or that was just sent to it. */
  putOwn(order: WireOrder): void;
  /** Keeps what a report makes of an order, and returns that order's id. What is said of a request for an order that is not known makes none. */
  take(report: WireReport, request: OpenRequest | undefined): string | undefined;
  /** The server has spoken of the order since the connection was made. */
  heardOf(orderId: string): void;
  /** The connection is gone: until the server names an order again, nobody knows whether it still has it. */
  onLost(): void;
  /** What was sent to the server, and of which it has said nothing. */
  unanswered(): readonly WireOrder[];
  /** Everything the server has was named, so the open orders that it had, and has named no more, are over. */
  dropUnnamed(): void;
  clear(): void;
}

/** True while the ClientId stands in for the id that the server gives. */
export const isUnnamed = ({ Status, OrderId, ClientId }: WireOrder): boolean =>
  Status === 'Sent' && OrderId === ClientId;

export function createOrderBook(): OrderBook {
  let orders = new Map<string, WireOrder>();
  /** Key in `orders` of each ClientId. */
  const keyOfClientId = new Map<string, string>();
  /** ClientIds of orders that are refused as far as this client can tell: no journal holds the refusal, so one that holds the order is right. */
  const refusedHere = new Set<string>();
  /** Of each order of the server's, the connection on which it was heard of last. */
  const heardOn = new Map<string, number>();
  let connection = 0;

  function put(order: WireOrder): void {
    const known = keyOfClientId.get(order.ClientId);
    if (known !== undefined && known !== order.OrderId) remove(known);
    keyOfClientId.set(order.ClientId, order.OrderId);
    orders.set(order.OrderId, order);
  }
  function remove(orderId: string): void {
    orders.delete(orderId);
    heardOn.delete(orderId);
  }

  return {
    all: () => new Map(orders),
    get: (orderId) => orders.get(orderId),
    ofClientId: (clientId) => orders.get(keyOfClientId.get(clientId) ?? ''),
    put,
    putOwn(order) {
      put(order);
      refusedHere.delete(order.ClientId);
      heardOn.set(order.OrderId, connection);
    },
    take(report, request) {
      const key = orders.has(report.OrderId)
        ? report.OrderId
        : (keyOfClientId.get(report.ClientId) ?? keyOfClientId.get(report.OriginalClientId ?? ''));
      const known = key === undefined ? undefined : orders.get(key);
      const isOfRequest = isCancelRefusal(report) || isRequestRefusal(report);
      if (known === undefined && isOfRequest) return undefined;
      const isJournalled = report.Serial > 0;
      // The order was on its way after all: it goes on as if nothing had been said of it.
      const order: WireOrder | undefined =
        known !== undefined && isJournalled && !isOfRequest && refusedHere.delete(known.ClientId)
          ? { ...known, Status: 'Sent', Description: '', TimeCompleted: null }
          : known;
      // What the server could not even journal has no OrderId there: all such refusals share a placeholder.
      const isPlaceholder = !isJournalled && report.ReportType === 'GatewayRejected';
      const told = isPlaceholder
        ? { ...report, OrderId: key ?? report.ClientId }
        : isRequestRefusal(report) && key !== undefined
          ? { ...report, OrderId: key }
          : report;
      const next = applyReport(
        order ?? orderOfReport(told),
        told,
        request?.kind === 'replace' ? request.body : undefined,
      );
      // A replacement under an id of its own takes the place of the order that it replaces.
      if (key !== undefined && next.OrderId !== key) remove(key);
      if (order !== undefined) keyOfClientId.set(order.ClientId, next.OrderId);
      put(next);
      if (!isJournalled && next.Status === 'Rejected' && known?.Status !== 'Rejected')
        refusedHere.add(next.ClientId);
      return next.OrderId;
    },
    heardOf: (orderId) => void heardOn.set(orderId, connection),
    onLost: () => void connection++,
    unanswered: () => [...orders.values()].filter((order) => isUnnamed(order) && heardOn.has(order.OrderId)),
    dropUnnamed() {
      for (const [orderId, heard] of [...heardOn]) {
        const order = orders.get(orderId);
        if (order === undefined || heard === connection || isUnnamed(order) || isOver(order.Status)) continue;
        keyOfClientId.delete(order.ClientId);
        remove(orderId);
      }
    },
    clear() {
      orders = new Map();
      keyOfClientId.clear();
      refusedHere.clear();
      heardOn.clear();
    },
  };
}
