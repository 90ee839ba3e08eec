import { orderErrorMessage } from '../../domain/orders/errors.ts';
import { isOver, isWorking } from '../../domain/orders/open-orders.ts';
import { ORDER_STATUSES } from '../../domain/orders/order-statuses.ts';
import { isOptionSymbol } from '../../domain/symbols/symbol.ts';
import type { Body } from '../../protocol/index.ts';
import type { Connection } from '../connection/connection.ts';
import type { HostClock } from '../host-clock.ts';
import type { OrderStore, OrderTicket, SendResult, WireOrder, WirePosition } from '../types.ts';
import { createClientIds } from './client-ids.ts';
import { exportJournal } from './export-journal.ts';
import type { OpenRequests } from './open-requests.ts';
import { replacingTicket, sendBody, sentOrder, type OrderStamp, type SendBody } from './order-body.ts';
import { isUnnamed, type OrderBook } from './order-book.ts';
import { orderSource } from './order-source.ts';
import type { Previews } from './previews.ts';

const NETWORK_ERROR = -27;
const UNKNOWN_ORDER = -13;
const CANCEL_TOO_LATE = -19;
const CANCEL_PENDING = -20;
/** The server knows the order by no name yet that a request could carry. */
const CANCEL_TOO_EARLY = -21;
const NO_ACCOUNT = -36;

export interface AskingDeps {
  readonly trading: Pick<Connection, 'sendReady'>;
  readonly user: () => { readonly userId: string | null; readonly account: string | null };
  /** Host time for client ids. */
  readonly clock: Pick<HostClock, 'nowMs'>;
  /** Exchange time that a new order is stamped with, UTC ms. */
  readonly exchangeMs: () => number;
  /** A call to the server's HTTP side, with the session's token. */
  readonly fetch: (path: string) => Promise<Response>;
}

/** What asking needs to know of the account. */
export interface AskingState {
  readonly book: OrderBook;
  readonly requests: OpenRequests;
  readonly previews: Previews;
  readonly position: (symbol: string) => WirePosition | undefined;
  /** After something was sent. */
  readonly changed: () => void;
}

/** Options and multi-leg orders have messages of their own. */
const isOptionBody = ({ Symbol, Legs }: SendBody): boolean => Legs !== undefined || isOptionSymbol(Symbol);

const refusal = (errorCode: number): SendResult => ({
  ok: false,
  errorCode,
  message: orderErrorMessage(errorCode),
});

