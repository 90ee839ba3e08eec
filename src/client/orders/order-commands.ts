import { OrderError, orderErrorMessage } from '../../domain/orders/errors.ts';
import { isOver, isWorking } from '../../domain/orders/open-orders.ts';
import { ORDER_STATUSES } from '../../domain/orders/order-statuses.ts';
import { isOptionSymbol } from '../../domain/symbols/symbol.ts';
import type { Body } from '../../protocol/index.ts';
import type { Connection } from '../connection/connection.ts';
import type { ExecutionCalls, Explanation } from '../execution/types.ts';
import type { HostClock } from '../host-clock.ts';
import type { OrderPreview, OrderStore, OrderTicket, SendResult, WireOrder, WirePosition } from '../types.ts';
import { createClientIds } from './client-ids.ts';
import { exportJournal } from './export-journal.ts';
import type { OpenRequests } from './open-requests.ts';
import { replacingTicket, sendBody, sentOrder, type OrderStamp, type SendBody } from './order-body.ts';
import { isUnnamed, type OrderBook } from './order-book.ts';
import { orderSource } from './order-source.ts';
import type { Previews } from './previews.ts';

/** What `OrderCommands` sends with. */
export interface OrderCommandsDeps {
  readonly trading: Pick<Connection, 'sendReady'>;
  readonly user: () => { readonly userId: string | null; readonly account: string | null };
  /** Host time for client ids. */
  readonly clock: Pick<HostClock, 'nowMs'>;
  /** Exchange time that a new order is stamped with, UTC ms. */
  readonly exchangeMs: () => number;
  /** A call to the server's HTTP side, with the session's token. */
  readonly fetch: (path: string) => Promise<Response>;
  /** Has the server's risk checks explain an order. */
  readonly explain: ExecutionCalls['explain'];
}

/** What the commands read and change of the account. */
export interface OrderCommandsState {
  readonly book: OrderBook;
  readonly requests: OpenRequests;
  readonly previews: Previews;
  readonly position: (symbol: string) => WirePosition | undefined;
  /** Called after something was sent. */
  readonly changed: () => void;
}

/** Options and multi-leg orders have messages of their own. */
const isOptionBody = ({ Symbol, Legs }: SendBody): boolean => Legs !== undefined || isOptionSymbol(Symbol);

const rejected = (errorCode: number): SendResult => ({
  ok: false,
  errorCode,
  message: orderErrorMessage(errorCode),
});

/** Order commands to the server: send, replace, cancel, preview, and the account's options. What cannot be sent at once is rejected at once. */
export class OrderCommands implements Pick<
  OrderStore,
  'send' | 'cancel' | 'replace' | 'preview' | 'explain' | 'setOptions' | 'exportJournal'
