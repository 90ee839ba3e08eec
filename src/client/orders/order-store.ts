import { isOptionSymbol } from '../../domain/symbols/symbol.ts';
import type { OrderStatus } from '../../domain/orders/enumerations.ts';
import { orderErrorMessage } from '../../domain/orders/errors.ts';
import { FINAL_STATUSES, OPEN_STATUSES } from '../../domain/orders/transitions.ts';
import { catalogue, type Body, type Message } from '../../protocol/index.ts';
import type { Connection } from '../connection/connection.ts';
import type { HostClock } from '../host-clock.ts';
import { createObservable, notifyAll, reportLater } from '../observable.ts';
import type { AccountOptions, OrdersState, OrderStore, OrderTicket, SendResult, WireBalance, WireOrder, WirePosition, WireReport } from '../types.ts';
import { applyReport, isRequestRefusal, localRefusal, orderOfReport } from './apply-report.ts';
import { createClientIds } from './client-ids.ts';
import { exportJournal } from './export-journal.ts';
import { createOpenRequests, isCancelRefusal, type OpenRequest } from './open-requests.ts';
import { sendBody, sentOrder, type OrderStamp, type SendBody } from './order-body.ts';
import { orderSource } from './order-source.ts';
import { createPreviews } from './previews.ts';
import { createTradeLog } from './trade-log.ts';

const NETWORK_ERROR = -27;
const UNKNOWN_ORDER = -13;
const CANCEL_TOO_LATE = -19;
const CANCEL_PENDING = -20;
const CANCEL_TOO_EARLY = -21;
const NO_ACCOUNT = -36;

export interface OrderStoreDeps {
  readonly trading: Pick<Connection, 'sendReady'>;
  readonly user: () => { readonly userId: string | null; readonly account: string | null };
  /** Host time for client ids, and timers. */
  readonly clock: Pick<HostClock, 'nowMs' | 'setTimeout' | 'clearTimeout'>;
  /** Exchange time that a new order is stamped with, UTC ms. */
  readonly exchangeMs: () => number;
  /** A call to the server's HTTP side, with the session's token. */
  readonly fetch: (path: string) => Promise<Response>;
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
  /** The trading connection is gone: nobody will answer what was asked on it. */
  onLost(): void;
}

/** Statuses in which a change is on its way: another has to wait. */
const LEAVING: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['CancelSent', 'PendingCancel', 'CancelReplaceSent', 'ReplaceSent', 'ReplacePending']);

const refusal = (errorCode: number): SendResult => ({ ok: false, errorCode, message: orderErrorMessage(errorCode) });

