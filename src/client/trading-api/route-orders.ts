import { orderErrorMessage } from '../../domain/orders/errors.ts';
import type { OrderStore, Readable, SendResult, TradingApiState } from '../types.ts';
import type { ExternalBrokerLink } from './external-link.ts';

const NO_ORDER_SERVER = -28;

/** The order store with each order sent to the service that is chosen, and each cancel to the one that has the order. */
export function routeOrders(own: OrderStore, tradingApi: Readable<TradingApiState>, external: Pick<ExternalBrokerLink, 'orders' | 'owns'> | undefined): OrderStore {
  // Never the own service in place of the chosen one: the order would be in another account.
  const refused: SendResult = { ok: false, errorCode: NO_ORDER_SERVER, message: orderErrorMessage(NO_ORDER_SERVER) };
  return {
    get: own.get,
    subscribe: own.subscribe,
    onReport: own.onReport,
    send(ticket) {
      if (tradingApi.get().api === 'Own') return own.send(ticket);
      return external === undefined ? refused : external.orders.send(ticket);
    },
    cancel: (orderId) => (external?.owns(orderId) === true ? external.orders.cancel(orderId) : own.cancel(orderId)),
  };
}