/** What a person asks of the server: orders, cancels, replacements, previews and options. Whatever cannot leave at once is refused at once. */
export function createAsking(
  deps: AskingDeps,
  { book, requests, previews, position, changed }: AskingState,
): Pick<OrderStore, 'send' | 'cancel' | 'replace' | 'preview' | 'setOptions' | 'exportJournal'> {
  const nextClientId = createClientIds(() => deps.clock.nowMs());

  /** Who orders now; undefined when nobody may. */
  function stamp(ClientId: string, Source: OrderStamp['Source']): OrderStamp | undefined {
    const { userId, account: Account } = deps.user();
    return userId === null || Account === null
      ? undefined
      : { Account, UserId: userId, ClientId, Timestamp: Math.floor(deps.exchangeMs()), Source };
  }
  const bodyOf = (ticket: OrderTicket, ClientId: string): SendBody | undefined => {
    const by = stamp(
      ClientId,
      orderSource(
        ticket.side,
        position(ticket.symbol),
        ticket.legs !== undefined || isOptionSymbol(ticket.symbol),
      ),
    );
    return by && sendBody(ticket, by);
  };
  /**
   * The ticket as the order that takes the place of `order`: what may not change is the order's own. A trailing stop whose stop price the
   * ticket leaves open stays where the server has it; the one known here may be one that the market has passed on from.
   */
  const replacementOf = (
    order: WireOrder,
    ticket: OrderTicket,
    ClientId: string,
  ): Body<'orderReplace'> | undefined => {
    const by = stamp(ClientId, order.Source);
    return (
      by && {
        ...sendBody(replacingTicket(order, ticket), by),
        OriginalClientId: order.ClientId,
      }
    );
  };

  return {
    send(ticket) {
      const body = bodyOf(ticket, nextClientId());
      if (body === undefined) return refusal(NO_ACCOUNT);
      if (!deps.trading.sendReady(isOptionBody(body) ? 'optionOrderSend' : 'orderSend', body))
        return refusal(NETWORK_ERROR);
      // Until the server names the order, its ClientId stands in for the OrderId.
      book.putOwn(sentOrder(body));
      changed();
      return { ok: true, clientId: body.ClientId };
    },
    cancel(orderId) {
      const order = book.get(orderId);
      if (order === undefined) return refusal(UNKNOWN_ORDER);
      if (isUnnamed(order)) return refusal(CANCEL_TOO_EARLY);
      if (isOver(order.Status)) return refusal(CANCEL_TOO_LATE);
      const ClientId = nextClientId();
      if (
        !deps.trading.sendReady('orderCancel', { Account: order.Account, OrderId: order.OrderId, ClientId })
      )
        return refusal(NETWORK_ERROR);
      requests.add(ClientId, { kind: 'cancel', orderId: order.OrderId });
      book.put({ ...order, Status: 'CancelSent' });
      changed();
      return { ok: true, clientId: ClientId };
    },
    replace(orderId, ticket) {
      const order = book.get(orderId);
      if (order === undefined) return refusal(UNKNOWN_ORDER);
      if (isUnnamed(order)) return refusal(CANCEL_TOO_EARLY);
      if (ORDER_STATUSES[order.Status].stage === 'changing') return refusal(CANCEL_PENDING);
      if (!isWorking(order)) return refusal(CANCEL_TOO_LATE);
      const body = replacementOf(order, ticket, nextClientId());
      if (body === undefined) return refusal(NO_ACCOUNT);
      if (!deps.trading.sendReady(isOptionBody(body) ? 'optionOrderReplace' : 'orderReplace', body))
        return refusal(NETWORK_ERROR);
      requests.add(body.ClientId, { kind: 'replace', orderId: order.OrderId, body });
      book.put({ ...order, Status: 'CancelReplaceSent' });
      changed();
      return { ok: true, clientId: body.ClientId };
    },
    preview(ticket, replaces, signal) {
      const order = replaces === null ? undefined : book.get(replaces);
      if (replaces !== null && order === undefined)
        return Promise.reject(new Error(orderErrorMessage(UNKNOWN_ORDER)));
      // An id that no order will have: a question is none.
      const ClientId = nextClientId().replace('ord', 'ask');
      const Order = order === undefined ? bodyOf(ticket, ClientId) : replacementOf(order, ticket, ClientId);
      if (Order === undefined) return Promise.reject(new Error(orderErrorMessage(NO_ACCOUNT)));
      return previews.ask((Id) => deps.trading.sendReady('orderPreview', { Id, Order }), signal);
    },
    setOptions({ cancelOnDisconnect, isHalted }) {
      const { account: Account } = deps.user();
      if (Account === null) return refusal(NO_ACCOUNT);
      const change = {
        ...(cancelOnDisconnect === undefined ? {} : { CancelOnDisconnect: cancelOnDisconnect }),
        ...(isHalted === undefined ? {} : { IsHalted: isHalted }),
      };
      return deps.trading.sendReady('accountOptionsSet', { Account, ...change })
        ? { ok: true, clientId: '' }
        : refusal(NETWORK_ERROR);
    },
    exportJournal(format) {
      const { account: of } = deps.user();
      return of === null
        ? Promise.reject(new Error(orderErrorMessage(NO_ACCOUNT)))
        : exportJournal(deps.fetch, of, format);
    },
  };
}