> {
  readonly #deps: OrderCommandsDeps;
  readonly #state: OrderCommandsState;
  readonly #nextClientId: () => string;

  constructor(deps: OrderCommandsDeps, state: OrderCommandsState) {
    this.#deps = deps;
    this.#state = state;
    this.#nextClientId = createClientIds(() => deps.clock.nowMs());
  }

  send(ticket: OrderTicket, clientId = this.#nextClientId()): SendResult {
    const body = this.#bodyOf(ticket, clientId);
    if (body === undefined) return rejected(OrderError.NoAccount);
    if (!this.#deps.trading.sendReady(isOptionBody(body) ? 'optionOrderSend' : 'orderSend', body))
      return rejected(OrderError.NetworkError);
    // Until the server names the order, its ClientId stands in for the OrderId.
    this.#state.book.putOwn(sentOrder(body));
    this.#state.changed();
    return { ok: true, clientId: body.ClientId };
  }

  cancel(orderId: string): SendResult {
    const { book, requests, changed } = this.#state;
    const order = book.get(orderId);
    if (order === undefined) return rejected(OrderError.UnknownOrder);
    // The order has no OrderId yet that a request could name.
    if (isUnnamed(order)) return rejected(OrderError.CancelTooEarly);
    if (isOver(order.Status)) return rejected(OrderError.CancelTooLate);
    const ClientId = this.#nextClientId();
    const { Account, OrderId } = order;
    if (!this.#deps.trading.sendReady('orderCancel', { Account, OrderId, ClientId }))
      return rejected(OrderError.NetworkError);
    requests.add(ClientId, { kind: 'cancel', orderId: OrderId });
    book.put({ ...order, Status: 'CancelSent' });
    changed();
    return { ok: true, clientId: ClientId };
  }

  replace(orderId: string, ticket: OrderTicket): SendResult {
    const { book, requests, changed } = this.#state;
    const order = book.get(orderId);
    if (order === undefined) return rejected(OrderError.UnknownOrder);
    if (isUnnamed(order)) return rejected(OrderError.CancelTooEarly);
    if (ORDER_STATUSES[order.Status].stage === 'changing') return rejected(OrderError.CancelPending);
    if (!isWorking(order)) return rejected(OrderError.CancelTooLate);
    const body = this.#replacementOf(order, ticket, this.#nextClientId());
    if (body === undefined) return rejected(OrderError.NoAccount);
    if (!this.#deps.trading.sendReady(isOptionBody(body) ? 'optionOrderReplace' : 'orderReplace', body))
      return rejected(OrderError.NetworkError);
    requests.add(body.ClientId, { kind: 'replace', orderId: order.OrderId, body });
    book.put({ ...order, Status: 'CancelReplaceSent' });
    changed();
    return { ok: true, clientId: body.ClientId };
  }

  preview(ticket: OrderTicket, replaces: string | null, signal?: AbortSignal): Promise<OrderPreview> {
    const Order = this.#unsentBody(ticket, replaces);
    if (typeof Order === 'number') return Promise.reject(new Error(orderErrorMessage(Order)));
    return this.#state.previews.request(
      (Id) => this.#deps.trading.sendReady('orderPreview', { Id, Order }),
      signal,
    );
  }

  explain(ticket: OrderTicket, replaces: string | null): Promise<Explanation> {
    const Order = this.#unsentBody(ticket, replaces);
    return typeof Order === 'number'
      ? Promise.reject(new Error(orderErrorMessage(Order)))
      : this.#deps.explain(Order);
  }

  setOptions({ cancelOnDisconnect, isHalted }: Parameters<OrderStore['setOptions']>[0]): SendResult {
    const { account: Account } = this.#deps.user();
    if (Account === null) return rejected(OrderError.NoAccount);
    const change = {
      ...(cancelOnDisconnect === undefined ? {} : { CancelOnDisconnect: cancelOnDisconnect }),
      ...(isHalted === undefined ? {} : { IsHalted: isHalted }),
    };
    return this.#deps.trading.sendReady('accountOptionsSet', { Account, ...change })
      ? { ok: true, clientId: '' }
      : rejected(OrderError.NetworkError);
  }

  exportJournal(format: Parameters<OrderStore['exportJournal']>[0]): ReturnType<OrderStore['exportJournal']> {
    const { account } = this.#deps.user();
    return account === null
      ? Promise.reject(new Error(orderErrorMessage(OrderError.NoAccount)))
      : exportJournal(this.#deps.fetch, account, format);
  }

  /** The body of a ticket that is evaluated and not sent, or the code of the reason why it has none. */
  #unsentBody(
    ticket: OrderTicket,
    replaces: string | null,
  ): SendBody | Body<'orderReplace'> | typeof OrderError.UnknownOrder | typeof OrderError.NoAccount {
    const order = replaces === null ? undefined : this.#state.book.get(replaces);
    if (replaces !== null && order === undefined) return OrderError.UnknownOrder;
    // A ClientId that no order uses.
    const ClientId = this.#nextClientId().replace('ord', 'ask');
    const body =
      order === undefined ? this.#bodyOf(ticket, ClientId) : this.#replacementOf(order, ticket, ClientId);
    return body ?? OrderError.NoAccount;
  }

  /** User, account and time of an order; undefined when no account is selected. */
  #stamp(ClientId: string, Source: OrderStamp['Source']): OrderStamp | undefined {
    const { userId, account: Account } = this.#deps.user();
    return userId === null || Account === null
      ? undefined
      : { Account, UserId: userId, ClientId, Timestamp: Math.floor(this.#deps.exchangeMs()), Source };
  }

  #bodyOf(ticket: OrderTicket, ClientId: string): SendBody | undefined {
    const isOption = ticket.legs !== undefined || isOptionSymbol(ticket.symbol);
    const source = orderSource(ticket.side, this.#state.position(ticket.symbol), isOption);
    const stamp = this.#stamp(ClientId, source);
    return stamp && sendBody(ticket, stamp);
  }

  /**
   * The ticket as the order that takes the place of `order`: what may not change is the order's own. A trailing stop whose stop price the
   * ticket leaves open stays where the server has it; the one known here may be older than the market.
   */
  #replacementOf(order: WireOrder, ticket: OrderTicket, ClientId: string): Body<'orderReplace'> | undefined {
    const stamp = this.#stamp(ClientId, order.Source);
    return stamp && { ...sendBody(replacingTicket(order, ticket), stamp), OriginalClientId: order.ClientId };
  }
}
