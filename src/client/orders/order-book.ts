import { isOver } from '../../domain/orders/open-orders.ts';
import type { WireOrder, WireReport } from '../types.ts';
import { applyReport, isRequestRefusal, orderOfReport } from './apply-report.ts';
import { isCancelRefusal, type OpenRequest } from './open-requests.ts';

/** True while the ClientId stands in for the id that the server gives. */
export const isUnnamed = ({ Status, OrderId, ClientId }: WireOrder): boolean =>
  Status === 'Sent' && OrderId === ClientId;

/** The orders of the account known to this client: those of the server, and those of an external broker. */
export class OrderBook {
  #orders = new Map<string, WireOrder>();
  /** Key in `#orders` of each ClientId. */
  readonly #keyOfClientId = new Map<string, string>();
  /** ClientIds of orders that this client itself rejected. If the journal holds such an order, the journal is right. */
  readonly #rejectedHere = new Set<string>();
  /** Of each order of the server's, the connection on which the server last mentioned it. */
  readonly #mentionedOn = new Map<string, number>();
  #connection = 0;

  /** By OrderId; by ClientId until the server has named the order. */
  all(): Map<string, WireOrder> {
    return new Map(this.#orders);
  }

  /** The order with this OrderId, or with this ClientId while it has no OrderId. */
  get(orderId: string): WireOrder | undefined {
    return this.#orders.get(orderId);
  }

  /** The order with this present ClientId. */
  ofClientId(clientId: string): WireOrder | undefined {
    return this.#orders.get(this.#keyOfClientId.get(clientId) ?? '');
  }

  /** Sets the present state of an order of either service. */
  put(order: WireOrder): void {
    const known = this.#keyOfClientId.get(order.ClientId);
    if (known !== undefined && known !== order.OrderId) this.#remove(known);
    this.#keyOfClientId.set(order.ClientId, order.OrderId);
    this.#orders.set(order.OrderId, order);
  }

  /** Sets an order that the server lists, or that was just sent to it. */
  putOwn(order: WireOrder): void {
    this.put(order);
    this.#rejectedHere.delete(order.ClientId);
    this.#mentionedOn.set(order.OrderId, this.#connection);
  }

  /** Applies a report to its order, and returns that order's id; undefined for the rejection of a request about an order that is not known. */
  take(report: WireReport, request: OpenRequest | undefined): string | undefined {
    const key = this.#keyOf(report);
    const known = key === undefined ? undefined : this.#orders.get(key);
    const isOfRequest = isCancelRefusal(report) || isRequestRefusal(report);
    if (known === undefined && isOfRequest) return undefined;
    const order = isOfRequest ? known : this.#withoutRejection(known, report);
    const applied = underKnownId(report, key);
    const next = applyReport(
      order ?? orderOfReport(applied),
      applied,
      request?.kind === 'replace' ? request.body : undefined,
    );
    // A replacement with an OrderId of its own replaces the row of its order.
    if (key !== undefined && next.OrderId !== key) this.#remove(key);
    if (order !== undefined) this.#keyOfClientId.set(order.ClientId, next.OrderId);
    this.put(next);
    this.#noteLocalRejection(known, next, report);
    return next.OrderId;
  }

  /** The server has mentioned the order since the connection was made. */
  noteMention(orderId: string): void {
    this.#mentionedOn.set(orderId, this.#connection);
  }

  /** The connection is lost: an order is certain to exist only once the server mentions it again. */
  onLost(): void {
    this.#connection += 1;
  }

  /** Orders that were sent to the server and that it has not answered. */
  unanswered(): readonly WireOrder[] {
    return [...this.#orders.values()].filter(
      (order) => isUnnamed(order) && this.#mentionedOn.has(order.OrderId),
    );
  }

  /** Drops open orders that the server does not list any more, once its list is complete. */
  dropUnnamed(): void {
    for (const [orderId, connection] of [...this.#mentionedOn]) {
      const order = this.#orders.get(orderId);
      const isListed = connection === this.#connection;
      if (order === undefined || isListed || isUnnamed(order) || isOver(order.Status)) continue;
      this.#keyOfClientId.delete(order.ClientId);
      this.#remove(orderId);
    }
  }

  /** Removes all orders, for another account. */
  clear(): void {
    this.#orders = new Map();
    this.#keyOfClientId.clear();
    this.#rejectedHere.clear();
    this.#mentionedOn.clear();
  }

  /** Records an order that a report without a journal entry has just rejected. */
  #noteLocalRejection(before: WireOrder | undefined, after: WireOrder, report: WireReport): void {
    if (!isJournaled(report) && after.Status === 'Rejected' && before?.Status !== 'Rejected')
      this.#rejectedHere.add(after.ClientId);
  }

  #remove(orderId: string): void {
    this.#orders.delete(orderId);
    this.#mentionedOn.delete(orderId);
  }

  #keyOf({ OrderId, ClientId, OriginalClientId }: WireReport): string | undefined {
    if (this.#orders.has(OrderId)) return OrderId;
    return this.#keyOfClientId.get(ClientId) ?? this.#keyOfClientId.get(OriginalClientId ?? '');
  }

  /** An order that this client rejected and that the journal has did reach the server: it continues as if it had not been rejected. */
  #withoutRejection(known: WireOrder | undefined, report: WireReport): WireOrder | undefined {
    return known !== undefined && isJournaled(report) && this.#rejectedHere.delete(known.ClientId)
      ? { ...known, Status: 'Sent', Description: '', TimeCompleted: null }
      : known;
  }
}

const isJournaled = ({ Serial }: WireReport): boolean => Serial > 0;

/** The report under the id that its order is known by. Rejections that the server could not journal have no OrderId: all of them share a placeholder. */
function underKnownId(report: WireReport, key: string | undefined): WireReport {
  if (!isJournaled(report) && report.ReportType === 'GatewayRejected')
    return { ...report, OrderId: key ?? report.ClientId };
  return isRequestRefusal(report) && key !== undefined ? { ...report, OrderId: key } : report;
}
