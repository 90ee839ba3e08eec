import { orderErrorMessage } from '../../domain/orders/errors.ts';
import type { Body, Message } from '../../protocol/index.ts';
import type { Connection } from '../connection/connection.ts';
import { notifyAll, reportLater } from '../observable.ts';
import type { OrdersState, OrderStore, SendResult, WireBalance, WireOrder, WirePosition, WireReport } from '../types.ts';
import { applyReport, localRefusal, orderOfReport } from './apply-report.ts';
import { createClientIds } from './client-ids.ts';
import { orderSource } from './order-source.ts';
import { createTradeLog } from './trade-log.ts';

const NETWORK_ERROR = -27;
const UNKNOWN_ORDER = -13;
const CANCEL_TOO_EARLY = -21;
const NO_ACCOUNT = -36;

export interface OrderStoreDeps {
  readonly trading: Pick<Connection, 'sendReady'>;
  readonly user: () => { readonly userId: string | null; readonly account: string | null };
  /** Host time for client ids, UTC ms. */
  readonly nowMs: () => number;
  /** Exchange time that a new order is stamped with, UTC ms. */
  readonly exchangeMs: () => number;
}

/** The order store as the trading connection feeds it. */
export interface OrderStoreCore extends OrderStore {
  onTrading(message: Message<'trading', 'toClient'>): void;
  /** Orders of another service, as they stand there. */
  putOrders(orders: readonly WireOrder[]): void;
  /** A report of another service. */
  hear(report: WireReport): void;
  /** Reports of another service's past: they are in the log, and nobody is told. */
  logReports(reports: readonly WireReport[]): void;
  /** Another account (or none): what is known of the last one goes. */
  reset(account: string | null): void;
  /** Everything of the account has arrived, so what the server did not name it does not have. */
  onAccountReady(): void;
}

const refusal = (errorCode: number): SendResult => ({ ok: false, errorCode, message: orderErrorMessage(errorCode) });