export function createOrderStore(deps: OrderStoreDeps): OrderStoreCore {
  const nextClientId = createClientIds(() => deps.clock.nowMs());
  const listeners = new Set<() => void>();
  const reportListeners = new Set<(report: WireReport) => void>();
  const log = createTradeLog();
  /** By OrderId; by ClientId until the server has named the order. */
  let orders = new Map<string, WireOrder>();
  /** Key in `orders` of each ClientId. */
  const keyOfClientId = new Map<string, string>();
  const requests = createOpenRequests();
  const previews = createPreviews(deps.clock);
  const options = createObservable<AccountOptions | null>(null);
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

  /** Keeps what a report makes of an order. What is said of a request for an order that is not known makes none. */
  function take(report: WireReport): void {
    const key = orders.has(report.OrderId) ? report.OrderId : (keyOfClientId.get(report.ClientId) ?? keyOfClientId.get(report.OriginalClientId ?? ''));
    const order = key === undefined ? undefined : orders.get(key);
    if (order === undefined && (isCancelRefusal(report) || isRequestRefusal(report))) return;
    const request = requests.get(report.ClientId);
    // What the server could not even journal has no OrderId there: all such refusals share a placeholder.
    const isUnnamed = report.Serial === 0 && report.ReportType === 'GatewayRejected';
    const told = isUnnamed ? { ...report, OrderId: key ?? report.ClientId } : isRequestRefusal(report) && key !== undefined ? { ...report, OrderId: key } : report;
    const next = applyReport(order ?? orderOfReport(told), told, request?.kind === 'replace' ? request.body : undefined);
    // A replacement under an id of its own takes the place of the order that it replaces.
    if (key !== undefined && next.OrderId !== key) orders.delete(key);
    if (order !== undefined) keyOfClientId.set(order.ClientId, next.OrderId);
    put(next);
  }

  function hearReport(report: WireReport): void {
    if (!log.add(report)) return;
    take(report);
    requests.settle(report);
    changed();
    for (const listener of [...reportListeners]) {
      try {
        listener(report);
      } catch (error) {
        reportLater(error);
      }
    }
  }

  function hearFailure({ ClientId, RequestT, Message: text }: Body<'failure'>): void {
    if (RequestT === catalogue.orderPreview.T) return previews.refuse(text);
    if (ClientId === undefined) return;
    const request = requests.take(ClientId);
    const asked = orders.get(request?.orderId ?? '');
    if (request !== undefined && asked !== undefined) {
      const isWaiting = asked.Status === (request.kind === 'cancel' ? 'CancelSent' : 'CancelReplaceSent');
      if (isWaiting) put({ ...asked, Status: request.kind === 'cancel' ? 'CancelRejected' : 'ReplaceRejected', Description: text.slice(0, 256) });
      return changed();
    }
    const order = orders.get(keyOfClientId.get(ClientId) ?? '');
    if (order?.Status !== 'Sent') return;
    refuse(order, text);
    changed();
  }

  /** What the server never took: told like a refusal of the server's, so that ticket, log and toasts all hear of it. */
  function refuse(order: WireOrder, text: string, request: { clientId: string; kind: OpenRequest['kind'] } | null = null): void {
    hearReport(localRefusal(order, text, Math.floor(deps.exchangeMs()), request));
  }

  /** Who orders now; undefined when nobody may. */
  function stamp(ClientId: string, Source: OrderStamp['Source']): OrderStamp | undefined {
    const { userId, account: Account } = deps.user();
    return userId === null || Account === null ? undefined : { Account, UserId: userId, ClientId, Timestamp: Math.floor(deps.exchangeMs()), Source };
  }

  const bodyOf = (ticket: OrderTicket, ClientId: string): SendBody | undefined => {
    const by = stamp(ClientId, orderSource(ticket.side, positions.get(ticket.symbol), isOptionSymbol(ticket.symbol)));
    return by && sendBody(ticket, by);
  };
  /** The ticket as the order that takes the place of `order`: what may not change is the order's own. */
  const replacementOf = (order: WireOrder, ticket: OrderTicket, ClientId: string): Body<'orderReplace'> | undefined => {
    const by = stamp(ClientId, order.Source);
    return by && { ...sendBody({ ...ticket, symbol: order.Symbol, side: order.Side, destination: order.Destination, route: order.Route }, by), OriginalClientId: order.ClientId };
  };

  /** Why nothing can be asked of an order now; undefined when it can. */
  function askRefusal(order: WireOrder | undefined): SendResult | undefined {
    if (!order) return refusal(UNKNOWN_ORDER);
    // The server knows it by no name yet that a request could carry.
    if (order.Status === 'Sent' && order.OrderId === order.ClientId) return refusal(CANCEL_TOO_EARLY);
    return undefined;
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
      const body = bodyOf(ticket, nextClientId());
      if (body === undefined) return refusal(NO_ACCOUNT);
      if (!deps.trading.sendReady(isOptionSymbol(ticket.symbol) ? 'optionOrderSend' : 'orderSend', body)) return refusal(NETWORK_ERROR);
      // Until the server names the order, its ClientId stands in for the OrderId.
      put(sentOrder(body));
      changed();
      return { ok: true, clientId: body.ClientId };
    },
    cancel(orderId) {
      const order = orders.get(orderId);
      const problem = askRefusal(order);
      if (problem !== undefined || order === undefined) return problem ?? refusal(UNKNOWN_ORDER);
      if (FINAL_STATUSES.has(order.Status)) return refusal(CANCEL_TOO_LATE);
      const ClientId = nextClientId();
      if (!deps.trading.sendReady('orderCancel', { Account: order.Account, OrderId: order.OrderId, ClientId })) return refusal(NETWORK_ERROR);
      requests.add(ClientId, { kind: 'cancel', orderId: order.OrderId });
      put({ ...order, Status: 'CancelSent' });
      changed();
      return { ok: true, clientId: ClientId };
    },
    replace(orderId, ticket) {
      const order = orders.get(orderId);
      const problem = askRefusal(order);
      if (problem !== undefined || order === undefined) return problem ?? refusal(UNKNOWN_ORDER);
      if (LEAVING.has(order.Status)) return refusal(CANCEL_PENDING);
      if (order.Unfill === 0 || !(OPEN_STATUSES.has(order.Status) || order.Status === 'CancelRejected' || order.Status === 'ReplaceRejected' || order.Status === 'Stopped')) return refusal(CANCEL_TOO_LATE);
      const body = replacementOf(order, ticket, nextClientId());
      if (body === undefined) return refusal(NO_ACCOUNT);
      if (!deps.trading.sendReady(isOptionSymbol(order.Symbol) ? 'optionOrderReplace' : 'orderReplace', body)) return refusal(NETWORK_ERROR);
      requests.add(body.ClientId, { kind: 'replace', orderId: order.OrderId, body });
      put({ ...order, Status: 'CancelReplaceSent' });
      changed();
      return { ok: true, clientId: body.ClientId };
    },
    preview(ticket, replaces, signal) {
      const order = replaces === null ? undefined : orders.get(replaces);
      if (replaces !== null && order === undefined) return Promise.reject(new Error(orderErrorMessage(UNKNOWN_ORDER)));
      // An id that no order will have: a question is none.
      const ClientId = nextClientId().replace('ord', 'ask');
      const Order = order === undefined ? bodyOf(ticket, ClientId) : replacementOf(order, ticket, ClientId);
      if (Order === undefined) return Promise.reject(new Error(orderErrorMessage(NO_ACCOUNT)));
      return previews.ask((Id) => deps.trading.sendReady('orderPreview', { Id, Order }), signal);
    },
    options,
    setOptions({ cancelOnDisconnect, isHalted }) {
      const { account: Account } = deps.user();
      if (Account === null) return refusal(NO_ACCOUNT);
      const change = { ...(cancelOnDisconnect === undefined ? {} : { CancelOnDisconnect: cancelOnDisconnect }), ...(isHalted === undefined ? {} : { IsHalted: isHalted }) };
      return deps.trading.sendReady('accountOptionsSet', { Account, ...change }) ? { ok: true, clientId: '' } : refusal(NETWORK_ERROR);
    },
    exportJournal(format) {
      const { account: of } = deps.user();
      return of === null ? Promise.reject(new Error(orderErrorMessage(NO_ACCOUNT))) : exportJournal(deps.fetch, of, format);
    },

    onTrading(message) {
      switch (message.name) {
        case 'executionReport':
          if (message.body.Account === account) hearReport(message.body);
          break;
        case 'historyTrades':
          if (message.body.Account !== account) break;
          for (const report of message.body.Items) if (log.add(report)) requests.settle(report);
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
        case 'orderPreviewResult':
          previews.answer(message.body);
          break;
        case 'accountOptions': {
          const { Account, ...rest } = message.body;
          if (Account === account) options.set(rest);
          break;
        }
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
      requests.takeAll();
      previews.onLost();
      options.set(null);
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
        if (order.Status === 'Sent' && order.OrderId === order.ClientId) refuse(order, 'The order was lost on the way to the server and was not placed.');
      }
      for (const [clientId, { kind, orderId }] of requests.takeAll()) {
        const order = orders.get(orderId);
        if (order === undefined || order.ClientId === clientId || !OPEN_STATUSES.has(order.Status)) continue;
        refuse(order, kind === 'cancel' ? 'The cancel was lost on the way to the server: the order is still working.' : 'The change was lost on the way to the server: the order works on as it was.', { clientId, kind });
      }
      changed();
    },
    onLost: () => previews.onLost(),
  };
}
