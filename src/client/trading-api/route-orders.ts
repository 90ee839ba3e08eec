import { orderErrorMessage } from '../../domain/orders/errors.ts';
import type { AccountOptions, OrderStore, Readable, SendResult, TradingApiState } from '../types.ts';
import type { ExternalBrokerLink } from './external-link.ts';

const NO_ORDER_SERVER = -28;
const NO_PREVIEW_TEXT = 'The external broker reports the cost of an order only after it is filled.';

/** The order store with each order sent to the service that is chosen, and each cancel and replacement to the one that has the order. */
export function routeOrders(
  own: OrderStore,
  tradingApi: Readable<TradingApiState>,
  external: Pick<ExternalBrokerLink, 'orders' | 'owns'> | undefined,
): OrderStore {
  // Never the own service in place of the chosen one: the order would be in another account.
  const refused: SendResult = {
    ok: false,
    errorCode: NO_ORDER_SERVER,
    message: orderErrorMessage(NO_ORDER_SERVER),
  };
  const isOwn = () => tradingApi.get().api === 'Own';
  const owner = (orderId: string): Pick<OrderStore, 'cancel' | 'replace'> =>
    external?.owns(orderId) === true ? external.orders : own;
  const options: Readable<AccountOptions | null> = {
    get: () => (isOwn() ? own.options.get() : null),
    subscribe(listener) {
      const offs = [own.options.subscribe(listener), tradingApi.subscribe(listener)];
      return () => {
        for (const off of offs) off();
      };
    },
  };
  return {
    get: () => own.get(),
    subscribe: (listener) => own.subscribe(listener),
    onReport: (listener) => own.onReport(listener),
    onOptionsRefused: (listener) => own.onOptionsRefused(listener),
    send(ticket) {
      if (isOwn()) return own.send(ticket);
      return external === undefined ? refused : external.orders.send(ticket);
    },
    cancel: (orderId) => owner(orderId).cancel(orderId),
    replace: (orderId, ticket) => owner(orderId).replace(orderId, ticket),
    preview: (ticket, replaces, signal) =>
      isOwn() && (replaces === null || external?.owns(replaces) !== true)
        ? own.preview(ticket, replaces, signal)
        : Promise.reject(new Error(NO_PREVIEW_TEXT)),
    // Positions of options are the own account's; the broker has its own way to exercise.
    exercise: (ticket) =>
      isOwn()
        ? own.exercise(ticket)
        : Promise.resolve({
            ok: false,
            message: 'Exercise options at the external broker.',
            clientId: ticket.clientId ?? '',
          }),
    options,
    exportJournal: (format) => own.exportJournal(format),
    // The options are of the own account: the broker has none that could be set from here.
    setOptions: (change) =>
      isOwn()
        ? own.setOptions(change)
        : { ok: false, errorCode: NO_ORDER_SERVER, message: 'The external broker has no such option.' },
  };
}