export function createOrderStore(deps: OrderStoreDeps): OrderStoreCore {
  const nextClientId = createClientIds(deps.nowMs);
  const listeners = new Set<() => void>();
  const reportListeners = new Set<(report: WireReport) => void>();
  const log = createTradeLog();
  /** By OrderId; by ClientId until the server has named the order. */
  let orders = new Map<string, WireOrder>();
  /** Key in `orders` of each ClientId. */
  const keyOfClientId = new Map<string, string>();
  /** The order that each cancel of ours was for, by the cancel's ClientId. */
  const cancels = new Map<string, string>();
  let positions = new Map<string, WirePosition>();
  let incoming: WirePosition[] = [];
  let balance: WireBalance | null = null;
  let account: string | null = null;
  let isLoaded = false;
  let state: OrdersState | null = null;
  let isNotifying = false;

  /** Listeners hear once of everything that one turn of the host brought. */
  function changed(): void {
    state = null;
    if (isNotifying) return;
    isNotifying = true;
    queueMicrotask(() => {
      isNotifying = false;
      notifyAll(listeners);
    });
  }

  function put(order: WireOrder): void {
    const known = keyOfClientId.get(order.ClientId);
    if (known !== undefined && known !== order.OrderId) orders.delete(known);
    keyOfClientId.set(order.ClientId, order.OrderId);
    orders.set(order.OrderId, order);
  }

  function hearReport(report: WireReport): void {
    if (!log.add(report)) return;
    // What the server could not even journal has no OrderId there: all such refusals share a placeholder.
    const isUnnamed = report.Serial === 0 && report.ReportType === 'GatewayRejected';
    const told = isUnnamed ? { ...report, OrderId: keyOfClientId.get(report.ClientId) ?? report.ClientId } : report;
    const key = orders.has(told.OrderId) ? told.OrderId : (keyOfClientId.get(told.ClientId) ?? keyOfClientId.get(told.OriginalClientId ?? ''));
    const order = key === undefined ? undefined : orders.get(key);
    // The refusal of a cancel says nothing of an order that is not known: it makes none.
    if (order !== undefined || told.ReportType !== 'OrderCancelRejected') put(applyReport(order ?? orderOfReport(told), told));
    changed();
    for (const listener of [...reportListeners]) {
      try {
        listener(report);
      } catch (error) {
        reportLater(error);
      }
    }
  }

  function hearFailure({ ClientId, Message: text }: Body<'failure'>): void {
    if (ClientId === undefined) return;
    const cancelled = orders.get(cancels.get(ClientId) ?? '');
    if (cancelled) {
      cancels.delete(ClientId);
      if (cancelled.Status === 'CancelSent') put({ ...cancelled, Status: 'CancelRejected', Description: text.slice(0, 256) });
      return changed();
    }
    const order = orders.get(keyOfClientId.get(ClientId) ?? '');
    if (order?.Status !== 'Sent') return;
    reject(order, text);
    changed();
  }

  /** An order that the server never took: told like a refusal of the server's, so that ticket, log and toasts all hear of it. */
  function reject(order: WireOrder, text: string): void {
    hearReport(localRefusal(order, text, Math.floor(deps.exchangeMs())));
  }

  return {
    get: () => (state ??= { isLoaded, orders: new Map(orders), log: log.newestFirst(), positions, balance }),
    subscribe(listener) {
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    onReport(listener) {
      const own = (report: WireReport) => listener(report);
      reportListeners.add(own);
      return () => void reportListeners.delete(own);
    },

    send(ticket) {
      const { userId, account: Account } = deps.user();
      if (userId === null || Account === null) return refusal(NO_ACCOUNT);
      const ClientId = nextClientId();
      const Timestamp = Math.floor(deps.exchangeMs());
      const Source = orderSource(ticket.side, positions.get(ticket.symbol));
      const common = { Symbol: ticket.symbol, Quantity: ticket.quantity, Destination: ticket.destination, Route: ticket.route, Type: ticket.type, TifType: 'Day', Account, UserId: userId, ClientId, Timestamp, Side: ticket.side, Source } as const;
      const price = ticket.type === 'Limit' && ticket.price !== null ? { Price: ticket.price } : {};
      if (!deps.trading.sendReady('orderSend', { ...common, ...price, Currency: 'USD' })) return refusal(NETWORK_ERROR);
      // Until the server names the order, its ClientId stands in for the OrderId.
      put({ ...common, Price: ticket.type === 'Limit' ? (ticket.price ?? 0) : 0, OrderId: ClientId, StopPrice: 0, Fill: 0, Unfill: ticket.quantity, AveragePrice: 0, Status: 'Sent', TimeCompleted: null, Description: '' });
      changed();
      return { ok: true, clientId: ClientId };
    },
    cancel(orderId) {
      const order = orders.get(orderId);
      if (!order) return refusal(UNKNOWN_ORDER);
      // The server knows it by no name yet that a cancel could carry.
      if (order.Status === 'Sent' && order.OrderId === order.ClientId) return refusal(CANCEL_TOO_EARLY);
      const ClientId = nextClientId();
      if (!deps.trading.sendReady('orderCancel', { Account: order.Account, OrderId: order.OrderId, ClientId })) return refusal(NETWORK_ERROR);
      cancels.set(ClientId, order.OrderId);
      put({ ...order, Status: 'CancelSent' });
      changed();
      return { ok: true, clientId: ClientId };
    },

    onTrading(message) {
      switch (message.name) {
        case 'executionReport':
          if (message.body.Account === account) hearReport(message.body);
          break;
        case 'historyTrades':
          if (message.body.Account !== account) break;
          for (const report of message.body.Items) log.add(report);
          changed();
          break;
        case 'orders':
          if (message.body.Account !== account) break;
          for (const order of message.body.Items) put(order);
          changed();
          break;
        case 'positions':
          if (message.body.Account !== account) break;
          if (message.body.IsSnapshot) {
            incoming.push(...message.body.Items);
            if (message.body.HasMore) break;
            positions = new Map(incoming.map((position) => [position.Symbol, position]));
            incoming = [];
          } else {
            positions = new Map(positions);
            for (const position of message.body.Items) positions.set(position.Symbol, position);
          }
          changed();
          break;
        case 'balance':
          if (message.body.Account !== account) break;
          balance = message.body;
          changed();
          break;
        case 'failure':
          hearFailure(message.body);
          break;
        default:
          break;
      }
    },
    putOrders(known) {
      for (const order of known) put(order);
      changed();
    },
    hear: hearReport,
    logReports(reports) {
      for (const report of reports) log.add(report);
      changed();
    },
    reset(next) {
      account = next;
      orders = new Map();
      keyOfClientId.clear();
      cancels.clear();
      log.clear();
      positions = new Map();
      incoming = [];
      balance = null;
      isLoaded = false;
      changed();
    },
    onAccountReady() {
      isLoaded = true;
      for (const order of orders.values()) {
        if (order.Status === 'Sent' && order.OrderId === order.ClientId) reject(order, 'The order was lost on the way to the server and was not placed.');
      }
      changed();
    },
  };
}
